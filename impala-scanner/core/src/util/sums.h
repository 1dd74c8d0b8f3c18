// Running sums.
#pragma once

#include <cstdint>
#include <type_traits>

namespace cif::internal {

/// Replaces each number by `base` plus the sum of the numbers up to it, modulo 2^bits. Returns the
/// last.
template <typename T>
T SumUp(T* a, int64_t count, T base) {
  using U = std::make_unsigned_t<T>;
  auto at = [a](int64_t i) { return static_cast<U>(a[i]); };
  U sum = static_cast<U>(base);
  int64_t i = 0;
  // Four per step: only one addition per step waits for the step before.
  for (; i + 4 <= count; i += 4) {
    const U s1 = at(i);
    const U s2 = s1 + at(i + 1);
    const U s3 = s2 + at(i + 2);
    const U s4 = s3 + at(i + 3);
    a[i] = static_cast<T>(sum + s1);
    a[i + 1] = static_cast<T>(sum + s2);
    a[i + 2] = static_cast<T>(sum + s3);
    sum += s4;
    a[i + 3] = static_cast<T>(sum);
  }
  for (; i < count; i++) {
    sum += at(i);
    a[i] = static_cast<T>(sum);
  }
  return static_cast<T>(sum);
}

}  // namespace cif::internal
