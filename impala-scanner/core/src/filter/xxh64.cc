#include "filter/xxh64.h"

// Compiled in: who links libcif needs no library for it, and meets no names of another copy.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace cif::internal {

uint64_t Xxh64(const uint8_t* data, size_t size) { return XXH64(data, size, 0); }

}  // namespace cif::internal
