#include <algorithm>
#include <utility>

#include "encoding/ints.h"
#include "encoding/packed_vectors.h"
#include "util/slots.h"

namespace cif::internal {
namespace {

/// Encoding 1: frame of reference with bit-packing.
class PackedInts final : public Ints {
 public:
  PackedInts(int64_t n, std::vector<PackedVector> vectors)
      : Ints(n), vectors_(std::move(vectors)) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    ForEachVector(from, count, [&](const PackedVector& v, int64_t first, int64_t k, int64_t done) {
      Unpack64(v.data, v.width, v.base, first, k, out + done);
    });
  }

  void Read32(int64_t from, int64_t count, int32_t* out) override {
    ForEachVector(from, count, [&](const PackedVector& v, int64_t first, int64_t k, int64_t done) {
      if (Fits32(v)) {
        Unpack32(v.data, v.width, static_cast<int32_t>(v.base), first, k, out + done);
      } else {
        int64_t wide[kVector];
        Unpack64(v.data, v.width, v.base, first, k, wide);
        Narrow32(wide, k, out + done);
      }
    });
  }

  bool Select(const Rows& rows, const IntsMatcher& matcher, std::vector<int32_t>* slots) override {
    if (rows.index != nullptr || matcher.range() == nullptr) {
      return false;
    }
    ForEachVector(rows.from, rows.count,
                  [&](const PackedVector& v, int64_t first, int64_t k, int64_t done) {
                    SelectOf(v, first, k, *matcher.range(), done, slots);
                  });
    return true;
  }

  int64_t At(int64_t i) override {
    const PackedVector& v = vectors_[static_cast<size_t>(i / kVector)];
    return static_cast<int64_t>(static_cast<uint64_t>(v.base) +
                                PackedAt(v.data, v.width, i % kVector));
  }

 private:
  /// Appends the slots, from `slot` on, of those of `count` numbers from `first` on that are in the
  /// range. Compares numbers at their narrow width. Skips them if base and width of the vector
  /// decide.
  static void SelectOf(const PackedVector& v, int64_t first, int64_t count,
                       const IntegerRange& range, int64_t slot, std::vector<int32_t>* slots) {
    const uint64_t most = v.width == 0 ? 0 : ~uint64_t{0} >> (64 - v.width);
    int64_t greatest = 0;
    if (v.width == 64 || __builtin_add_overflow(v.base, static_cast<int64_t>(most), &greatest)) {
      int64_t wide[kVector];
      Unpack64(v.data, v.width, v.base, first, count, wide);
      SelectIn(wide, count, range, slot, slots);
      return;
    }
    const bool is_none = range.most < v.base || range.least > greatest || range.most < range.least;
    if (is_none || (range.least <= v.base && greatest <= range.most)) {
      if (is_none == range.is_inverted) {
        AppendSlots(slot, count, slots);
      }
      return;
    }
    const IntegerRange numbers{std::max(range.least, v.base) - v.base,
                               std::min(range.most, greatest) - v.base, range.is_inverted};
    if (v.width <= 32) {
      int32_t narrow[kVector];
      Unpack32(v.data, v.width, 0, first, count, narrow);
      SelectIn32(narrow, true, count, numbers, slot, slots);
    } else {
      int64_t wide[kVector];
      Unpack64(v.data, v.width, 0, first, count, wide);
      SelectIn(wide, count, numbers, slot, slots);
    }
  }

  template <typename F>
  void ForEachVector(int64_t from, int64_t count, F f) {
    for (int64_t done = 0; done < count;) {
      int64_t i = from + done;
      int64_t first = i % kVector;
      int64_t k = std::min(kVector - first, count - done);
      f(vectors_[static_cast<size_t>(i / kVector)], first, k, done);
      done += k;
    }
  }

  /// Returns true if all numbers of this base and width fit 32 bits.
  static bool Fits32(const PackedVector& v) {
    return v.width <= 32 && v.base >= INT32_MIN && v.base <= INT32_MAX &&
           v.base + ((int64_t{1} << v.width) - 1) <= INT32_MAX;
  }

  std::vector<PackedVector> vectors_;
};

}  // namespace

IntsPtr OpenPackedInts(Input in, int64_t n) {
  std::vector<PackedVector> vectors = OpenPackedVectors(&in, n, 0, false);
  return std::make_unique<PackedInts>(n, std::move(vectors));
}

}  // namespace cif::internal
