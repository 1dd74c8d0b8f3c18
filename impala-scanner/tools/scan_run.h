// Scans of cif-scan.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cif/table.h"
#include "scan_options.h"

namespace cif::tools {

/// Columns of a scan, and its result.
struct ScanResult {
  int64_t rows = 0;
  int64_t bytes_read = 0;
  std::vector<std::string> names;
  std::vector<long double> sums;
  std::vector<std::set<std::string>> distinct;  ///< values as JSON

  /// Returns the member `result` of cif-scan's output.
  std::string ToJson(ScanMode mode) const;
};

/// Scans a table once. Prints rows for ScanMode::kJsonl, writes a file for kArrow.
Status RunScan(std::shared_ptr<const Table> table, const ScanOptions& options, ScanResult* result);

}  // namespace cif::tools
