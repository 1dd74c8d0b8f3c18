#include "scan/filter_pruner.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "filter/value_bytes.h"

namespace cif::internal {
namespace {

/// Returns the condition of a conjunction that compares a column with the operator; nullptr if
/// there is none. Its literals have the same bytes as the column's values.
const Predicate* PredicateOf(const SplitConjunction& conditions, Op op, const Column& column,
                             const Schema& schema) {
  for (const SplitPredicate* one : conditions) {
    if (one->column >= 0 && &schema.columns[static_cast<size_t>(one->column)] == &column &&
        one->predicate->op == op && one->predicate->target.steps.empty() &&
        one->has_same_literals) {
      return one->predicate;
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
std::vector<FilterKey> KeysOf(const FilterFile& filter, const SplitConjunction& conditions,
                              const Schema& schema) {
  std::vector<std::string> values;
  for (const Column* column : filter.key()) {
    if (const Predicate* equality = PredicateOf(conditions, Op::kEq, *column, schema)) {
      AppendValueBytes(equality->literal, &values.emplace_back());
    }
  }
  if (values.size() == filter.key().size()) {
    return {FilterKeyOf(std::move(values))};
  }
  std::vector<FilterKey> keys;
  if (filter.key().size() == 1) {
    if (const Predicate* in = PredicateOf(conditions, Op::kIn, *filter.key()[0], schema)) {
      std::transform(in->literals.begin(), in->literals.end(), std::back_inserter(keys), KeyOf);
    }
  }
  return keys;
}

}  // namespace

void FilterPruner::Prune(std::vector<PrunedRows>* all) {
  for (const std::unique_ptr<FilterFile>& filter : *filters_) {
    std::vector<FilterProbe> probes;
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
        probes.push_back({std::move(key), rows});
        asked.push_back(&one);
      }
    }
    if (probes.empty()) {
      continue;
    }
    std::vector<FilterProbe*> pointers;
    pointers.reserve(probes.size());
    for (FilterProbe& probe : probes) {
      pointers.push_back(&probe);
    }
    filter->Narrow(pointers, &bytes_read_);
    for (size_t i = 0; i < asked.size(); i++) {
      asked[i]->rows = asked[i]->rows.Unite(probes[i].rows);
    }
  }
}

}  // namespace cif::internal
