#include "filter/xxh64.h"

// Compiled in: a program that links libcif needs no library for it, and meets no duplicate names.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace cif::internal {

uint64_t Xxh64(const uint8_t* data, size_t size) { return XXH64(data, size, 0); }

}  // namespace cif::internal
