// Command line of cif-scan.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cif/arrow.h"

namespace cif::tools {

/// Treatment of the rows.
enum class ScanMode { kRead, kCount, kSum, kDistinct, kJsonl, kArrow };

struct ScanOptions {
  std::string directory;
  std::vector<std::string> columns;                           ///< empty: all
  std::vector<std::pair<std::string, std::string>> contains;  ///< column, text
  std::vector<std::pair<std::string, std::string>> equals;    ///< column, literal
  std::vector<std::pair<std::string, std::string>> map_keys;  ///< column, key
  /// Keys: columns and literals. A row has to have all of one key.
  std::vector<std::vector<std::pair<std::string, std::string>>> keys;
  int threads = 1;
  IoMode io = IoMode::kBuffered;
  ScanMode mode = ScanMode::kRead;
  std::string arrow_file;  ///< for ScanMode::kArrow
  ArrowOptions arrow;
  int repeat = 1;
  int64_t batch_rows = 32768;
  bool views = false;  ///< true to read texts as views
  bool verify = true;
  bool use_filters = true;
};

/// Returns the names of all columns that the scan may ask for; empty: all.
std::vector<std::string> WantedColumns(const ScanOptions& options);

/// Parses the command line and prints help or errors. Returns -1 to go on, else the exit code.
int ParseOptions(int argc, char** argv, ScanOptions* options);

}  // namespace cif::tools
