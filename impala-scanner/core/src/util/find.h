// Searching bytes in bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace cif::internal {

/// The first place from `begin` on where the needle, which is not empty, stands before `end`;
/// nullptr if there is none. Loads up to kSlack bytes behind the end.
const uint8_t* FindBytes(const uint8_t* begin, const uint8_t* end, std::string_view needle);

/// The same without special instructions.
const uint8_t* FindBytesPortable(const uint8_t* begin, const uint8_t* end,
                                 std::string_view needle);

}  // namespace cif::internal
