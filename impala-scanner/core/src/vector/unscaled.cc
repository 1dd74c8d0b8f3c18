#include "vector/unscaled.h"

#include <array>
#include <cstdlib>
#include <limits>

#include "util/plain_double.h"

namespace cif {

double NearestDouble(int128 unscaled, int scale) {
  // All powers of ten that are doubles.
  constexpr std::array<double, 23> kUnits = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int128 kExact = int128{1} << std::numeric_limits<double>::digits;
  const auto unit = static_cast<size_t>(scale);
  if (unscaled <= kExact && unscaled >= -kExact && unit < kUnits.size()) {
    return static_cast<double>(unscaled) / kUnits[unit];
  }
  const std::string text = internal::Digits(unscaled) + "e-" + std::to_string(scale);
  char* end = nullptr;
  return internal::PlainDouble(text.c_str(), &end);
}

namespace internal {

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

}  // namespace internal
}  // namespace cif
