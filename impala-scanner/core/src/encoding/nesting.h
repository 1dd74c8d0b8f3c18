// Where a stream stands: how deep in others (FORMAT.md section 6.2, last paragraph), in which block.
#pragma once

#include "util/budget.h"
#include "util/input.h"

namespace cif::internal {

/// The place of a stream. The default is that of a stream which a node names.
class Nesting {
 public:
  /// @param budget what decompressed streams are charged to; nullptr: nothing
  explicit Nesting(Budget* budget = nullptr) : budget_(budget) {}

  Budget* budget() const { return budget_; }

  /// The place of a stream in the payload of this one.
  Nesting Inner(const Input& in) const {
    if (depth_ == kMaxDepth) {
      in.Corrupt("streams nest deeper than 4");
    }
    Nesting inner = *this;
    inner.depth_++;
    return inner;
  }

  /// The place of the content of this compressed stream.
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
