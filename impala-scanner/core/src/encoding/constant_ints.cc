#include <algorithm>

#include "encoding/ints.h"
#include "util/slots.h"

namespace cif::internal {
namespace {

/// Encoding 0: one value for all.
class ConstantInts final : public Ints {
 public:
  ConstantInts(int64_t n, int64_t value) : Ints(n), value_(value) {}

  void Read(int64_t, int64_t count, int64_t* out) override { std::fill_n(out, count, value_); }

  void Read32(int64_t, int64_t count, int32_t* out) override {
    int32_t narrow = 0;
    Narrow32(&value_, 1, &narrow);
    std::fill_n(out, count, narrow);
  }

  int64_t At(int64_t) override { return value_; }
  const int64_t* constant() const override { return &value_; }

  bool has_few_values() override { return true; }

  bool Select(const Rows& rows, const IntsMatcher& matcher, std::vector<int32_t>* slots) override {
    if (matcher.Takes(value_)) {
      AppendSlots(0, rows.count, slots);
    }
    return true;
  }

 private:
  int64_t value_;
};

}  // namespace

IntsPtr OpenConstantInts(Input in, int64_t n) {
  int64_t value = in.Svarint();
  in.ExpectEnd("a constant");
  return std::make_unique<ConstantInts>(n, value);
}

}  // namespace cif::internal
