// Split-directory whose schema file has been read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/split.h"
#include "file/schema_file.h"
#include "file/wanted_columns.h"

namespace cif::internal {

struct OpenedSplit {
  std::string folder;
  SchemaFile file;
  int64_t bytes = 0;  ///< number of bytes read of the schema file and its index
};

/// Reads the schema file. @throws Failure
OpenedSplit ReadSplit(const FileSystem& fs, const std::string& folder,
                      const WantedColumns& columns);

/// Lists the split-directories at or below some folders, as ListSplits does, folder by folder.
/// @param others further folders, which may not exist
/// @throws Failure (kNotFound) if there is no first folder
std::vector<std::string> ListSplitsOf(const FileSystem& fs, const std::string& first,
                                      const std::vector<std::string>& others);

/// Makes the split with the columns that apply.
std::shared_ptr<const Split> MakeSplit(const FileSystem& fs, const OpenedSplit& split,
                                       Schema schema);

}  // namespace cif::internal
