// What the schema file of a split-directory says: FORMAT.md section 3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cif/export.h"
#include "cif/type.h"

namespace cif {

/// What a schema file says of a filter file (FORMAT.md section 5.3). It stands with the first column of
/// the key.
struct FilterEntry {
  std::vector<int32_t> with;  ///< ids of the key's other columns, in the key's order
  std::string file;           ///< name in the split-directory; hidden
  int64_t length = 0;         ///< of the file in bytes
  int64_t index_length = 0;   ///< of the file's index, which is at its end
  uint32_t index_crc = 0;
};

/// What a schema file says of the statistics of a column's parts (FORMAT.md section 5.2).
struct PartsEntry {
  std::string file;    ///< name in the split-directory; hidden. Empty: there are none
  int64_t length = 0;  ///< of the file in bytes
  uint32_t crc = 0;    ///< of the file
};

/// A column of a split and its file.
struct Column {
  int32_t id = 0;  ///< 1 or greater, unique in the split
  std::string name;
  Type type = Type::Primitive(Kind::kString);
  std::string file;  ///< name of the column file in the split-directory
  int64_t file_length = 0;
  /// Where the footer starts in a group file (section 5.1), which other columns may share; 0: the file
  /// is the column's own, and ends with the footer.
  int64_t footer_offset = 0;
  int64_t footer_length = 0;
  uint32_t footer_crc = 0;
  int64_t raw_bytes = 0;  ///< size of the values before encoding (section 8)
  PartsEntry parts;
  std::vector<FilterEntry> filters;  ///< of keys that begin with this column

  bool in_group() const { return footer_offset > 0; }
};

/// The schema file's content. Immutable once read, safe to share between threads.
struct CIF_EXPORT Schema {
  int64_t rows = 0;
  std::vector<Column> columns;

  /// Position of the column with the id (0: not known), else with the name, ignoring the case of
  /// ASCII letters; -1 if there is none.
  int Find(std::string_view name, int32_t id = 0) const;

  /// Makes Find take few steps however many columns there are. Who changes columns calls it again.
  void Index();

 private:
  /// Positions of the columns in the order of their names and of their ids; empty if not indexed.
  std::vector<int32_t> by_name_;
  std::vector<int32_t> by_id_;
};

}  // namespace cif
