// Memory for what is kept.
#pragma once

#include <atomic>
#include <cstdint>

namespace cif::internal {

/// So many bytes may be kept, by all who share it. Thread-safe.
class Room {
 public:
  explicit Room(int64_t bytes) : left_(bytes) {}

  /// Takes a share; false if there is not so much left.
  bool Take(int64_t bytes) {
    int64_t left = left_.load();
    while (bytes <= left) {
      if (left_.compare_exchange_weak(left, left - bytes)) {
        return true;
      }
    }
    return false;
  }

 private:
  std::atomic<int64_t> left_;
};

}  // namespace cif::internal
