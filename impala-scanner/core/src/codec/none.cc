#include <cstring>

#include "codec/codec.h"

namespace cif::internal {

size_t DecompressNone(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                      const char** error) {
  if (size > capacity) {
    *error = "more bytes than announced";
    return 0;
  }
  if (size > 0) {
    std::memcpy(out, data, size);
  }
  return size;
}

}  // namespace cif::internal
