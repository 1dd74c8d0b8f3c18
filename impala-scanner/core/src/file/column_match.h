// Columns of a table in its split-directories: FORMAT.md sections 2.4 and 3.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "cif/schema.h"
#include "file/table_file.h"
#include "file/wanted_columns.h"

namespace cif::internal {

/// Finds a table's columns in split-directories: by key, then by the names that they had, then by
/// name. Immutable, safe to share between threads.
class ColumnMatch {
 public:
  explicit ColumnMatch(const TableFile& table);

  /// Returns the columns of schema files that Apply needs for some columns of the table. A split
  /// may have them by their keys or by any name that they had. So columns that share such a name
  /// belong to them.
  WantedColumns Wanted(const std::vector<std::string>& names) const;

  /// Keeps the columns of a split that are the table's, under the table's names. @throws Failure
  /// if two columns may be the same one of the table
  void Apply(Schema* split) const;

 private:
  static constexpr int kNone = -1;

  /// Column that the table has or had.
  struct Entry {
    int32_t number = 0;
    int column = kNone;  ///< position in the table; kNone: it was dropped
    std::vector<std::string> stored_as;
  };

  /// Returns the position in the table of each column of a split; kNone for others.
  std::vector<int> Match(const Schema& split) const;

  std::string key_table_;
  std::vector<std::string> names_;                     ///< of the table's columns
  std::unordered_map<std::string, int> by_name_;       ///< columns by their names in lower case
  std::vector<Entry> entries_;                         ///< columns with numbers
  std::vector<int> entry_of_;                          ///< entry of each column; kNone: no number
  std::unordered_map<int32_t, size_t> by_number_;      ///< entries
  std::unordered_map<std::string, size_t> by_stored_;  ///< entries by the names that they had
};

}  // namespace cif::internal
