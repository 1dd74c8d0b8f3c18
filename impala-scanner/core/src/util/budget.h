// A limit on what readers of a column may allocate.
#pragma once

#include <cstdint>
#include <exception>

namespace cif::internal {

/// A read that needs more memory than it may have.
class TooLarge : public std::exception {
 public:
  explicit TooLarge(const char* what =
                        "the rows of one batch take more memory than ReadOptions::max_batch_bytes")
      : what_(what) {}
  const char* what() const noexcept override { return what_; }

 private:
  const char* what_;
};

/// Memory that the values of one read may still take, and the open block's decompressed streams, which
/// stay for the reads after it.
class Budget {
 public:
  Budget() = default;
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// A read begins, or what it has taken since left() is given back.
  void Set(int64_t bytes) { left_ = bytes; }
  int64_t left() const { return left_; }

  /// A block is opened; the one before has freed its memory.
  void SetBlock(int64_t bytes) { block_left_ = bytes; }

  /// Takes a share before it is allocated. @throws TooLarge
  void Charge(int64_t bytes) {
    if (bytes > left_) {
      throw TooLarge();
    }
    left_ -= bytes;
  }

  /// Takes the room of a stream of the block before it is decompressed. @throws TooLarge
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
