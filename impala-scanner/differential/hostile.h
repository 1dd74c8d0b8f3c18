// Splits whose checksums are right and whose content is not: the hostile-N of HostileSplits.java.
#pragma once

#include <string>

namespace cif::differential {

/// Reads a split that Java refuses. What is wrong with libcif's answer: nothing if it is an error
/// that names the same file and column, at little cost of memory.
std::string CheckHostile(const std::string& refused_file);

}  // namespace cif::differential
