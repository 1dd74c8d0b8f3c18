// XXH64 with seed 0: FORMAT.md section 5.3.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cif::internal {

uint64_t Xxh64(const uint8_t* data, size_t size);

}  // namespace cif::internal
