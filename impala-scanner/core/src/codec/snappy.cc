#include <snappy.h>

#include "codec/codec.h"

namespace cif::internal {

size_t DecompressSnappy(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                        const char** error) {
  const char* compressed = reinterpret_cast<const char*>(data);
  size_t length = 0;
  if (!snappy::GetUncompressedLength(compressed, size, &length)) {
    *error = "no length";
    return 0;
  }
  if (length > capacity) {
    *error = "more bytes than announced";
    return 0;
  }
  if (!snappy::RawUncompress(compressed, size, reinterpret_cast<char*>(out))) {
    *error = "the data are damaged";
  }
  return length;
}

}  // namespace cif::internal
