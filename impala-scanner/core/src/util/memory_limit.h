// Limit on the memory that is kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "util/process.h"

namespace cif::internal {

/// Number of bytes that its users in this process may still keep together. Thread-safe.
class MemoryLimit {
 public:
  explicit MemoryLimit(int64_t bytes)
      : left_([bytes] { return std::make_unique<std::atomic<int64_t>>(bytes); }) {}

  /// Takes a share. Returns false if fewer bytes are left.
  bool Take(int64_t bytes) {
    std::atomic<int64_t>& of_process = left_.Get();
    int64_t left = of_process.load();
    while (bytes <= left) {
      if (of_process.compare_exchange_weak(left, left - bytes)) {
        return true;
      }
    }
    return false;
  }

 private:
  PerProcess<std::atomic<int64_t>> left_;
};

}  // namespace cif::internal
