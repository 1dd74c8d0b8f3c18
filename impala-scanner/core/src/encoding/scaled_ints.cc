#include <string>
#include <utility>

#include "encoding/ints.h"

namespace cif::internal {
namespace {

/// Encoding 6: multiples of a common factor.
class ScaledInts final : public Ints {
 public:
  ScaledInts(uint64_t factor, IntsPtr quotients)
      : Ints(quotients->size()), factor_(factor), quotients_(std::move(quotients)) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    quotients_->Read(from, count, out);
    for (int64_t i = 0; i < count; i++) {
      out[i] = Times(out[i]);
    }
  }

  int64_t At(int64_t i) override { return Times(quotients_->At(i)); }

 private:
  int64_t Times(int64_t q) const {
    return static_cast<int64_t>(static_cast<uint64_t>(q) * factor_);
  }

  uint64_t factor_;
  IntsPtr quotients_;
};

}  // namespace

IntsPtr OpenScaledInts(Input in, int64_t n, const Nesting& nesting) {
  uint64_t factor = in.Uvarint();
  if (factor < 2) {
    in.Corrupt("numbers are scaled by " + std::to_string(factor));
  }
  IntsPtr quotients = OpenInts(&in, n, nesting.Inner(in));
  in.ExpectEnd("scaled numbers");
  return std::make_unique<ScaledInts>(factor, std::move(quotients));
}

}  // namespace cif::internal
