// General-purpose codecs: FORMAT.md section 9. Each codec has its file, all of one shape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cif/buffer.h"
#include "util/input.h"

namespace cif::internal {

/// Codecs, in the order of their numbers in files.
enum class Codec : uint8_t { kNone, kZlib, kSnappy, kLz4, kZstd, kLzo };

inline constexpr std::array<const char*, 6> kCodecs = {"none", "zlib", "snappy",
                                                       "lz4",  "zstd", "lzo"};

/// Decompresses `size` bytes to at most `capacity` bytes at `out`, which has kSlack bytes more.
/// Returns the number of bytes. Sets `*error` to the fault, or leaves it nullptr. Never touches
/// other memory, whatever the bytes are.
using DecompressFunction = size_t (*)(const uint8_t* data, size_t size, uint8_t* out,
                                      size_t capacity, const char** error);

size_t DecompressNone(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                      const char** error);
size_t DecompressZlib(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                      const char** error);
size_t DecompressSnappy(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                        const char** error);
size_t DecompressLz4(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                     const char** error);
size_t DecompressZstd(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                      const char** error);
size_t DecompressLzo(const uint8_t* data, size_t size, uint8_t* out, size_t capacity,
                     const char** error);

/// Decompresses the remaining bytes of the input, which must give exactly `raw_length` bytes.
/// @throws CorruptData on anything else
void Decompress(int codec, const Input& in, int64_t raw_length, Buffer* out);

/// Refuses an unknown codec, and a raw length that FORMAT.md section 9 does not allow.
void CheckCompressed(int codec, const Input& in, int64_t raw_length);

/// Refuses a raw length above the limit of FORMAT.md section 9 for the remaining bytes of the
/// input.
void CheckRawLength(const Input& in, int64_t raw_length);

}  // namespace cif::internal
