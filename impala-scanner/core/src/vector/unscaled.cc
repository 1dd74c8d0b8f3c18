#include "vector/unscaled.h"

#include <cstdlib>

namespace cif::internal {

int128 UnscaledAt(const Vector& v, int64_t i) {
  if (v.type.kind() != Kind::kDecimal) {
    return v.integer(i);
  }
  return v.type.is_decimal64() ? int128{v.values.as<int64_t>()[i]} : v.values.as<int128>()[i];
}

std::string Digits(int128 value) {
  const bool is_negative = value < 0;
  std::string digits;
  do {
    digits += static_cast<char>('0' + std::abs(static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  digits += is_negative ? "-" : "";
  return {digits.rbegin(), digits.rend()};
}

}  // namespace cif::internal
