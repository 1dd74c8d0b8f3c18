#include <algorithm>
#include <array>
#include <utility>

#include "encoding/ints.h"
#include "encoding/packed_vectors.h"
#include "util/sums.h"

namespace cif::internal {
namespace {

/// Encoding 2: packed differences.
class DeltaInts final : public Ints {
 public:
  DeltaInts(int64_t n, std::vector<PackedVector> vectors) : Ints(n), vectors_(std::move(vectors)) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    for (int64_t done = 0; done < count;) {
      int64_t i = from + done;
      int64_t first = i % kVector;
      int64_t size = VectorSize(this->size(), i / kVector);
      int64_t k = std::min(size - first, count - done);
      if (k == size) {
        Decode(i / kVector, out + done);
      } else {
        std::copy_n(Cached(i / kVector) + first, k, out + done);
      }
      done += k;
    }
  }

  int64_t At(int64_t i) override { return Cached(i / kVector)[i % kVector]; }

 private:
  const int64_t* Cached(int64_t vector) {
    if (cached_ != vector) {
      Decode(vector, cache_.data());
      cached_ = vector;
    }
    return cache_.data();
  }

  void Decode(int64_t vector, int64_t* out) const {
    const PackedVector& v = vectors_[static_cast<size_t>(vector)];
    int64_t k = VectorSize(size(), vector);
    Unpack64(v.data, v.width, v.base, 0, k - 1, out + 1);
    out[0] = v.first;
    SumUp(out + 1, k - 1, v.first);
  }

  std::vector<PackedVector> vectors_;
  int64_t cached_ = -1;
  std::array<int64_t, kVector> cache_;
};

}  // namespace

IntsPtr OpenDeltaInts(Input in, int64_t n) {
  std::vector<PackedVector> vectors = OpenPackedVectors(&in, n, 1, true);
  return std::make_unique<DeltaInts>(n, std::move(vectors));
}

}  // namespace cif::internal
