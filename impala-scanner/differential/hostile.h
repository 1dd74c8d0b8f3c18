// Hostile splits with correct checksums but wrong content: the hostile-N of HostileSplits.java.
#pragma once

#include <string>

namespace cif::differential {

/// Reads a split that Java refuses. Returns the fault of libcif's answer. It is empty if the answer
/// is an error that names the same file and column, at little cost of memory.
std::string CheckHostile(const std::string& refused_file);

}  // namespace cif::differential
