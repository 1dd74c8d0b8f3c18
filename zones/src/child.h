// Runs another program.
#pragma once

#include <string>
#include <vector>

namespace cif::zones {

struct ChildResult {
  int status = 0;  ///< exit code; 127 if the program was not found, 128 + n if signal n ended it
  std::string output;  ///< first 4 KiB of its output
};

/// Runs a program by its name, searched for in PATH and in the folders of system programs, and
/// waits for its end.
ChildResult RunChild(const std::vector<std::string>& command);

}  // namespace cif::zones
