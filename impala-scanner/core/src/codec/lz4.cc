#include <lz4.h>

#include <climits>

#include "codec/codec.h"

namespace cif::internal {

size_t DecompressLz4(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                     const char** error) {
  if (size > INT_MAX || capacity > INT_MAX) {
    *error = "more than 2 GiB";
    return 0;
  }
  int got = LZ4_decompress_safe(reinterpret_cast<const char*>(data), reinterpret_cast<char*>(out),
                                static_cast<int>(size), static_cast<int>(capacity));
  if (got < 0) {
    *error = "the data are damaged";
    return 0;
  }
  return static_cast<size_t>(got);
}

}  // namespace cif::internal
