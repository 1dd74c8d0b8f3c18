#include <bit>

#include "row/dcsl.h"

namespace cif::internal {

uint64_t KeyHash(const Key& key) {
  uint64_t h = 0xCBF29CE484222325;
  auto add = [&h](uint64_t byte) { h = (h ^ byte) * 0x100000001B3; };
  if (key.is_bytes) {
    for (char c : key.bytes) {
      add(static_cast<uint8_t>(c));
    }
  } else {
    for (int shift = 0; shift < 64; shift += 8) {
      add(static_cast<uint64_t>(key.number) >> shift & 0xFF);
    }
  }
  h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCD;
  h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53;
  return h ^ (h >> 33);
}

bool MayHaveKey(const uint8_t* filter, int64_t size, const Key& key) {
  const uint64_t h = KeyHash(key);
  const auto words = static_cast<uint64_t>(size / 8);
  const uint64_t word = Load<uint64_t>(filter + 8 * ((h >> 32) * words >> 32));
  uint64_t bits = 0;
  for (int shift = 0; shift < 24; shift += 6) {
    bits |= uint64_t{1} << (h >> shift & 63);
  }
  return (word & bits) == bits;
}

}  // namespace cif::internal
