// Export of scans to files in Arrow's IPC file format.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/arrow.h"

namespace cif::tools {

/// Writes the rows of a scan to a file, which appears once it is complete. Sets `rows` to their
/// number, and `bytes_read` to the bytes read for them.
Status WriteArrowFile(std::unique_ptr<TableScanner> scanner, std::vector<std::string> names,
                      const ArrowOptions& options, const std::string& path, int64_t* rows,
                      int64_t* bytes_read);

}  // namespace cif::tools
