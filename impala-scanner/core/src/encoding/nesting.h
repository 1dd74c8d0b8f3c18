// Nesting of a stream in other streams (FORMAT.md section 6.2, last paragraph), and its block's
// budget.
#pragma once

#include "util/budget.h"
#include "util/input.h"

namespace cif::internal {

/// Place of a stream. The default is the place of a stream directly in a node.
class Nesting {
 public:
  /// @param budget budget of the decompressed streams; nullptr: no limit
  explicit Nesting(Budget* budget = nullptr) : budget_(budget) {}

  Budget* budget() const { return budget_; }

  /// Returns the place of a stream in the payload of this one.
  Nesting Inner(const Input& in) const {
    if (depth_ == kMaxDepth) {
      in.Corrupt("streams nest deeper than 4");
    }
    Nesting inner = *this;
    inner.depth_++;
    return inner;
  }

  /// Returns the place of this compressed stream's content.
  Nesting Decompressed(const Input& in) const {
    if (compressed_) {
      in.Corrupt("a compressed stream in a compressed stream");
    }
    Nesting inner = Inner(in);
    inner.compressed_ = true;
    return inner;
  }

 private:
  static constexpr int kMaxDepth = 4;

  Budget* budget_;
  int depth_ = 1;
  bool compressed_ = false;
};

}  // namespace cif::internal
