// Ranges of integers, and the search for values in them.
#pragma once

#include <cstdint>
#include <vector>

namespace cif::internal {

/// Integers from `least` to `most`, or all others.
struct IntegerRange {
  int64_t least;
  int64_t most;  ///< an empty range if below `least`
  bool is_inverted = false;

  bool Has(int64_t value) const { return (least <= value && value <= most) != is_inverted; }
};

/// Appends `slot` + k for each of `count` values k that is in the range.
void SelectIn(const int64_t* values, int64_t count, const IntegerRange& range, int64_t slot,
              std::vector<int32_t>* slots);

/// Does the same with 32-bit numbers, unsigned if `unsigned32`, else signed.
void SelectIn32(const int32_t* values, bool unsigned32, int64_t count, const IntegerRange& range,
                int64_t slot, std::vector<int32_t>* slots);

}  // namespace cif::internal
