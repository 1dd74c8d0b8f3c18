#include "util/utf8.h"

#include <cstring>

namespace cif::internal {
namespace {

constexpr uint64_t kHighBits = 0x8080808080808080U;

/// Length of the character that starts at p; 0 if it is invalid (Unicode standard, table 3-7).
int64_t CharacterLength(const uint8_t* p, int64_t left) {
  const uint8_t a = p[0];
  if (a < 0x80) {
    return 1;
  }
  if (a < 0xC2 || a > 0xF4 || left < 2) {
    return 0;
  }
  const uint8_t b = p[1];
  if (a < 0xE0) {
    return IsContinuation(b) ? 2 : 0;
  }
  if (left < 3 || !IsContinuation(p[2])) {
    return 0;
  }
  if (a < 0xF0) {
    const uint8_t low = a == 0xE0 ? 0xA0 : 0x80;
    const uint8_t high = a == 0xED ? 0x9F : 0xBF;
    return b >= low && b <= high ? 3 : 0;
  }
  const uint8_t low = a == 0xF0 ? 0x90 : 0x80;
  const uint8_t high = a == 0xF4 ? 0x8F : 0xBF;
  return left >= 4 && b >= low && b <= high && IsContinuation(p[3]) ? 4 : 0;
}

}  // namespace

/// Works by words, since not every compiler vectorises a loop over bytes.
bool IsAscii(const uint8_t* p, int64_t n) {
  constexpr int64_t kWords = 8;
  constexpr int64_t kStep = kWords * 8;
  int64_t i = 0;
  for (; n - i >= kStep; i += kStep) {
    uint64_t words[kWords];
    std::memcpy(words, p + i, sizeof(words));
    const uint64_t all =
        (words[0] | words[1] | words[2] | words[3]) | (words[4] | words[5] | words[6] | words[7]);
    if ((all & kHighBits) != 0) {
      return false;
    }
  }
  uint64_t all = 0;
  for (; n - i >= 8; i += 8) {
    uint64_t word;
    std::memcpy(&word, p + i, sizeof(word));
    all |= word;
  }
  for (; i < n; i++) {
    all |= p[i];
  }
  return (all & kHighBits) == 0;
}

bool IsUtf8(const uint8_t* p, int64_t n) {
  constexpr int64_t kWords = 4;
  int64_t i = 0;
  while (i < n) {
    if (n - i >= kWords * 8) {
      uint64_t words[kWords];
      std::memcpy(words, p + i, sizeof(words));
      if (((words[0] | words[1] | words[2] | words[3]) & kHighBits) == 0) {
        i += kWords * 8;
        continue;
      }
    }
    if (n - i >= 8) {
      uint64_t word;
      std::memcpy(&word, p + i, sizeof(word));
      if ((word & kHighBits) == 0) {
        i += 8;
        continue;
      }
    }
    int64_t length = CharacterLength(p + i, n - i);
    if (length == 0) {
      return false;
    }
    i += length;
  }
  return true;
}

int64_t FindInvalidUtf8(const uint8_t* bytes, const int32_t* offsets, int64_t count) {
  if (count == 0 || IsAscii(bytes + offsets[0], offsets[count] - offsets[0])) {
    return -1;
  }
  for (int64_t i = 0; i < count; i++) {
    if (!IsUtf8(bytes + offsets[i], offsets[i + 1] - offsets[i])) {
      return i;
    }
  }
  return -1;
}

}  // namespace cif::internal
