#include "scan/pruner.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "filter/value_bytes.h"
#include "scan/condition.h"
#include "scan/projection.h"

namespace cif::internal {
namespace {

/// Returns the condition of a conjunction that compares a column with the operator; nullptr if
/// there is none. Its literals have the same bytes as the column's values.
const Condition* ConditionOf(const Conjunction& conditions, Op op, const Column& column,
                             const Schema& schema) {
  for (const SplitCondition* one : conditions) {
    if (one->column >= 0 && &schema.columns[static_cast<size_t>(one->column)] == &column &&
        one->condition->op == op && one->condition->target.steps.empty() &&
        one->has_same_literals) {
      return one->condition;
    }
  }
  return nullptr;
}

FilterKey KeyOf(const Literal& literal) {
  std::string bytes;
  AppendValueBytes(literal, &bytes);
  return FilterKeyOf({std::move(bytes)});
}

/// Returns the keys, one of which rows of a conjunction must have. Empty if the filter cannot be
/// used.
std::vector<FilterKey> KeysOf(const FilterFile& filter, const Conjunction& conditions,
                              const Schema& schema) {
  std::vector<std::string> values;
  for (const Column* column : filter.key()) {
    if (const Condition* equality = ConditionOf(conditions, Op::kEq, *column, schema)) {
      AppendValueBytes(equality->literal, &values.emplace_back());
    }
  }
  if (values.size() == filter.key().size()) {
    return {FilterKeyOf(std::move(values))};
  }
  std::vector<FilterKey> keys;
  if (filter.key().size() == 1) {
    if (const Condition* in = ConditionOf(conditions, Op::kIn, *filter.key()[0], schema)) {
      std::transform(in->literals.begin(), in->literals.end(), std::back_inserter(keys), KeyOf);
    }
  }
  return keys;
}

}  // namespace

RowRanges Pruner::ByStatistics(const Conjunction& conditions, RowRanges rows) {
  for (size_t c = 0; c < conditions.size() && !rows.empty(); c++) {
    rows = rows.Intersect(MayBe(*conditions[c], true));
  }
  return rows;
}

RowRanges Pruner::MayBe(const SplitCondition& one, bool truth) {
  switch (one.condition->op) {
    case Op::kNot:
      return MayBe(one.conditions[0], !truth);
    case Op::kAnd:
      return truth ? OfAll(one.conditions, truth) : OfOne(one.conditions, truth);
    case Op::kOr:
      return truth ? OfOne(one.conditions, truth) : OfAll(one.conditions, truth);
    default:
      return OfLeaf(one, truth);
  }
}

RowRanges Pruner::OfAll(const std::vector<SplitCondition>& conditions, bool truth) {
  RowRanges rows(0, split_->rows());
  for (size_t c = 0; c < conditions.size() && !rows.empty(); c++) {
    rows = rows.Intersect(MayBe(conditions[c], truth));
  }
  return rows;
}

RowRanges Pruner::OfOne(const std::vector<SplitCondition>& conditions, bool truth) {
  RowRanges rows;
  for (const SplitCondition& one : conditions) {
    rows = rows.Unite(MayBe(one, truth));
  }
  return rows;
}

RowRanges Pruner::OfLeaf(const SplitCondition& leaf, bool truth) {
  const Op op = leaf.condition->op;
  const bool is_on_nulls = op == Op::kIsNull || op == Op::kIsNotNull;
  const bool may_be_null = is_on_nulls && truth == (op == Op::kIsNull);
  if (leaf.column < 0) {
    return may_be_null ? RowRanges(0, split_->rows()) : RowRanges();
  }
  const bool is_part = !leaf.condition->target.steps.empty();
  const bool is_known = is_on_nulls || leaf.has_same_literals;
  if (!is_known && !is_part) {
    return {0, split_->rows()};
  }
  const std::vector<BlockInfo>& blocks = footer_of_(leaf.column).blocks;
  const PartStatistics part = is_part && is_known ? PartOf(leaf) : PartStatistics();
  RowRanges rows;
  for (size_t i = 0; i < blocks.size(); i++) {
    const BlockInfo& b = blocks[i];
    // A part is NULL in rows whose value is NULL.
    const Statistics* statistics = !is_part                     ? &b.statistics
                                   : i < part.size() && part[i] ? &*part[i]
                                                                : nullptr;
    if (statistics == nullptr ? may_be_null || b.statistics.nulls < b.rows
                              : internal::MayBe(*leaf.condition, truth, *statistics, b.rows)) {
      rows.Add(b.first_row, b.first_row + b.rows);
    }
  }
  return rows;
}

PartStatistics Pruner::PartOf(const SplitCondition& leaf) {
  const Column& column = split_->schema().columns[static_cast<size_t>(leaf.column)];
  if (column.parts.file.empty()) {
    return {};
  }
  auto known = parts_.find(leaf.column);
  if (known == parts_.end()) {
    known =
        parts_
            .emplace(std::piecewise_construct, std::forward_as_tuple(leaf.column),
                     std::forward_as_tuple(*split_, column, footer_of_(leaf.column), &bytes_read_))
            .first;
  }
  return known->second.Of(ResolvePath(column.type, leaf.condition->target.steps).path());
}

void Pruner::ByFilters(std::vector<PrunedRows>* all) {
  for (const std::unique_ptr<FilterFile>& filter : *filters_) {
    std::vector<FilterQuestion> questions;
    std::vector<PrunedRows*> asked;
    for (PrunedRows& one : *all) {
      if (one.rows.empty()) {
        continue;
      }
      std::vector<FilterKey> keys = KeysOf(*filter, one.conditions, split_->schema());
      if (keys.empty()) {
        continue;
      }
      const RowRanges rows = std::move(one.rows);
      one.rows = RowRanges();
      for (FilterKey& key : keys) {
        questions.push_back({std::move(key), rows});
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
      asked[i]->rows = asked[i]->rows.Unite(questions[i].rows);
    }
  }
}

}  // namespace cif::internal
