// Search for bytes in bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cif::internal {

/// Returns the first occurrence of the needle, which is not empty, from `begin` on and before
/// `end`; nullptr if there is none. Loads up to kSlack bytes behind the end.
const uint8_t* FindBytes(const uint8_t* begin, const uint8_t* end, std::string_view needle);

/// Does the same without special instructions.
const uint8_t* FindBytesPortable(const uint8_t* begin, const uint8_t* end, std::string_view needle);

/// Appends `slot` + k for each of `count` consecutive values k that contain the needle. Searches
/// all values at once: few contain the needle, so most are never looked at one by one.
/// @param offsets starts of the values, and the end of the last
void SelectContaining(const uint8_t* bytes, const int32_t* offsets, int64_t count,
                      std::string_view needle, int64_t slot, std::vector<int32_t>* slots);

}  // namespace cif::internal
