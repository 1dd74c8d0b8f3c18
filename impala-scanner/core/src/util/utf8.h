// Whether texts are UTF-8.
#pragma once

#include <cstdint>

namespace cif::internal {

/// Whether a byte stands within a character of UTF-8, not at its start.
inline bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Whether `n` bytes are text.
bool IsUtf8(const uint8_t* p, int64_t n);

/// Whether `n` bytes are text of ASCII letters only; faster than IsUtf8.
bool IsAscii(const uint8_t* p, int64_t n);

/// The first of `count` texts, which lie one behind the other, that is not UTF-8; -1 if all are.
/// Text i takes the bytes from offsets[i] to offsets[i + 1].
int64_t FindInvalidUtf8(const uint8_t* bytes, const int32_t* offsets, int64_t count);

}  // namespace cif::internal
