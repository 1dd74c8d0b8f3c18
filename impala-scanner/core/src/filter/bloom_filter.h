// Split block Bloom filters: FORMAT.md section 5.3.
#pragma once

#include <cstdint>

namespace cif::internal {

/// Bytes of a block. A filter has one or more blocks.
inline constexpr int64_t kBloomBlock = 32;

/// Returns false if the hash was never added to the filter of `length` bytes.
bool BloomMayHave(const uint8_t* filter, int64_t length, uint64_t hash);

}  // namespace cif::internal
