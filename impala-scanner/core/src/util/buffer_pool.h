// Memory of readers that is used again by the readers after them.
#pragma once

#include <deque>
#include <utility>

#include "cif/buffer.h"

namespace cif::internal {

/// For one thread, which closes the readers of a split before it opens those of the next: memory that
/// goes back to the system in between would have to be mapped again, page by page.
class BufferPool {
 public:
  /// Memory that was given back, the longest ago first: columns are opened in the order in which they
  /// are closed.
  Bytes Take() {
    if (free_.empty()) {
      return {};
    }
    Bytes bytes = std::move(free_.front());
    free_.pop_front();
    return bytes;
  }

  /// Readers give in their destructors, which must not fail: without memory for the list it is freed.
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
