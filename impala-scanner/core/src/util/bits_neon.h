// Decoding of bit-packed numbers with the instructions of 64-bit ARM. Included by bits.cc alone.
#pragma once

#include <arm_neon.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "util/bits.h"
#include "util/input.h"
#include "util/lanes.h"

namespace cif::internal {

/// Unpacks groups of eight numbers.
inline void Groups32(const uint8_t* p, int width, int32_t base, int64_t groups, int32_t* out) {
  const Lane32& lane = kLanes32[static_cast<size_t>(width)];
  const uint8x16_t low_bytes = vld1q_u8(lane.bytes.data());
  const uint8x16_t high_bytes = vld1q_u8(lane.bytes.data() + 16);
  const int32x4_t low_shifts = vnegq_s32(vreinterpretq_s32_u32(vld1q_u32(lane.shifts.data())));
  const int32x4_t high_shifts = vnegq_s32(vreinterpretq_s32_u32(vld1q_u32(lane.shifts.data() + 4)));
  const uint32x4_t mask = vdupq_n_u32((1U << width) - 1);
  const int32x4_t bases = vdupq_n_s32(base);
  const int64_t high = width / 2;
  auto four = [&](const uint8_t* from, uint8x16_t bytes, int32x4_t shifts) {
    const uint32x4_t x = vshlq_u32(vreinterpretq_u32_u8(vqtbl1q_u8(vld1q_u8(from), bytes)), shifts);
    return vaddq_s32(vreinterpretq_s32_u32(vandq_u32(x, mask)), bases);
  };
  for (int64_t g = 0; g < groups; g++, p += width, out += 8) {
    vst1q_s32(out, four(p, low_bytes, low_shifts));
    vst1q_s32(out + 4, four(p + high, high_bytes, high_shifts));
  }
}

/// Unpacks groups of eight numbers, each from the 64-bit word in which it starts.
inline void Groups64To64(const uint8_t* p, int width, int64_t base, int64_t groups, int64_t* out) {
  std::array<int64_t, 8> at;
  std::array<int64_t, 8> shift;
  for (size_t i = 0; i < 8; i++) {
    at[i] = static_cast<int64_t>(i) * width / 8;
    shift[i] = -(static_cast<int64_t>(i) * width % 8);
  }
  const uint64x2_t mask = vdupq_n_u64((uint64_t{1} << width) - 1);
  const int64x2_t bases = vdupq_n_s64(base);
  for (int64_t g = 0; g < groups; g++, p += width, out += 8) {
    for (size_t i = 0; i < 8; i += 2) {
      const uint64x2_t words = vcombine_u64(vcreate_u64(Load<uint64_t>(p + at[i])),
                                            vcreate_u64(Load<uint64_t>(p + at[i + 1])));
      const uint64x2_t x = vandq_u64(vshlq_u64(words, vld1q_s64(shift.data() + i)), mask);
      vst1q_s64(out + i, vaddq_s64(vreinterpretq_s64_u64(x), bases));
    }
  }
}

/// Unpacks eight letters at a time, each from the two bytes that contain it.
inline void LettersNeon(const uint8_t* p, int bits, int64_t from, int64_t count, uint8_t* out) {
  alignas(16) std::array<uint8_t, 16> places;
  alignas(16) std::array<int16_t, 8> shifts;
  for (size_t j = 0; j < 8; j++) {
    const auto bit = static_cast<int>(j) * bits;
    places[2 * j] = static_cast<uint8_t>(bit / 8);
    places[2 * j + 1] = static_cast<uint8_t>(bit / 8 + 1);
    shifts[j] = static_cast<int16_t>(-(bit % 8));
  }
  const uint8x16_t place = vld1q_u8(places.data());
  const int16x8_t shift = vld1q_s16(shifts.data());
  const uint8x8_t mask = vdup_n_u8(static_cast<uint8_t>((1U << bits) - 1));
  int64_t bit = from * bits;
  for (int64_t i = 0; i < count; i += 8, bit += int64_t{8} * bits) {
    const uint64_t word = Load<uint64_t>(p + (bit >> 3)) >> (bit & 7);
    const uint8x16_t pairs = vqtbl1q_u8(vcombine_u8(vcreate_u8(word), vdup_n_u8(0)), place);
    const uint16x8_t x = vshlq_u16(vreinterpretq_u16_u8(pairs), shift);
    vst1_u8(out + i, vand_u8(vmovn_u16(x), mask));
  }
}

inline uint8_t MapNeon(const uint8_t* alphabet, int64_t count, uint8_t* text) {
  const uint8x16x4_t low = vld1q_u8_x4(alphabet);
  const uint8x16x4_t high = vld1q_u8_x4(alphabet + 64);
  uint8x16_t greatest = vdupq_n_u8(0);
  int64_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const uint8x16_t x = vld1q_u8(text + i);
    greatest = vmaxq_u8(greatest, x);
    vst1q_u8(text + i, vqtbx4q_u8(vqtbl4q_u8(low, x), high, vsubq_u8(x, vdupq_n_u8(64))));
  }
  return std::max(vmaxvq_u8(greatest), MapLettersPortable(alphabet, count - i, text + i));
}

}  // namespace cif::internal
