// Evaluation of disjuncts on rows of a split.
#pragma once

#include <cstdint>
#include <vector>

#include "scan/disjunction_matcher.h"
#include "scan/sources.h"
#include "scan/split_disjunction.h"

namespace cif::internal {

/// Finds the rows that satisfy one of the disjuncts of a split. For one thread. Raises Failure.
class RowDisjunction {
 public:
  /// Takes over the groups of the disjuncts and finds their sources.
  void Start(const SplitDisjunction& disjunction, Sources* sources);

  /// True if every row satisfies the disjuncts.
  bool empty() const { return groups_.empty(); }

  /// Evaluates only the remaining disjuncts from now on.
  void Choose(const DisjunctsLeft& left);

  /// Appends the slots, below `count`, whose values satisfy a disjunct. Calls read(source,
  /// vector), which appends the values of a source.
  template <typename Read>
  void Select(int64_t count, Read read, std::vector<int32_t>* slots) {
    std::vector<const Vector*> values(sources_.size(), nullptr);
    for (size_t source : any_of_.sources()) {
      values_[source].Clear();
      read(sources_[source], &values_[source]);
      values[source] = &values_[source];
    }
    any_of_.Select(values, count, slots);
  }

 private:
  /// Returns the number of a source, whose values are read once for all disjuncts.
  size_t NumberOf(const Source& source);

  std::vector<DisjunctionMatcher::Group> groups_;  ///< without conjunctions
  DisjunctionMatcher any_of_;
  std::vector<Source> sources_;
  std::vector<Vector> values_;  ///< values of the sources
};

}  // namespace cif::internal
