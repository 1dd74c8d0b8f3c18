#include "scan/pruner.h"

#include <algorithm>
#include <string>
#include <utility>

#include "filter/value_bytes.h"
#include "scan/condition.h"

namespace cif::internal {
namespace {

/// The condition of a conjunction that compares a column for equality with a literal of the bytes that its
/// values have; nullptr if there is none.
const Condition* EqualityOn(const Conjunction& conditions, const Column& column,
                            const Schema& schema) {
  for (const SplitCondition* one : conditions) {
    if (one->column >= 0 && &schema.columns[static_cast<size_t>(one->column)] == &column &&
        one->condition->op == Op::kEq && one->condition->target.steps.empty() &&
        one->has_same_literals) {
      return one->condition;
    }
  }
  return nullptr;
}

/// What a filter is asked for a conjunction; false if it can't be asked.
bool KeyOf(const FilterFile& filter, const Conjunction& conditions, const Schema& schema,
           FilterKey* key) {
  std::vector<std::string> values;
  for (const Column* column : filter.key()) {
    const Condition* equality = EqualityOn(conditions, *column, schema);
    if (equality == nullptr) {
      return false;
    }
    AppendValueBytes(equality->literal, &values.emplace_back());
  }
  *key = FilterKeyOf(std::move(values));
  return true;
}

}  // namespace

RowRanges Pruner::ByStatistics(const Conjunction& conditions, RowRanges rows) const {
  for (size_t c = 0; c < conditions.size() && !rows.empty(); c++) {
    const SplitCondition& one = *conditions[c];
    if (one.column < 0) {
      rows = one.condition->op == Op::kIsNull ? rows : RowRanges();
      continue;
    }
    if (!one.has_same_literals) {
      continue;
    }
    RowRanges possible;
    for (const BlockInfo& b : footer_of_(one.column).blocks) {
      if (MayMatch(*one.condition, b.statistics, b.rows)) {
        possible.Add(b.first_row, b.first_row + b.rows);
      }
    }
    rows = rows.Intersect(possible);
  }
  return rows;
}

void Pruner::ByFilters(std::vector<PrunedRows>* all) {
  for (const std::unique_ptr<FilterFile>& filter : *filters_) {
    std::vector<FilterQuestion> questions;
    std::vector<PrunedRows*> asked;
    for (PrunedRows& one : *all) {
      FilterKey key;
      if (!one.rows.empty() && KeyOf(*filter, one.conditions, split_->schema(), &key)) {
        questions.push_back({std::move(key), std::move(one.rows)});
        asked.push_back(&one);
      }
    }
    if (questions.empty()) {
      continue;
    }
    std::vector<FilterQuestion*> pointers;
    for (FilterQuestion& question : questions) {
      pointers.push_back(&question);
    }
    filter->Narrow(pointers, &bytes_read_);
    for (size_t i = 0; i < asked.size(); i++) {
      asked[i]->rows = std::move(questions[i].rows);
    }
  }
}

}  // namespace cif::internal
