// What the schema file of a split-directory says: FORMAT.md section 3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cif/export.h"
#include "cif/type.h"

namespace cif {

/// A column of a split and its file.
struct Column {
  int32_t id = 0;  ///< 1 or greater, unique in the split
  std::string name;
  Type type = Type::Primitive(Kind::kString);
  std::string file;  ///< name of the column file in the split-directory
  int64_t file_length = 0;
  int64_t footer_length = 0;
  uint32_t footer_crc = 0;
  int64_t raw_bytes = 0;  ///< size of the values before encoding (section 8)
};

/// The schema file's content. Immutable once read, safe to share between threads.
struct CIF_EXPORT Schema {
  int64_t rows = 0;
  std::vector<Column> columns;

  /// Position of the column with the id (0: not known), else with the name, ignoring the case of
  /// ASCII letters; -1 if there is none.
  int Find(std::string_view name, int32_t id = 0) const;
};

}  // namespace cif
