// A limit on what one read may allocate.
#pragma once

#include <cstdint>
#include <exception>

namespace cif::internal {

/// A read that needs more memory than it may have.
class TooLarge : public std::exception {
 public:
  const char* what() const noexcept override {
    return "the rows of one batch take more memory than ReadOptions::max_batch_bytes";
  }
};

/// Memory that the values of one read may still take.
class Budget {
 public:
  void Set(int64_t bytes) { left_ = bytes; }

  /// Takes a share before it is allocated. @throws TooLarge
  void Charge(int64_t bytes) {
    if (bytes > left_) {
      throw TooLarge();
    }
    left_ -= bytes;
  }

 private:
  int64_t left_ = 0;
};

}  // namespace cif::internal
