// Scans written as files in Arrow's IPC file format.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/arrow.h"

namespace cif::tools {

/// Writes the rows of a scan to a file, which appears once it is complete. `rows` gets their number,
/// `bytes_read` what was read for them.
Status WriteArrowFile(std::unique_ptr<TableScanner> scanner, std::vector<std::string> names,
                      const ArrowOptions& options, const std::string& path, int64_t* rows,
                      int64_t* bytes_read);

}  // namespace cif::tools
