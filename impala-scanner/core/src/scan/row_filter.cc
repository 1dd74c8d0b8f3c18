#include "scan/row_filter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "scan/leaf.h"
#include "util/slots.h"

namespace cif::internal {
namespace {

using Slots = std::vector<int32_t>;

}  // namespace

RowFilter::RowFilter(const Predicate& condition, Sources* sources)
    : condition_(&condition),
      source_{Type::Primitive(Kind::kString), Type::Primitive(Kind::kString), Source::kMissing} {
  of_split_.predicate = condition_;
  if (!IsLeaf(condition.op)) {
    CheckCombined(condition);
    for (const Predicate& one : condition.conditions) {
      conditions_.emplace_back(one, sources);
      of_split_.conditions.push_back(conditions_.back().of_split());
    }
    return;
  }
  source_ = sources->Find(condition.target, condition.type ? &*condition.type : nullptr);
  of_split_ = PredicateOn(condition, {sources->ColumnOf(source_), source_.stored, source_.type});
  if (!source_.is_missing()) {
    CheckLeaf(condition, source_.type);
    const std::shared_ptr<const LiteralSet> set = LeafMatcher::SetOf(condition);
    true_ = std::make_unique<const LeafMatcher>(condition, true, source_.type, set);
    false_ = std::make_unique<const LeafMatcher>(condition, false, source_.type, set);
  }
}

void RowFilter::Select(bool truth, RowValues* rows, Slots* slots) const {
  switch (condition_->op) {
    case Op::kNot:
      return conditions_[0].Select(!truth, rows, slots);
    case Op::kAnd:
      return truth ? SelectAll(truth, rows, slots) : SelectOne(truth, rows, slots);
    case Op::kOr:
      return truth ? SelectOne(truth, rows, slots) : SelectAll(truth, rows, slots);
    case Op::kEq:
    case Op::kNe:
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
    case Op::kIsNull:
    case Op::kIsNotNull:
    case Op::kContains:
    case Op::kStartsWith:
    case Op::kIn:
      break;
  }
  return SelectLeaf(truth, rows, slots);
}

void RowFilter::SelectLeaf(bool truth, RowValues* rows, Slots* slots) const {
  if (!source_.is_missing()) {
    rows->Select(source_, truth ? *true_ : *false_, slots);
  } else if (condition_->op == (truth ? Op::kIsNull : Op::kIsNotNull)) {
    AppendSlots(0, rows->count(), slots);
  }
}

void RowFilter::SelectAll(bool truth, RowValues* rows, Slots* slots) const {
  Slots left;
  AppendSlots(0, rows->count(), &left);
  for (size_t c = 0; c < conditions_.size() && !left.empty(); c++) {
    Slots here;
    conditions_[c].Select(truth, rows, &here);
    Slots both;
    std::set_intersection(left.begin(), left.end(), here.begin(), here.end(),
                          std::back_inserter(both));
    left = std::move(both);
  }
  slots->insert(slots->end(), left.begin(), left.end());
}

void RowFilter::SelectOne(bool truth, RowValues* rows, Slots* slots) const {
  Slots found;
  const auto every = static_cast<size_t>(rows->count());
  for (size_t c = 0; c < conditions_.size() && found.size() < every; c++) {
    Slots here;
    conditions_[c].Select(truth, rows, &here);
    Slots either;
    std::set_union(found.begin(), found.end(), here.begin(), here.end(),
                   std::back_inserter(either));
    found = std::move(either);
  }
  slots->insert(slots->end(), found.begin(), found.end());
}

}  // namespace cif::internal
