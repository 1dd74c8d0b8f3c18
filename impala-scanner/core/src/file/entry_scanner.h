// Scanner of the column files in a schema file, as this project's writers list them: FORMAT.md
// section 3.
#pragma once

#include <string_view>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Reads the elements of `columns`, from behind the opening bracket. Their JSON has to be byte for
/// byte what the writer writes for many columns. The scanner only compares, where a parser would
/// make tokens and a tree.
///
/// @param columns columns of the schema, whose files are filled in
/// @return number of bytes up to and including the closing bracket; 0 if an element looks different
/// or does not fit its column. The parser then has to read it and to report errors.
size_t ScanEntries(std::string_view json, std::vector<Column>* columns);

}  // namespace cif::internal
