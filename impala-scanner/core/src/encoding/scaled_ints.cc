#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encoding/ints.h"

namespace cif::internal {
namespace {

/// Matcher of multiples that is applied to their quotients.
class QuotientMatcher final : public IntsMatcher {
 public:
  QuotientMatcher(const IntsMatcher& of, uint64_t factor) : of_(of), factor_(factor) {
    if (of.range() != nullptr && factor <= INT64_MAX) {
      const auto divisor = static_cast<int64_t>(factor);
      const IntegerRange& range = *of.range();
      range_ = IntegerRange{range.least / divisor + (range.least % divisor > 0 ? 1 : 0),
                            range.most / divisor - (range.most % divisor < 0 ? 1 : 0),
                            range.is_inverted};
    }
  }

  uint64_t id() const override { return of_.id(); }
  const IntegerRange* range() const override { return range_ ? &*range_ : nullptr; }

  void Select(const int64_t* values, int64_t count, std::vector<int32_t>* places) const override {
    std::vector<int64_t> multiples(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; i++) {
      multiples[static_cast<size_t>(i)] =
          static_cast<int64_t>(static_cast<uint64_t>(values[i]) * factor_);
    }
    of_.Select(multiples.data(), count, places);
  }

 private:
  const IntsMatcher& of_;
  uint64_t factor_;
  std::optional<IntegerRange> range_;
};

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

  bool has_few_values() override { return quotients_->has_few_values(); }

  bool Select(const Rows& rows, const IntsMatcher& matcher, std::vector<int32_t>* slots) override {
    return quotients_->Select(rows, QuotientMatcher(matcher, factor_), slots);
  }

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
