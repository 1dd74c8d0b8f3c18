// Columns that a reader wants of schema files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cif::internal {

/// Names, ignoring case, and keys (FORMAT.md section 3.1) of columns; without any: all.
struct WantedColumns {
  std::vector<std::string> names;
  std::vector<std::string> keys = {};

  size_t count() const { return names.size() + keys.size(); }
};

}  // namespace cif::internal
