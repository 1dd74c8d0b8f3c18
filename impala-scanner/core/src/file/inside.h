// Bounds check of file reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cif/result.h"

namespace cif::internal {

/// Returns kCorrupt if a file of `size` bytes ends before the last of these bytes.
inline Status CheckInside(const std::string& path, uint64_t size, uint64_t offset, size_t length) {
  if (offset > size || length > size - offset) {
    return Error{ErrorCode::kCorrupt, path, "", static_cast<int64_t>(offset),
                 std::to_string(length) + " bytes are wanted here, but the file ends at byte " +
                     std::to_string(size) + ": it is truncated"};
  }
  return {};
}

}  // namespace cif::internal
