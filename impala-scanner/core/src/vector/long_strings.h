// Copies of long strings, chosen by their indexes in a table.
#pragma once

#include <cstdint>

#include "vector/string_view.h"

namespace cif::internal {

/// Copies the strings of a table whose indexes are ends[0] to ends[count - 1] to `to`, one behind
/// the other. Replaces each index by the end of its string; ends[-1] is where the first begins. The
/// memory at `to` has kSlack bytes behind the last string. It serves strings that are long in the
/// mean: the nearest caches do not hold a table of them.
void CopyLongStrings(const StringView* table, int32_t* ends, int64_t count, uint8_t* to);

}  // namespace cif::internal
