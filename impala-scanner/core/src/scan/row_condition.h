// Conditions compared with rows of a split.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scan/leaf_matcher.h"
#include "scan/pruner.h"
#include "scan/row_values.h"

namespace cif::internal {

/// A condition on what a split has. For one thread. Raises Failure.
class RowCondition {
 public:
  /// Finds the sources. The condition outlives this.
  /// @throws Failure (kInvalidArgument) if it does not fit the columns
  RowCondition(const Condition& condition, Sources* sources);

  /// The same for statistics and filters.
  const SplitCondition& of_split() const { return of_split_; }

  /// Appends those of the rows, as slots, for which it is true.
  void Select(RowValues* rows, std::vector<int32_t>* slots) const { Select(true, rows, slots); }

 private:
  void Select(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;
  void SelectLeaf(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;
  /// Rows for which all of the conditions, or one of them, are true, or false.
  void SelectAll(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;
  void SelectOne(bool truth, RowValues* rows, std::vector<int32_t>* slots) const;

  const Condition* condition_;
  Source source_;  ///< of a leaf
  SplitCondition of_split_;
  std::unique_ptr<const LeafMatcher> true_;   ///< where a leaf is true; of a source that is not missing
  std::unique_ptr<const LeafMatcher> false_;  ///< where it is false
  std::vector<RowCondition> conditions_;
};

}  // namespace cif::internal
