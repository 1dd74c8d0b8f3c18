// Streams of layout auto, built by hand: FORMAT.md section 6.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cif::test {

/// Returns a uvarint of FORMAT.md section 1.
inline std::string Uvarint(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>(value | 0x80);
  }
  return out + static_cast<char>(value);
}

/// Returns a svarint of FORMAT.md section 1.
inline std::string Svarint(int64_t value) {
  return Uvarint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
}

/// Returns bytes with their length before them.
inline std::string Sized(const std::string& bytes) { return Uvarint(bytes.size()) + bytes; }

/// Returns a stream of one value.
inline std::string Constant(int64_t value) { return Sized(std::string(1, '\0') + Svarint(value)); }

/// Returns a stream of numbers of one byte each.
inline std::string Plain(const std::vector<int8_t>& values) {
  return Sized("\x05\x01" + std::string(values.begin(), values.end()));
}

}  // namespace cif::test
