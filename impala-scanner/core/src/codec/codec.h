// General-purpose codecs: FORMAT.md section 9. A file a codec, all of one shape.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cif/buffer.h"
#include "util/input.h"

namespace cif::internal {

inline constexpr int kCodecNone = 0;

/// Decompresses `size` bytes to at most `room` bytes at `out`, which has kSlack bytes more. Returns
/// the number of bytes; nullptr in `*error` or what is wrong. Never touches anything else, whatever
/// the bytes are.
using DecompressFunction = size_t (*)(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                                      const char** error);

size_t DecompressNone(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                      const char** error);
size_t DecompressZlib(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                      const char** error);
size_t DecompressSnappy(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                        const char** error);
size_t DecompressLz4(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                     const char** error);
size_t DecompressZstd(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                      const char** error);
size_t DecompressLzo(const uint8_t* data, size_t size, uint8_t* out, size_t room,
                     const char** error);

/// Decompresses all that is left of the input, which must give exactly `raw_length` bytes.
/// @throws CorruptData on anything else
void Decompress(int codec, const Input& in, int64_t raw_length, Buffer* out);

/// Refuses an unknown codec, or a raw length that FORMAT.md section 9 does not allow.
void CheckCompressed(int codec, const Input& in, int64_t raw_length);

/// Refuses more raw bytes than FORMAT.md section 9 allows for what is left of the input.
void CheckRawLength(const Input& in, int64_t raw_length);

}  // namespace cif::internal
