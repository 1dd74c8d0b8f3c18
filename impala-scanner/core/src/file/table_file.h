// Table file: FORMAT.md section 2.4.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cif/io.h"
#include "cif/type.h"

namespace cif::internal {

inline constexpr char kTableFile[] = "_cif_table";

/// Maximum length of a table file in bytes.
inline constexpr uint64_t kMaxTableFile = uint64_t{64} << 20;

/// Content of a table file.
struct TableFile {
  /// Column, or partition column.
  struct Column {
    std::string name;
    Type type;
    std::optional<std::string> default_text;  ///< empty: NULL
    int32_t number = 0;                       ///< number in its key; 0: it has none
    /// Names that mean the column in splits without its key, in lower case. Only with a number.
    std::vector<std::string> stored_as;
  };

  /// Column that the table had.
  struct Dropped {
    int32_t number = 0;
    std::vector<std::string> stored_as;  ///< in lower case
  };

  /// Partition that lies outside of the table's folder.
  struct Outside {
    std::vector<std::optional<std::string>> values;  ///< of the partition columns; empty: NULL
    std::string location;
  };

  int64_t revision = 0;
  std::vector<Column> columns;
  std::string key_table;  ///< the `<table>` of its keys; empty: columns have none
  std::vector<Dropped> dropped;
  std::vector<Column> partition_columns;
  std::vector<Outside> partitions;
  std::optional<std::string> transactional;
};

/// Parses the bytes of a table file. @throws Failure without a file name
TableFile ParseTableFile(std::string_view bytes);

/// Returns the path of the table file in a folder.
std::string TableFilePath(const std::string& folder);

/// Returns the bytes of the table file in a folder; empty if there is none. @throws Failure
std::string ReadTableFile(const FileSystem& fs, const std::string& folder);

/// Table's folder, for a folder that a reader is given.
struct TablePlace {
  std::string folder;  ///< folder that may have the table file
  /// Length of the start of each split-directory's path. Names of folders behind it tell values of
  /// partition columns.
  size_t prefix = 0;
  bool is_base = false;  ///< true for a folder `base_<n>`, which a compaction has written
};

/// Finds the table's folder: the nearest one, at or above, that is named neither `key=value` nor
/// `base_<n>`.
TablePlace PlaceOf(const std::string& folder);

}  // namespace cif::internal
