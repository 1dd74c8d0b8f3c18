// Keys of columns: FORMAT.md section 3.1.
#pragma once

#include <string_view>

#include "cif/schema.h"

namespace cif::internal {

/// Returns true if a text can be the `<table>` of keys.
bool IsKeyTable(std::string_view text);

/// Reads the text of a key, `<table>/<number>`. Returns false if it can be none.
bool ParseColumnKey(std::string_view text, Column* column);

}  // namespace cif::internal
