// Integers in a range, found among many.
#pragma once

#include <cstdint>
#include <vector>

namespace cif::internal {

/// The integers from `least` to `most`, or all others.
struct IntegerRange {
  int64_t least;
  int64_t most;  ///< below `least`: none are in the range
  bool is_inverted = false;

  bool Has(int64_t value) const { return (least <= value && value <= most) != is_inverted; }
};

/// Appends `slot` + k for each of `count` values k that is in the range.
void SelectIn(const int64_t* values, int64_t count, const IntegerRange& range, int64_t slot,
              std::vector<int32_t>* slots);

/// The same of numbers from 0 to 2^32 - 1, where `unsigned32`, or of numbers of 32 bits with a sign.
void SelectIn32(const int32_t* values, bool unsigned32, int64_t count, const IntegerRange& range,
                int64_t slot, std::vector<int32_t>* slots);

}  // namespace cif::internal
