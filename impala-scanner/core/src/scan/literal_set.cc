#include "scan/literal_set.h"

#include <algorithm>

#include "filter/value_bytes.h"
#include "scan/leaf.h"

namespace cif::internal {
namespace {

/// Maximum range of numbers that are stored as bits.
constexpr uint64_t kMostBits = 1 << 16;

}  // namespace

LiteralSet::LiteralSet(const std::vector<Literal>& literals) {
  std::vector<int64_t> numbers;
  for (const Literal& literal : literals) {
    if (const auto* number = std::get_if<int64_t>(&literal)) {
      numbers.push_back(*number);
    } else if (!IsNan(literal)) {
      std::string bytes;
      AppendValueBytes(literal, &bytes);
      bytes_.insert(std::move(bytes));
    }
  }
  if (numbers.empty()) {
    return;
  }
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  const uint64_t span = static_cast<uint64_t>(*most) - static_cast<uint64_t>(*least);
  if (span < kMostBits) {
    least_ = *least;
    close_.resize(static_cast<size_t>(span + 1));
    for (int64_t number : numbers) {
      close_[static_cast<size_t>(number - least_)] = true;
    }
  } else {
    numbers_.insert(numbers.begin(), numbers.end());
  }
}

bool LiteralSet::Has(int64_t value) const {
  const uint64_t at = static_cast<uint64_t>(value) - static_cast<uint64_t>(least_);
  return at < close_.size() ? close_[static_cast<size_t>(at)] : numbers_.count(value) > 0;
}

void LiteralSet::Select(const Vector& values, std::vector<int32_t>* slots) const {
  const bool are_numbers = values.type.type_class() == Class::kInt;
  std::string bytes;
  for (int64_t i = 0; i < values.length; i++) {
    if (values.IsNull(i)) {
      continue;
    }
    bool is_in = false;
    if (are_numbers) {
      is_in = Has(values.integer(i));
    } else {
      bytes.clear();
      AppendValueBytes(values, i, &bytes);
      is_in = bytes_.count(bytes) > 0;
    }
    if (is_in) {
      slots->push_back(static_cast<int32_t>(i));
    }
  }
}

}  // namespace cif::internal
