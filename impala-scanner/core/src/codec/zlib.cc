#include <zlib.h>

#include "codec/codec.h"

namespace cif::internal {

size_t DecompressZlib(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                      const char** error) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) {
    *error = "out of memory";
    return 0;
  }
  stream.next_in = const_cast<Bytef*>(data);
  stream.avail_in = static_cast<uInt>(size);
  stream.next_out = out;
  // One byte more than announced, to detect data that are too long.
  stream.avail_out = static_cast<uInt>(capacity + 1);
  int end = inflate(&stream, Z_FINISH);
  size_t got = stream.total_out;
  if (end != Z_STREAM_END) {
    *error = got > capacity ? "more bytes than announced" : "the data are damaged or end too early";
  } else if (stream.avail_in != 0) {
    *error = "bytes too many behind the data";
  }
  inflateEnd(&stream);
  return got;
}

}  // namespace cif::internal
