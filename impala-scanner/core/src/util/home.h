// Memory of readers that vectors may point into.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "cif/buffer.h"

namespace cif::internal {

/// Memory that a reader has filled, such as a block or a decompressed stream. Who takes a share of it keeps it
/// alive; the reader then leaves it as it is, and fills other memory. For one thread; shares may be dropped by
/// any.
class Home {
 public:
  /// Memory of which nobody can have a share.
  Home() = default;

  /// All of a Buffer, or of Bytes.
  template <typename Memory>
  explicit Home(std::shared_ptr<Memory> memory)
      : bytes_{memory, memory->data(), static_cast<int64_t>(memory->size())} {}

  /// Views have 32 bits for a place in it.
  bool can_share() const { return bytes_.owner != nullptr && bytes_.size <= INT32_MAX; }

  /// Whether somebody has, or had, a share.
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
