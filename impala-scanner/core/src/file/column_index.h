// Index of a schema file of many columns: FORMAT.md section 3.2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cif/io.h"
#include "file/schema_file.h"
#include "file/wanted_columns.h"

namespace cif::internal {

/// Some columns of a schema file.
struct SomeColumns {
  SchemaFile file;
  int64_t bytes = 0;  ///< number of bytes read of the schema file and of its index
};

/// Reads some columns of a schema file, at the positions that its index gives. Returns nothing if
/// the file is to be read whole: it is short, has no index or a damaged one, or many columns are
/// wanted. A damaged schema file may be returned as nothing, too: reading it whole reports why.
///
/// @param folder split-directory
/// @param file its schema file
/// @param wanted wanted columns. Others with equal hashes may come along
std::optional<SomeColumns> ReadByIndex(const FileSystem& fs, const std::string& folder,
                                       RandomAccessFile* file, const WantedColumns& wanted);

}  // namespace cif::internal
