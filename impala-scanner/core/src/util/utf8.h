// UTF-8 validation.
#pragma once

#include <cstdint>

namespace cif::internal {

/// Returns true if the byte continues a UTF-8 character.
inline bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Returns true if `n` bytes are valid UTF-8.
bool IsUtf8(const uint8_t* p, int64_t n);

/// Returns true if all `n` bytes are ASCII. Faster than IsUtf8.
bool IsAscii(const uint8_t* p, int64_t n);

/// Returns the index of the first of `count` consecutive texts that is not UTF-8; -1 if all are.
/// Text i takes the bytes from offsets[i] to offsets[i + 1].
int64_t FindInvalidUtf8(const uint8_t* bytes, const int32_t* offsets, int64_t count);

}  // namespace cif::internal
