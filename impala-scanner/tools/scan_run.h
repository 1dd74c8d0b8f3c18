// What cif-scan does with the rows of its splits.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cif/reader.h"
#include "scan_options.h"

namespace cif::tools {

/// The columns of a scan and what was made of them; one a thread, then added up.
struct ScanResult {
  int64_t rows = 0;
  int64_t bytes_read = 0;
  std::vector<std::string> names;
  std::vector<long double> sums;
  std::vector<std::set<std::string>> distinct;  ///< values as JSON

  void Add(const ScanResult& other);

  /// The member `result` of what cif-scan prints.
  std::string ToJson(ScanMode mode) const;
};

/// Scans all splits once; prints rows for ScanMode::kJsonl. Splits are shared between threads by
/// row ranges.
Status RunScan(const FileSystem& fs, const std::vector<std::string>& folders,
               const ScanOptions& options, ScanResult* result);

}  // namespace cif::tools
