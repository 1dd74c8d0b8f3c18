// Content of a split-directory's schema file: FORMAT.md section 3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cif/export.h"
#include "cif/type.h"

namespace cif {

/// Entry of a filter file (FORMAT.md section 5.3). It belongs to the first column of the key.
struct FilterEntry {
  std::vector<int32_t> with;  ///< ids of the key's other columns, in the key's order
  std::string file;           ///< name in the split-directory; hidden
  int64_t length = 0;         ///< length of the file in bytes
  int64_t index_length = 0;   ///< length of the index at the end of the file
  uint32_t index_crc = 0;
};

/// Entry of the file with statistics of a column's parts (FORMAT.md section 5.2).
struct PartsEntry {
  std::string file;    ///< name in the split-directory; hidden. Empty: no file
  int64_t length = 0;  ///< length of the file in bytes
  uint32_t crc = 0;    ///< checksum of the file
};

/// Column of a split, and its file.
struct Column {
  int32_t id = 0;  ///< 1 or greater, unique in the split
  std::string name;
  Type type = Type::Primitive(Kind::kString);
  std::string file;  ///< name of the column file in the split-directory
  int64_t file_length = 0;
  /// Start of the footer in a group file, which other columns may share (section 5.1). 0: the
  /// column has a file of its own, which ends with the footer.
  int64_t footer_offset = 0;
  int64_t footer_length = 0;
  uint32_t footer_crc = 0;
  int64_t raw_bytes = 0;  ///< size of the values before encoding (section 8)
  /// Key `<table>/<number>` (section 3.1); the number is 0 if it has none.
  std::string key_table;
  int32_t key_number = 0;
  PartsEntry parts;
  std::vector<FilterEntry> filters;  ///< filters whose keys begin with this column

  bool in_group() const { return footer_offset > 0; }
};

/// Entry of the file with a split's deleted rows (FORMAT.md section 3.3).
struct DeletesEntry {
  std::string file;  ///< name in the split-directory; hidden. Empty: no row is deleted, or all are
  int64_t length = 0;  ///< length of the file in bytes
  uint32_t crc = 0;    ///< checksum of the file
  int64_t rows = 0;    ///< number of deleted rows
};

/// Content of the schema file. Immutable once read, safe to share between threads.
struct CIF_EXPORT Schema {
  int64_t rows = 0;  ///< number of rows of a split, with those that are deleted
  std::vector<Column> columns;
  DeletesEntry deletes;

  /// Returns the number of rows that are not deleted.
  int64_t live_rows() const { return rows - deletes.rows; }

  /// Returns the position of the column with this id (0: not known), else with this name, ignoring
  /// the case of ASCII letters; -1 if there is none.
  int Find(std::string_view name, int32_t id = 0) const;

  /// Builds an index, so that Find takes logarithmic time. Call it again after every change of the
  /// columns.
  void Index();

 private:
  /// Positions of the columns, sorted by name and by id; empty if not indexed.
  std::vector<int32_t> by_name_;
  std::vector<int32_t> by_id_;
};

}  // namespace cif
