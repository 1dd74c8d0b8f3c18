#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "encoding/ints.h"
#include "util/bits.h"

namespace cif::internal {
namespace {

/// Powers of ten that are exact as doubles.
constexpr std::array<double, 23> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Exceptions: numbers that differ from their digits. Keeps the first position of every 1,024
/// exceptions, and one such group. The claims of a hostile stream thus cannot make memory grow.
class Corrections {
 public:
  Corrections(int64_t n, IntsPtr places, IntsPtr numbers, int64_t offset)
      : n_(n), places_(std::move(places)), numbers_(std::move(numbers)), offset_(offset) {}

  /// Calls `correct` with position and number of each exception among `count` values from `from`
  /// on.
  template <typename Correct>
  void ForEach(int64_t from, int64_t count, Correct correct) {
    if (places_ == nullptr) {
      return;
    }
    if (starts_.empty()) {
      Index();
    }
    const int64_t end = from + count;
    auto next = std::upper_bound(starts_.begin(), starts_.end(), from);
    for (auto group = std::max<int64_t>(next - starts_.begin() - 1, 0);
         group < static_cast<int64_t>(starts_.size()) && starts_[static_cast<size_t>(group)] < end;
         group++) {
      Load(group);
      auto first = std::lower_bound(at_.begin(), at_.begin() + size_, from);
      for (auto i = static_cast<size_t>(first - at_.begin());
           i < static_cast<size_t>(size_) && at_[i] < end; i++) {
        correct(at_[i], by_[i]);
      }
    }
  }

 private:
  /// Checks all positions.
  void Index() {
    std::vector<int64_t> starts;
    at_.resize(kVector);
    by_.resize(kVector);
    int64_t before = -1;
    for (int64_t from = 0; from < places_->size(); from += kVector) {
      const int64_t k = std::min(kVector, places_->size() - from);
      group_ = -1;
      places_->Read(from, k, at_.data());
      starts.push_back(at_[0]);
      for (int64_t i = 0; i < k; i++) {
        const int64_t place = at_[static_cast<size_t>(i)];
        if (place <= before || place >= n_) {
          throw CorruptData(offset_, "a correction of number " + std::to_string(place) +
                                         " behind " + std::to_string(before) + ", of " +
                                         std::to_string(n_));
        }
        before = place;
      }
    }
    starts_ = std::move(starts);
  }

  void Load(int64_t group) {
    if (group == group_) {
      return;
    }
    group_ = -1;
    const int64_t from = group * kVector;
    size_ = std::min(kVector, places_->size() - from);
    places_->Read(from, size_, at_.data());
    numbers_->Read(from, size_, by_.data());
    group_ = group;
  }

  int64_t n_;
  IntsPtr places_;  ///< nullptr if there are none
  IntsPtr numbers_;
  int64_t offset_;
  std::vector<int64_t> starts_;
  int64_t group_ = -1;
  int64_t size_ = 0;
  std::vector<int64_t> at_;  ///< positions of the group's exceptions; empty before first use
  std::vector<int64_t> by_;
};

/// Encoding 8: the bits of floats or doubles that are decimals, as digits and one common scale.
template <typename Float, typename Bits>
class DigitInts final : public Ints {
 public:
  DigitInts(double divisor, IntsPtr digits, Corrections corrections)
      : Ints(digits->size()),
        divisor_(divisor),
        digits_(std::move(digits)),
        corrections_(std::move(corrections)) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    digits_->Read(from, count, out);
    for (int64_t i = 0; i < count; i++) {
      out[i] = Quotient(out[i]);
    }
    corrections_.ForEach(from, count, [&](int64_t place, int64_t by) {
      out[place - from] = Corrected(out[place - from], by);
    });
  }

  int64_t At(int64_t i) override {
    int64_t value = Quotient(digits_->At(i));
    corrections_.ForEach(i, 1, [&](int64_t, int64_t by) { value = Corrected(value, by); });
    return value;
  }

 private:
  int64_t Quotient(int64_t digits) const {
    return std::bit_cast<Bits>(static_cast<Float>(static_cast<double>(digits) / divisor_));
  }

  static int64_t Corrected(int64_t bits, int64_t by) {
    return static_cast<Bits>(static_cast<uint64_t>(bits) + static_cast<uint64_t>(by));
  }

  double divisor_;
  IntsPtr digits_;
  Corrections corrections_;
};

}  // namespace

IntsPtr OpenDigitInts(Input in, int64_t n, const Nesting& nesting) {
  const int width = in.U8();
  if (width != 4 && width != 8) {
    in.Corrupt("floating-point numbers of " + std::to_string(width) + " bytes");
  }
  const auto scale = static_cast<size_t>(in.U8());
  if (scale >= kPowers.size()) {
    in.Corrupt("a scale of " + std::to_string(scale) + ": at most " +
               std::to_string(kPowers.size() - 1) + " can be");
  }
  const int64_t offset = in.offset();
  const Nesting inner = nesting.Inner(in);
  IntsPtr digits = OpenInts(&in, n, inner);
  const int64_t x = in.Count("the number of corrections", n);
  IntsPtr places = x == 0 ? nullptr : OpenInts(&in, x, inner);
  IntsPtr numbers = x == 0 ? nullptr : OpenInts(&in, x, inner);
  in.ExpectEnd("digits");
  Corrections corrections(n, std::move(places), std::move(numbers), offset);
  if (width == 8) {
    return std::make_unique<DigitInts<double, int64_t>>(kPowers[scale], std::move(digits),
                                                        std::move(corrections));
  }
  return std::make_unique<DigitInts<float, int32_t>>(kPowers[scale], std::move(digits),
                                                     std::move(corrections));
}

}  // namespace cif::internal
