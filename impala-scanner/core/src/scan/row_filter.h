// Evaluation of conditions on rows of a split.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scan/leaf_matcher.h"
#include "scan/row_values.h"
#include "scan/split_predicate.h"

namespace cif::internal {

/// Predicate resolved against a split. For one thread. Raises Failure.
class RowFilter {
 public:
  /// Finds the sources. The condition must outlive this object.
  /// @throws Failure (kInvalidArgument) if it does not fit the columns
  RowFilter(const Predicate& condition, Sources* sources);

  /// Form for pruning by statistics and filters.
  const SplitPredicate& of_split() const { return of_split_; }

  /// Appends the slots of the rows for which it is true.
  void Select(RowValues* rows, std::vector<int32_t>* slots) const { Select(true, rows, slots); }

 private:
  void Select(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;
  void SelectLeaf(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;
  /// Append the rows for which all of the conditions, or at least one of them, equal `truth`.
  void SelectAll(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;
  void SelectOne(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;

  const Predicate* condition_;
  Source source_;  ///< source of a leaf
  SplitPredicate of_split_;
  /// Matches if a leaf is true; nullptr for a missing source.
  std::unique_ptr<const LeafMatcher> true_;
  std::unique_ptr<const LeafMatcher> false_;  ///< matches if it is false
  std::vector<RowFilter> conditions_;
};

}  // namespace cif::internal
