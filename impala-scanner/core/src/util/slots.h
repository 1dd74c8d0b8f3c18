// Lists of slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace cif::internal {

/// Appends `count` consecutive numbers.
inline void AppendSlots(int64_t first, int64_t count, std::vector<int32_t>* slots) {
  const size_t at = slots->size();
  slots->resize(at + static_cast<size_t>(count));
  std::iota(slots->begin() + static_cast<std::ptrdiff_t>(at), slots->end(),
            static_cast<int32_t>(first));
}

}  // namespace cif::internal
