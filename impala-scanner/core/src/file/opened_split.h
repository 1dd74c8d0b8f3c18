// Split-directory whose schema file has been read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/split.h"
#include "file/schema_file.h"

namespace cif::internal {

struct OpenedSplit {
  std::string folder;
  SchemaFile file;
  int64_t bytes = 0;  ///< number of bytes read of the schema file and its index
};

/// Reads the schema file. @throws Failure
/// @param columns names of the wanted columns; empty: all
OpenedSplit ReadSplit(const FileSystem& fs, const std::string& folder,
                      const std::vector<std::string>& columns);

/// Makes the split with the columns that apply.
std::shared_ptr<const Split> MakeSplit(const FileSystem& fs, const OpenedSplit& split,
                                       Schema schema);

}  // namespace cif::internal
