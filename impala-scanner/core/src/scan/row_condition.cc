#include "scan/row_condition.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "scan/condition.h"

namespace cif::internal {
namespace {

using Slots = std::vector<int32_t>;

void AppendEvery(const RowValues& rows, Slots* slots) {
  const size_t at = slots->size();
  slots->resize(at + static_cast<size_t>(rows.count()));
  std::iota(slots->begin() + static_cast<int64_t>(at), slots->end(), 0);
}

/// Appends the slots of values that are not NULL and not among some.
void AppendOthers(const Vector& values, const Slots& some, Slots* slots) {
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

RowCondition::RowCondition(const Condition& condition, Sources* sources) : condition_(&condition),
      source_{Type::Primitive(Kind::kString), Type::Primitive(Kind::kString), Source::kMissing} {
  of_split_.condition = condition_;
  if (!IsLeaf(condition.op)) {
    CheckCombined(condition);
    for (const Condition& one : condition.conditions) {
      conditions_.emplace_back(one, sources);
      of_split_.conditions.push_back(conditions_.back().of_split());
    }
    return;
  }
  source_ = sources->Find(condition.target, condition.type ? &*condition.type : nullptr);
  of_split_ = ConditionOn(condition, {sources->ColumnOf(source_), source_.stored, source_.type});
  if (!source_.is_missing()) {
    CheckCondition(condition, source_.type);
  }
  if (condition.op == Op::kIn) {
    set_ = std::make_unique<const LiteralSet>(condition.literals);
  }
}

void RowCondition::Select(bool truth, RowValues* rows, Slots* slots) const {
  switch (condition_->op) {
    case Op::kNot:
      return conditions_[0].Select(!truth, rows, slots);
    case Op::kAnd:
      return truth ? SelectAll(truth, rows, slots) : SelectOne(truth, rows, slots);
    case Op::kOr:
      return truth ? SelectOne(truth, rows, slots) : SelectAll(truth, rows, slots);
    default:
      return SelectLeaf(truth, rows, slots);
  }
}

void RowCondition::SelectLeaf(bool truth, RowValues* rows, Slots* slots) const {
  const bool is_on_nulls = condition_->op == Op::kIsNull || condition_->op == Op::kIsNotNull;
  if (source_.is_missing()) {
    if (is_on_nulls && truth == (condition_->op == Op::kIsNull)) {
      AppendEvery(*rows, slots);
    }
    return;
  }
  const Vector& values = rows->Of(source_);
  if (is_on_nulls) {
    Condition same;
    same.op = truth == (condition_->op == Op::kIsNull) ? Op::kIsNull : Op::kIsNotNull;
    return SelectSlots(same, values, slots);
  }
  Slots found;
  Slots* to = truth ? slots : &found;
  if (set_ != nullptr) {
    set_->Select(values, to);
  } else {
    SelectSlots(*condition_, values, to);
  }
  if (!truth) {
    AppendOthers(values, found, slots);
  }
}

void RowCondition::SelectAll(bool truth, RowValues* rows, Slots* slots) const {
  Slots left;
  AppendEvery(*rows, &left);
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

void RowCondition::SelectOne(bool truth, RowValues* rows, Slots* slots) const {
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
