// Watches the places of new files, while other programs write them.
#pragma once

#include <ostream>

#include "commands.h"

namespace cif::zones {

/// Prints a line for each file of a mounted device that a program closes after it wrote to it, until SIGINT or
/// SIGTERM, or until the reader of its output ends:
///
///   <bytes on the device> TAB <first byte>+<bytes>[,...] TAB <path>
///
/// Files that are deleted at once are seen too. Each file is synced first, so that it has a place. The first line says
/// that the watch has begun; with a zone the last says how many bytes lie inside. Needs root (fanotify).
void Watch(const Request& request, std::ostream& out);

}  // namespace cif::zones
