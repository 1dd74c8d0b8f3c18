// Keys of columns: FORMAT.md section 3.1.
#pragma once

#include <cstdint>
#include <string_view>

namespace cif::internal {

/// Returns true if a text can be the `<table>` of keys.
bool IsKeyTable(std::string_view text);

/// Returns true if a text can be the key of a column, `<table>/<number>`.
bool IsColumnKey(std::string_view text);

/// Returns the number in a key of this table; 0 if there is no key, or one of another table.
int32_t NumberInKey(std::string_view key, std::string_view table);

}  // namespace cif::internal
