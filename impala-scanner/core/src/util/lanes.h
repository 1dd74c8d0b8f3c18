// Positions of bit-packed numbers in the bytes that vector instructions load.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cif::internal {

/// Bytes that hold each number, and its shift in bits. The four numbers of a half start in the same
/// 16 bytes.
struct Lane32 {
  alignas(32) std::array<uint8_t, 32> bytes;
  alignas(32) std::array<uint32_t, 8> shifts;
};

/// Makes the lane of a width. The low half starts at byte 0, the high half at byte 4 * width / 8.
constexpr Lane32 MakeLane32(int width) {
  Lane32 lane{};
  for (size_t i = 0; i < 8; i++) {
    size_t bit = i * static_cast<size_t>(width);
    size_t base = i < 4 ? 0 : (4 * static_cast<size_t>(width)) / 8;
    for (size_t b = 0; b < 4; b++) {
      lane.bytes[4 * i + b] = static_cast<uint8_t>(bit / 8 - base + b);
    }
    lane.shifts[i] = static_cast<uint32_t>(bit % 8);
  }
  return lane;
}

inline constexpr int kWidest32 = 25;  // a number and the 7 bits before it fit 32 bits

constexpr std::array<Lane32, kWidest32 + 1> MakeLanes32() {
  std::array<Lane32, kWidest32 + 1> lanes{};
  for (int w = 1; w <= kWidest32; w++) {
    lanes[static_cast<size_t>(w)] = MakeLane32(w);
  }
  return lanes;
}

inline constexpr std::array<Lane32, kWidest32 + 1> kLanes32 = MakeLanes32();

}  // namespace cif::internal
