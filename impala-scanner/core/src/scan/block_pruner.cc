#include "scan/block_pruner.h"

#include <string>
#include <tuple>
#include <utility>

#include "scan/leaf.h"
#include "scan/projection.h"

namespace cif::internal {

RowRanges BlockPruner::MayBeTrue(const SplitConjunction& conditions, RowRanges rows) {
  for (size_t c = 0; c < conditions.size() && !rows.empty(); c++) {
    rows = rows.Intersect(MayBe(*conditions[c], true));
  }
  return rows;
}

RowRanges BlockPruner::MayBe(const SplitPredicate& one, bool truth) {
  switch (one.predicate->op) {
    case Op::kNot:
      return MayBe(one.conditions[0], !truth);
    case Op::kAnd:
      return truth ? OfAll(one.conditions, truth) : OfOne(one.conditions, truth);
    case Op::kOr:
      return truth ? OfOne(one.conditions, truth) : OfAll(one.conditions, truth);
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
  return OfLeaf(one, truth);
}

RowRanges BlockPruner::OfAll(const std::vector<SplitPredicate>& conditions, bool truth) {
  RowRanges rows(0, split_->rows());
  for (size_t c = 0; c < conditions.size() && !rows.empty(); c++) {
    rows = rows.Intersect(MayBe(conditions[c], truth));
  }
  return rows;
}

RowRanges BlockPruner::OfOne(const std::vector<SplitPredicate>& conditions, bool truth) {
  RowRanges rows;
  for (const SplitPredicate& one : conditions) {
    rows = rows.Unite(MayBe(one, truth));
  }
  return rows;
}

RowRanges BlockPruner::OfLeaf(const SplitPredicate& leaf, bool truth) {
  const Op op = leaf.predicate->op;
  const bool is_on_nulls = op == Op::kIsNull || op == Op::kIsNotNull;
  const bool may_be_null = is_on_nulls && truth == (op == Op::kIsNull);
  if (leaf.column < 0) {
    return may_be_null ? RowRanges(0, split_->rows()) : RowRanges();
  }
  const bool is_part = !leaf.predicate->target.steps.empty();
  const bool is_known = is_on_nulls ? leaf.has_same_nulls : leaf.has_same_literals;
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
                              : internal::MayBe(*leaf.predicate, truth, *statistics, b.rows)) {
      rows.Add(b.first_row, b.first_row + b.rows);
    }
  }
  return rows;
}

PartStatistics BlockPruner::PartOf(const SplitPredicate& leaf) {
  const Column& column = split_->schema().columns[static_cast<size_t>(leaf.column)];
  if (column.parts.file.empty()) {
    return {};
  }
  auto known = parts_.find(leaf.column);
  if (known == parts_.end()) {
    known = parts_
                .emplace(leaf.column,
                         PartsFile::Find(*split_, column, footer_of_(leaf.column), &bytes_read_))
                .first;
  }
  return known->second == nullptr
             ? PartStatistics{}
             : known->second->Of(ResolvePath(column.type, leaf.predicate->target.steps).path());
}

}  // namespace cif::internal
