// Memory of closed readers, for later readers.
#pragma once

#include <deque>
#include <utility>

#include "cif/buffer.h"

namespace cif::internal {

/// Pool of buffers for one thread, which closes the readers of a split before it opens those of the
/// next. Without the pool, the memory would go back to the system and be mapped again, page by
/// page.
class BufferPool {
 public:
  /// Returns the buffer that has waited longest, since columns are opened in the order in which
  /// they are closed.
  Bytes Take() {
    if (free_.empty()) {
      return {};
    }
    Bytes bytes = std::move(free_.front());
    free_.pop_front();
    return bytes;
  }

  /// Takes a buffer back. Readers call it in their destructors, which must not fail. If there is no
  /// memory for the list, the buffer is freed.
  void Give(Bytes bytes) noexcept {
    try {
      free_.push_back(std::move(bytes));
    } catch (...) {
    }
  }

 private:
  std::deque<Bytes> free_;
};

}  // namespace cif::internal
