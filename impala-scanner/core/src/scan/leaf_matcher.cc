#include "scan/leaf_matcher.h"

#include <utility>

#include "scan/leaf.h"

namespace cif::internal {
namespace {

/// Appends the slots of the non-NULL values that are not in `some`.
void AppendOthers(const Vector& values, const std::vector<int32_t>& some,
                  std::vector<int32_t>* slots) {
  auto next = some.begin();
  for (int64_t i = 0; i < values.length; i++) {
    if (next != some.end() && *next == i) {
      ++next;
    } else if (!values.IsNull(i)) {
      slots->push_back(static_cast<int32_t>(i));
    }
  }
}

}  // namespace

std::shared_ptr<const LiteralSet> LeafMatcher::SetOf(const Predicate& leaf) {
  return leaf.op == Op::kIn ? std::make_shared<const LiteralSet>(leaf.literals) : nullptr;
}

LeafMatcher::LeafMatcher(const Predicate& leaf, bool truth, const Type& type,
                         std::shared_ptr<const LiteralSet> set)
    : ValueMatcher(type), leaf_(leaf), truth_(truth), set_(std::move(set)) {
  if (leaf.op == Op::kIsNull || leaf.op == Op::kIsNotNull) {
    takes_others_ = truth == (leaf.op == Op::kIsNotNull);
  } else if (leaf.op == Op::kContains) {
    const auto& part = std::get<std::string>(leaf.literal);
    part_ = truth && !part.empty() ? &part : nullptr;
  } else {
    range_ = RangeOf(leaf, type);
    if (range_ && !truth) {
      range_->is_inverted = !range_->is_inverted;
    }
  }
}

void LeafMatcher::Select(const Vector& values, std::vector<int32_t>* slots) const {
  if (takes_others_) {
    return SelectNulls(!*takes_others_, values, slots);
  }
  std::vector<int32_t> found;
  std::vector<int32_t>* to = truth_ ? slots : &found;
  if (set_ != nullptr) {
    set_->Select(values, to);
  } else {
    SelectSlots(leaf_, values, to);
  }
  if (!truth_) {
    AppendOthers(values, found, slots);
  }
}

}  // namespace cif::internal
