// Searching bytes in bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cif::internal {

/// The first place from `begin` on where the needle, which is not empty, stands before `end`;
/// nullptr if there is none. Loads up to kSlack bytes behind the end.
const uint8_t* FindBytes(const uint8_t* begin, const uint8_t* end, std::string_view needle);

/// The same without special instructions.
const uint8_t* FindBytesPortable(const uint8_t* begin, const uint8_t* end,
                                 std::string_view needle);

/// Appends `slot` + k for each of `count` values k, one behind the other in memory, in which the needle stands. All are
/// searched at once: few hold it, so most are never looked at one by one.
/// @param offsets of the values and of the end
void SelectContaining(const uint8_t* bytes, const int32_t* offsets, int64_t count,
                      std::string_view needle, int64_t slot, std::vector<int32_t>* slots);

}  // namespace cif::internal
