// Runs another program.
#pragma once

#include <string>
#include <vector>

namespace cif::zones {

struct ChildResult {
  int status = 0;      ///< its exit code; 127 if it was not found, 128 + n if signal n ended it
  std::string output;  ///< the first 4 KiB of what it printed
};

/// Runs a program by its name, looked for in PATH and in the folders of system programs, and waits for its end.
ChildResult RunChild(const std::vector<std::string>& command);

}  // namespace cif::zones
