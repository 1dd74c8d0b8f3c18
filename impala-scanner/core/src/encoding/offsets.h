// Start offsets of the parts of a sequence: bytes of strings, entries of lists and maps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "encoding/ints.h"
#include "util/bits.h"

namespace cif::internal {

/// Running sums of a stream of lengths. Keeps a sum for every 1,024 parts, and all sums of one such
/// group. The claims of a hostile stream thus cannot make memory grow.
class Offsets {
 public:
  /// Sums up all lengths. @throws CorruptData if a length is negative, or if their sum exceeds
  /// `most` (below 2^31)
  Offsets(IntsPtr lengths, int64_t most, int64_t offset);

  int64_t size() const { return lengths_->size(); }

  /// Sum of all lengths.
  int64_t total() const { return total_; }

  /// Length of each part if the stream is a constant; else -1.
  int64_t each() const { return each_; }

  /// Returns the sum of the lengths before part i, 0 <= i <= size.
  int64_t Start(int64_t i);

  int64_t Length(int64_t i) { return Start(i + 1) - Start(i); }

  /// Sets out[k] to `base` plus the sum of the lengths of the wanted rows up to and including row
  /// k. Returns the last of them. Requires that `base` plus the sum of all wanted lengths is below
  /// 2^31.
  int64_t Ends(const Rows& rows, int64_t base, int32_t* out);

  /// Returns the sum of the lengths of the wanted rows.
  int64_t Sum(const Rows& rows);

 private:
  void LoadGroup(int64_t group);

  IntsPtr lengths_;
  int64_t each_ = -1;  ///< length of each part if the stream is a constant, else -1
  int64_t total_ = 0;
  std::vector<int32_t> group_starts_;
  int64_t group_ = -1;
  std::array<int32_t, kVector + 1> within_;
};

}  // namespace cif::internal
