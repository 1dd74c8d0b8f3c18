// Disjuncts in a split: resolution against its columns, and pruning of its rows.
#pragma once

#include <vector>

#include "cif/split.h"
#include "scan/block_pruner.h"
#include "scan/disjunction.h"
#include "scan/filter_pruner.h"
#include "scan/stored_column.h"

namespace cif::internal {

/// Disjuncts that a split's folders leave. For one thread. Raises Failure.
class SplitDisjunction {
 public:
  struct Group {
    const Disjunction::Group* of;
    std::vector<StoredColumn> stored;  ///< resolved targets; a partition column counts as missing
    std::vector<const Conjunction*> members;
    /// Targets that are constant in the split, and hold for all members.
    std::vector<bool> decided;

    /// Returns true if a target has to be read to evaluate a member.
    bool IsRead(size_t target) const { return !stored[target].is_missing(); }
  };

  /// Without disjuncts: every row satisfies them.
  SplitDisjunction() = default;

  /// @throws Failure (kInvalidArgument) if a disjunct does not fit its column
  SplitDisjunction(const Split& split, DisjunctsLeft left);

  /// Groups of disjuncts; empty if every row satisfies them.
  const std::vector<Group>& groups() const { return groups_; }

  size_t count() const { return left_.count(); }

  /// Prunes rows by statistics of blocks and by filters. Returns the remaining rows and the
  /// disjuncts that they may satisfy.
  /// @param predicate conditions that hold in all wanted rows
  DisjunctsLeft Prune(BlockPruner* by_blocks, FilterPruner* by_filters,
                      const SplitConjunction& predicate, const RowRanges& rows) const;

 private:
  DisjunctsLeft left_;
  std::vector<Group> groups_;
};

}  // namespace cif::internal
