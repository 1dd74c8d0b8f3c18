// Alternatives in a split: resolution against its columns, and pruning of its rows.
#pragma once

#include <vector>

#include "cif/split.h"
#include "scan/alternatives.h"
#include "scan/pruner.h"
#include "scan/stored.h"

namespace cif::internal {

/// Alternatives that a split's folders leave. For one thread. Raises Failure.
class SplitAlternatives {
 public:
  struct Group {
    const Alternatives::Group* of;
    std::vector<Stored> stored;  ///< resolved targets; a partition column counts as missing
    std::vector<const Predicate*> members;

    /// Returns true if a target has to be read to evaluate a member.
    bool IsRead(size_t target) const { return !stored[target].is_missing(); }
  };

  /// Without alternatives: every row satisfies them.
  SplitAlternatives() = default;

  /// @throws Failure (kInvalidArgument) if an alternative does not fit its column
  SplitAlternatives(const Split& split, AlternativesLeft left);

  /// Groups of alternatives; empty if every row satisfies them.
  const std::vector<Group>& groups() const { return groups_; }

  size_t count() const { return left_.count(); }

  /// Prunes rows by statistics of blocks and by filters. Returns the remaining rows and the
  /// alternatives that they may satisfy.
  /// @param predicate conditions that hold in all wanted rows
  AlternativesLeft Prune(Pruner* pruner, const Conjunction& predicate, const RowRanges& rows) const;

 private:
  AlternativesLeft left_;
  std::vector<Group> groups_;
};

}  // namespace cif::internal
