// Reports the places of new files while others write them.
#pragma once

#include <ostream>

#include "commands.h"

namespace cif::zones {

/// Prints a line for each file of a mounted device that a program closes after it wrote to it. Ends
/// at SIGINT or SIGTERM, or when the reader of its output ends. The form of a line is
///
///   <bytes on the device> TAB <first byte>+<bytes>[,...] TAB <path>
///
/// Files that are deleted at once are seen too. Each file is synced first, so that it has a place.
/// The first line reports that the watch has begun; with a zone the last reports the number of
/// bytes inside. Needs root (fanotify).
void Watch(const Request& request, std::ostream& out);

}  // namespace cif::zones
