// Presence of a node's values: `presence(n)` of FORMAT.md section 6.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "util/budget.h"
#include "util/input.h"
#include "vector/rows.h"

namespace cif::internal {

/// Forms of presence, in the order of their numbers in files: FORMAT.md section 6.
enum class PresenceKind : uint8_t { kAll, kNone, kBitmap, kRuns };

inline constexpr std::array<const char*, 4> kPresenceKinds = {"all", "none", "bitmap", "runs"};

/// Wanted rows of a node, as positions among its present values.
struct DenseRows {
  Rows rows;
  std::vector<int32_t> index;  ///< memory of `rows`, if they are a list
  std::vector<uint64_t> bits;  ///< bit k: wanted row k is present
};

class Presence {
 public:
  /// Returns the presence of n values that are all present.
  static Presence All(int64_t n);

  /// Returns the presence of n values: value i is present if bit i & 63 of word i / 64 is set.
  /// There are n / 64 + 1 words.
  static Presence Of(int64_t n, std::vector<uint64_t> words);

  /// Reads the presence of n values.
  static Presence Read(Input* in, int64_t n, Budget* budget);

  int64_t size() const { return size_; }
  /// Number of present values.
  int64_t present() const { return present_; }
  bool all() const { return present_ == size_; }

  /// Selects the present rows among the wanted ones. Not for all(), and not if no value is present.
  void Select(const Rows& rows, DenseRows* out) const;

 private:
  explicit Presence(int64_t n) : size_(n) {}

  void ReadBitmap(Input* in);
  void ReadRuns(Input* in, Budget* budget);
  void Count();

  bool IsPresent(int64_t i) const {
    return (words_[static_cast<size_t>(i >> 6)] >> (i & 63) & 1) != 0;
  }

  /// Returns the number of present values before value i, 0 <= i <= size.
  int64_t Rank(int64_t i) const;

  int64_t size_;
  int64_t present_ = 0;
  std::vector<uint64_t> words_;  ///< with one extra word; empty if all or no values are present
  std::vector<int32_t> ranks_;   ///< present values before each word
};

}  // namespace cif::internal
