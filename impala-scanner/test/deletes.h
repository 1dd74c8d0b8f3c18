// Files of deleted rows, made for tests: FORMAT.md section 3.3.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "support.h"

namespace cif::test {

/// Returns the bitmap of rows in its portable form.
/// @param with_runs true if runs of neighbours may be stored as such
std::string BitmapOf(const std::set<uint32_t>& rows, bool with_runs);

/// Deletes rows of a split: adds the file, and names it in the schema file.
void DeleteRows(MemoryFiles* files, const std::string& folder, const std::set<uint32_t>& rows);

/// Names a file of deleted rows in the schema file, with the right length and checksum, in place of
/// that before.
void NameDeletes(MemoryFiles* files, const std::string& folder, const std::string& content,
                 int64_t rows);

}  // namespace cif::test
