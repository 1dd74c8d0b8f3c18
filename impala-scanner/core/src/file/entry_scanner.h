// Column files in a schema file as this project's writers list them: FORMAT.md section 3.
#pragma once

#include <string_view>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Reads the elements of `columns`, from behind the bracket that opens it, where their JSON is byte for
/// byte as the writer has it for many columns: it compares where a parser makes tokens and a tree.
///
/// @param columns those of the schema, whose files are filled in
/// @return the bytes up to and with the bracket that closes it; 0 if some element looks otherwise, or
///     doesn't fit its column: then it is for the parser to read, and to tell what is wrong
size_t ScanEntries(std::string_view json, std::vector<Column>* columns);

}  // namespace cif::internal
