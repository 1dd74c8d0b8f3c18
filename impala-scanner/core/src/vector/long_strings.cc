#include "vector/long_strings.h"

#include <cstring>

#include "util/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cif::internal {
namespace {

/// Number of strings between the one that is copied and the one that is fetched.
constexpr int64_t kAhead = 8;

inline void FetchAhead(const StringView* table, const int32_t* ends, int64_t k, int64_t count) {
  if (k + kAhead < count) {
    const uint8_t* next = table[ends[k + kAhead]].data;
    __builtin_prefetch(next);
    __builtin_prefetch(next + 64);
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) inline void Copy64(uint8_t* to, const uint8_t* from) {
  const auto* source = reinterpret_cast<const __m256i*>(from);
  auto* target = reinterpret_cast<__m256i*>(to);
  const __m256i low = _mm256_loadu_si256(source);
  const __m256i high = _mm256_loadu_si256(source + 1);
  _mm256_storeu_si256(target, low);
  _mm256_storeu_si256(target + 1, high);
}

/// Copies whole blocks of 64 bytes, which end in the slack.
__attribute__((target("avx2"))) void CopyAvx2(const StringView* table, int32_t* ends, int64_t count,
                                              uint8_t* to) {
  int32_t end = ends[-1];
  for (int64_t k = 0; k < count; k++) {
    FetchAhead(table, ends, k, count);
    const StringView value = table[ends[k]];
    Copy64(to, value.data);
    if (value.length > 64) {
      Copy64(to + 64, value.data + 64);
      if (value.length > 128) {
        Copy64(to + 128, value.data + 128);
        if (value.length > 192) {
          std::memcpy(to + 192, value.data + 192, static_cast<size_t>(value.length - 192));
        }
      }
    }
    to += value.length;
    end += value.length;
    ends[k] = end;
  }
}

#endif

void CopyPortable(const StringView* table, int32_t* ends, int64_t count, uint8_t* to) {
  int32_t end = ends[-1];
  for (int64_t k = 0; k < count; k++) {
    FetchAhead(table, ends, k, count);
    const StringView value = table[ends[k]];
    std::memcpy(to, value.data, static_cast<size_t>(value.length));
    to += value.length;
    end += value.length;
    ends[k] = end;
  }
}

}  // namespace

void CopyLongStrings(const StringView* table, int32_t* ends, int64_t count, uint8_t* to) {
#if defined(__x86_64__)
  if (cpu().avx2) {
    CopyAvx2(table, ends, count, to);
    return;
  }
#endif
  CopyPortable(table, ends, count, to);
}

}  // namespace cif::internal
