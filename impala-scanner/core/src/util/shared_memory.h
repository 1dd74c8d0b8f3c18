// Memory of readers that views in vectors may point into.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "cif/buffer.h"

namespace cif::internal {

/// Memory that a reader has filled, such as a block or a decompressed stream. A share keeps it
/// alive: the reader then leaves it unchanged and fills other memory. For one thread; any thread
/// may drop a share.
class SharedMemory {
 public:
  /// Memory that cannot be shared.
  SharedMemory() = default;

  /// Whole content of a Buffer or of Bytes.
  template <typename Memory>
  explicit SharedMemory(std::shared_ptr<Memory> memory)
      : bytes_{memory, memory->data(), static_cast<int64_t>(memory->size())} {}

  /// True if it can be shared: views have 32 bits for an offset in it.
  bool can_share() const { return bytes_.owner != nullptr && bytes_.size <= INT32_MAX; }

  /// True if a share was taken, even if it has been dropped.
  bool is_shared() const { return is_shared_; }

  const uint8_t* data() const { return bytes_.data; }
  int64_t size() const { return bytes_.size; }

  const SharedBytes& Share() {
    is_shared_ = true;
    return bytes_;
  }

 private:
  SharedBytes bytes_;
  bool is_shared_ = false;
};

}  // namespace cif::internal
