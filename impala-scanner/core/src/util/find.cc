#include "util/find.h"

#include <bit>
#include <cstring>

#include "util/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace cif::internal {
namespace {

#if defined(__x86_64__) || defined(__aarch64__)

/// Returns the first position p + i before `stop` that has the needle; nullptr if there is none.
/// Candidates are the positions whose bit i * kBits is set in the mask.
template <int kBits = 1>
const uint8_t* FirstOf(uint64_t mask, const uint8_t* p, const uint8_t* stop,
                       std::string_view needle) {
  for (; mask != 0; mask &= mask - 1) {
    const uint8_t* at = p + std::countr_zero(mask) / kBits;
    if (at >= stop) {
      return nullptr;
    }
    if (std::memcmp(at, needle.data(), needle.size()) == 0) {
      return at;
    }
  }
  return nullptr;
}

#endif

#if defined(__x86_64__)

/// Compares the first and the last byte of the needle at 32 places at once; few places have both.
__attribute__((target("avx2"))) const uint8_t* FindAvx2(const uint8_t* begin, const uint8_t* end,
                                                        std::string_view needle) {
  const size_t size = needle.size();
  const __m256i first = _mm256_set1_epi8(needle.front());
  const __m256i last = _mm256_set1_epi8(needle.back());
  const uint8_t* stop = end - size + 1;  // end of the positions where the needle fits
  for (const uint8_t* p = begin; p < stop; p += 32) {
    __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + size - 1));
    __m256i both = _mm256_and_si256(_mm256_cmpeq_epi8(a, first), _mm256_cmpeq_epi8(b, last));
    auto mask = static_cast<uint32_t>(_mm256_movemask_epi8(both));
    if (const uint8_t* at = FirstOf(mask, p, stop, needle); at != nullptr) {
      return at;
    }
  }
  return nullptr;
}

/// Does the same as FindAvx2 at 64 positions, with a third byte: hardly any other position has all
/// three.
__attribute__((target("avx512f,avx512bw"))) const uint8_t* FindAvx512(const uint8_t* begin,
                                                                      const uint8_t* end,
                                                                      std::string_view needle) {
  const size_t size = needle.size();
  const __m512i first = _mm512_set1_epi8(needle.front());
  const __m512i middle = _mm512_set1_epi8(needle[size / 2]);
  const __m512i last = _mm512_set1_epi8(needle.back());
  const uint8_t* stop = end - size + 1;  // end of the positions where the needle fits
  for (const uint8_t* p = begin; p < stop; p += 64) {
    __mmask64 mask = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p), first);
    mask = _mm512_mask_cmpeq_epi8_mask(mask, _mm512_loadu_si512(p + size / 2), middle);
    mask = _mm512_mask_cmpeq_epi8_mask(mask, _mm512_loadu_si512(p + size - 1), last);
    if (const uint8_t* at = FirstOf(mask, p, stop, needle); at != nullptr) {
      return at;
    }
  }
  return nullptr;
}

#elif defined(__aarch64__)

/// Compares the first and the last byte of the needle at 16 places at once.
const uint8_t* FindNeon(const uint8_t* begin, const uint8_t* end, std::string_view needle) {
  const size_t size = needle.size();
  const uint8x16_t first = vdupq_n_u8(static_cast<uint8_t>(needle.front()));
  const uint8x16_t last = vdupq_n_u8(static_cast<uint8_t>(needle.back()));
  const uint8_t* stop = end - size + 1;  // end of the positions where the needle fits
  for (const uint8_t* p = begin; p < stop; p += 16) {
    const uint8x16_t both =
        vandq_u8(vceqq_u8(vld1q_u8(p), first), vceqq_u8(vld1q_u8(p + size - 1), last));
    // Four bits per position, one of which is kept.
    const uint8x8_t fours = vshrn_n_u16(vreinterpretq_u16_u8(both), 4);
    const uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(fours), 0) & 0x1111111111111111;
    if (const uint8_t* at = FirstOf<4>(mask, p, stop, needle); at != nullptr) {
      return at;
    }
  }
  return nullptr;
}

#endif

}  // namespace

const uint8_t* FindBytesPortable(const uint8_t* begin, const uint8_t* end,
                                 std::string_view needle) {
  return static_cast<const uint8_t*>(
      memmem(begin, static_cast<size_t>(end - begin), needle.data(), needle.size()));
}

const uint8_t* FindBytes(const uint8_t* begin, const uint8_t* end, std::string_view needle) {
  if (static_cast<size_t>(end - begin) < needle.size()) {
    return nullptr;
  }
#if defined(__x86_64__)
  if (cpu().vbmi) {
    return FindAvx512(begin, end, needle);
  }
  if (cpu().avx2) {
    return FindAvx2(begin, end, needle);
  }
#elif defined(__aarch64__)
  if (cpu().neon) {
    return FindNeon(begin, end, needle);
  }
#endif
  return FindBytesPortable(begin, end, needle);
}

void SelectContaining(const uint8_t* bytes, const int32_t* offsets, int64_t count,
                      std::string_view needle, int64_t slot, std::vector<int32_t>* slots) {
  int64_t value = 0;
  int64_t from = offsets[0];
  const int64_t end = offsets[count];
  while (from < end) {
    const uint8_t* found = FindBytes(bytes + from, bytes + end, needle);
    if (found == nullptr) {
      return;
    }
    const int64_t at = found - bytes;
    while (offsets[value + 1] <= at) {
      value++;
    }
    if (at + static_cast<int64_t>(needle.size()) <= offsets[value + 1]) {
      slots->push_back(static_cast<int32_t>(slot + value));
      from = offsets[value + 1];
    } else {
      // The match crosses the border between two values.
      from = at + 1;
    }
  }
}

}  // namespace cif::internal
