// Bit-packed numbers: encodings 1 and 2 of FORMAT.md section 6.1, and letters of section 6.2.
#pragma once

#include <cstdint>

#include "util/input.h"

namespace cif::internal {

/// Number of values in a vector of a packed stream.
inline constexpr int64_t kVector = 1024;

inline int64_t VectorCount(int64_t n) { return (n + kVector - 1) / kVector; }
inline int64_t VectorSize(int64_t n, int64_t v) {
  return n - v * kVector < kVector ? n - v * kVector : kVector;
}
inline bool IsPackedWidth(int width) { return width <= 56 || width == 64; }
inline int64_t PackedBytes(int64_t count, int width) { return (count * width + 7) >> 3; }

/// Returns number i of `width` (0..56 or 64) bits each, which starts at bit i * width.
inline uint64_t PackedAt(const uint8_t* p, int width, int64_t i) {
  if (width == 0) {
    return 0;
  }
  int64_t bit = i * width;
  return (Load<uint64_t>(p + (bit >> 3)) >> (bit & 7)) & (~uint64_t{0} >> (64 - width));
}

/// Writes base + number (modulo 2^64) for numbers `from` to `from + count - 1` of the vector at p.
/// Loads up to kSlack bytes behind the vector.
void Unpack64(const uint8_t* p, int width, int64_t base, int64_t from, int64_t count, int64_t* out);

/// Does the same as Unpack64 modulo 2^32; width is 0..32.
void Unpack32(const uint8_t* p, int width, int32_t base, int64_t from, int64_t count, int32_t* out);

void Unpack64Portable(const uint8_t* p, int width, int64_t base, int64_t from, int64_t count,
                      int64_t* out);
void Unpack32Portable(const uint8_t* p, int width, int32_t base, int64_t from, int64_t count,
                      int32_t* out);

/// Unpacks letters `from` to `from + count - 1`, of `bits` (1..7) bits each, to one byte each. May
/// write up to 32 bytes behind them.
void UnpackLetters(const uint8_t* p, int bits, int64_t from, int64_t count, uint8_t* out);
void UnpackLettersPortable(const uint8_t* p, int bits, int64_t from, int64_t count, uint8_t* out);

/// Replaces each number by its letter in `alphabet`, which has 128 entries. Returns the greatest
/// number. May touch up to 32 bytes behind the text.
uint8_t MapLetters(const uint8_t* alphabet, int64_t count, uint8_t* text);
uint8_t MapLettersPortable(const uint8_t* alphabet, int64_t count, uint8_t* text);

/// Combines UnpackLetters and MapLetters.
uint8_t UnpackText(const uint8_t* p, int bits, int64_t from, int64_t count, const uint8_t* alphabet,
                   uint8_t* out);

}  // namespace cif::internal
