// Split block Bloom filters: FORMAT.md section 5.3.
#pragma once

#include <cstdint>

namespace cif::internal {

/// Bytes of a block; a filter has one or more.
inline constexpr int64_t kBloomBlock = 32;

/// Whether a hash may have been added to a filter of so many bytes.
bool BloomMayHave(const uint8_t* filter, int64_t length, uint64_t hash);

}  // namespace cif::internal
