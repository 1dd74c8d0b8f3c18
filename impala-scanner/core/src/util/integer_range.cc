#include "util/integer_range.h"

#include <algorithm>
#include <array>
#include <bit>

#include "util/cpu.h"
#include "util/slots.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace cif::internal {
namespace {

/// Range of `span` + 1 values from `least` on, modulo 2^32 or 2^64.
template <typename U>
struct Span {
  U least;
  U span;
  bool is_inverted;
};

template <typename U, typename T>
size_t SelectLoop(const T* values, int64_t from, int64_t count, const Span<U>& range, int64_t slot,
                  int32_t* out) {
  size_t at = 0;
  for (int64_t k = from; k < count; k++) {
    out[at] = static_cast<int32_t>(slot + k);
    at += (static_cast<U>(values[k]) - range.least <= range.span) != range.is_inverted ? 1 : 0;
  }
  return at;
}

#if defined(__x86_64__) || defined(__aarch64__)

/// Returns, for each mask of eight bits, the positions of its set bits, a byte each.
constexpr std::array<uint64_t, 256> MakePlaces() {
  std::array<uint64_t, 256> all{};
  for (uint64_t mask = 0; mask < 256; mask++) {
    int found = 0;
    for (uint64_t bit = 0; bit < 8; bit++) {
      if ((mask >> bit & 1) != 0) {
        all[mask] |= bit << (8 * found++);
      }
    }
  }
  return all;
}

constexpr std::array<uint64_t, 256> kPlaces = MakePlaces();

#endif

#if defined(__x86_64__)

/// Processes a multiple of eight values and sets `*done` to their number. May write seven surplus
/// slots.
__attribute__((target("avx2,popcnt"))) size_t SelectAvx2(const int32_t* values, int64_t count,
                                                         const Span<uint32_t>& range, int64_t slot,
                                                         int32_t* out, int64_t* done) {
  const __m256i least = _mm256_set1_epi32(static_cast<int32_t>(range.least));
  const __m256i span = _mm256_set1_epi32(static_cast<int32_t>(range.span));
  const uint32_t flip = range.is_inverted ? 0xFF : 0;
  size_t at = 0;
  int64_t k = 0;
  for (; k + 8 <= count; k += 8) {
    const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + k));
    const __m256i above = _mm256_sub_epi32(v, least);
    const __m256i is_in = _mm256_cmpeq_epi32(_mm256_max_epu32(above, span), span);
    const uint32_t mask =
        static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(is_in))) ^ flip;
    const __m256i places =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<int64_t>(kPlaces[mask])));
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(out + at),
        _mm256_add_epi32(places, _mm256_set1_epi32(static_cast<int32_t>(slot + k))));
    at += static_cast<size_t>(std::popcount(mask));
  }
  *done = k;
  return at;
}

#elif defined(__aarch64__)

/// Does the same as SelectAvx2.
size_t SelectNeon(const int32_t* values, int64_t count, const Span<uint32_t>& range, int64_t slot,
                  int32_t* out, int64_t* done) {
  const uint32x4_t least = vdupq_n_u32(range.least);
  const uint32x4_t span = vdupq_n_u32(range.span);
  const uint16x8_t bits = {1, 2, 4, 8, 16, 32, 64, 128};
  const uint32_t flip = range.is_inverted ? 0xFF : 0;
  auto is_in = [&](int64_t k) {
    const uint32x4_t v = vreinterpretq_u32_s32(vld1q_s32(values + k));
    return vmovn_u32(vcleq_u32(vsubq_u32(v, least), span));
  };
  size_t at = 0;
  int64_t k = 0;
  for (; k + 8 <= count; k += 8) {
    const uint16x8_t eight = vcombine_u16(is_in(k), is_in(k + 4));
    const uint32_t mask = vaddvq_u16(vandq_u16(eight, bits)) ^ flip;
    const uint16x8_t places = vmovl_u8(vcreate_u8(kPlaces[mask]));
    const uint32x4_t base = vdupq_n_u32(static_cast<uint32_t>(slot + k));
    vst1q_s32(out + at, vreinterpretq_s32_u32(vaddw_u16(base, vget_low_u16(places))));
    vst1q_s32(out + at + 4, vreinterpretq_s32_u32(vaddw_high_u16(base, places)));
    at += static_cast<size_t>(std::popcount(mask));
  }
  *done = k;
  return at;
}

#endif

/// Calls select(out) with memory for `count` + 7 slots. It returns the number of slots that it
/// wrote.
template <typename F>
void Append(int64_t count, std::vector<int32_t>* slots, F select) {
  constexpr size_t kBehind = 7;
  const size_t at = slots->size();
  slots->resize(at + static_cast<size_t>(count) + kBehind);
  slots->resize(at + select(slots->data() + at));
}

}  // namespace

void SelectIn(const int64_t* values, int64_t count, const IntegerRange& range, int64_t slot,
              std::vector<int32_t>* slots) {
  if (range.most < range.least) {
    return range.is_inverted ? AppendSlots(slot, count, slots) : void();
  }
  const Span<uint64_t> span{static_cast<uint64_t>(range.least),
                            static_cast<uint64_t>(range.most) - static_cast<uint64_t>(range.least),
                            range.is_inverted};
  Append(count, slots, [&](int32_t* out) { return SelectLoop(values, 0, count, span, slot, out); });
}

void SelectIn32(const int32_t* values, bool unsigned32, int64_t count, const IntegerRange& range,
                int64_t slot, std::vector<int32_t>* slots) {
  const int64_t least = std::max(range.least, unsigned32 ? int64_t{0} : int64_t{INT32_MIN});
  const int64_t most = std::min(range.most, unsigned32 ? int64_t{UINT32_MAX} : int64_t{INT32_MAX});
  if (most < least) {
    return range.is_inverted ? AppendSlots(slot, count, slots) : void();
  }
  const Span<uint32_t> span{static_cast<uint32_t>(least), static_cast<uint32_t>(most - least),
                            range.is_inverted};
  Append(count, slots, [&](int32_t* out) {
    size_t at = 0;
    int64_t done = 0;
#if defined(__x86_64__)
    if (cpu().avx2) {
      at = SelectAvx2(values, count, span, slot, out, &done);
    }
#elif defined(__aarch64__)
    if (cpu().neon) {
      at = SelectNeon(values, count, span, slot, out, &done);
    }
#endif
    return at + SelectLoop(values, done, count, span, slot, out + at);
  });
}

}  // namespace cif::internal
