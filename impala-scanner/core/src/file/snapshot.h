// Snapshot of a table: the changes that apply to its split-directories. FORMAT.md section 2.1.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cif/moment.h"
#include "cif/split.h"
#include "file/column_match.h"
#include "file/wanted_columns.h"

namespace cif::internal {

/// Returns the folder of the status files of a table's changes.
std::string StatusFolder(const std::string& table);

/// Returns the folders of split-directories.
using ListFolders = std::function<std::vector<std::string>()>;

/// Opens the split-directories of a table and applies the same changes to all: those that were
/// committed before they were looked at. @throws Failure
/// @param list lists the folders; it is called again if a change that counts inserts others
/// @param match columns of the table, which the splits then have; nullptr: those in schema files
/// @param moment changes that count; nullptr: those that are committed by now
std::vector<std::shared_ptr<const Split>> OpenSplits(const FileSystem& fs, const ListFolders& list,
                                                     const WantedColumns& columns,
                                                     const ColumnMatch* match = nullptr,
                                                     Moment* moment = nullptr);

}  // namespace cif::internal
