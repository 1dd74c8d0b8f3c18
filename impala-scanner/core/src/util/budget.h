// Limit on the memory that readers of a column may allocate.
#pragma once

#include <cstdint>
#include <exception>

namespace cif::internal {

/// Failure of a read that needs more memory than it may have.
class TooLarge : public std::exception {
 public:
  explicit TooLarge(
      const char* what = "the rows of one batch take more memory than ReadOptions::max_batch_bytes")
      : what_(what) {}
  const char* what() const noexcept override { return what_; }

 private:
  const char* what_;
};

/// Memory that the values of one read may still take, and memory for the decompressed streams of
/// the open block. These streams stay for later reads.
class Budget {
 public:
  Budget() = default;
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Starts a read, or gives back the memory that was charged since left() was called.
  void Set(int64_t bytes) { left_ = bytes; }
  int64_t left() const { return left_; }

  /// Starts a block. The block before has freed its memory.
  void SetBlock(int64_t bytes) { block_left_ = bytes; }

  /// Charges memory for values before it is allocated. @throws TooLarge
  void Charge(int64_t bytes) {
    if (bytes > left_) {
      throw TooLarge();
    }
    left_ -= bytes;
  }

  /// Charges memory for a stream of the block before it is decompressed. @throws TooLarge
  void ChargeBlock(int64_t bytes) {
    if (bytes > block_left_) {
      throw TooLarge(
          "a block takes more memory, decompressed, than ReadOptions::max_decompressed_bytes");
    }
    block_left_ -= bytes;
  }

 private:
  int64_t left_ = 0;
  int64_t block_left_ = 0;
};

}  // namespace cif::internal
