// Alternatives in a split: what it has of their columns, and which of its rows may satisfy them.
#pragma once

#include <vector>

#include "cif/split.h"
#include "scan/alternatives.h"
#include "scan/pruner.h"
#include "scan/stored.h"

namespace cif::internal {

/// The alternatives that a split's folders leave. For one thread. Raises Failure.
class SplitAlternatives {
 public:
  struct Group {
    const Alternatives::Group* of;
    std::vector<Stored> stored;  ///< of the targets; a partition column is as if it were missing
    std::vector<const Predicate*> members;

    /// Whether the values of a target are read to know whether a member holds.
    bool IsRead(size_t target) const { return !stored[target].is_missing(); }
  };

  /// None: every row satisfies them.
  SplitAlternatives() = default;

  /// @throws Failure (kInvalidArgument) if one does not fit its column
  SplitAlternatives(const Split& split, AlternativesLeft left);

  /// Empty if every row satisfies them.
  const std::vector<Group>& groups() const { return groups_; }

  size_t count() const { return left_.count(); }

  /// Those of some rows that may satisfy one, by statistics of blocks and filters, and the alternatives that
  /// they may satisfy.
  /// @param predicate what holds in all rows that are wanted
  AlternativesLeft Prune(Pruner* pruner, const Conjunction& predicate, const RowRanges& rows) const;

 private:
  AlternativesLeft left_;
  std::vector<Group> groups_;
};

}  // namespace cif::internal
