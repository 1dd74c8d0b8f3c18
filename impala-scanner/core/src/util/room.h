// Limit on the memory that is kept.
#pragma once

#include <atomic>
#include <cstdint>

namespace cif::internal {

/// Number of bytes that all users together may keep. Thread-safe.
class Room {
 public:
  explicit Room(int64_t bytes) : left_(bytes) {}

  /// Takes a share. Returns false if fewer bytes are left.
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
