// Evaluation of alternatives on rows of a split.
#pragma once

#include <cstdint>
#include <vector>

#include "scan/any_of.h"
#include "scan/sources.h"
#include "scan/split_alternatives.h"

namespace cif::internal {

/// Finds the rows that satisfy one of the alternatives of a split. For one thread. Raises Failure.
class RowAlternatives {
 public:
  /// Takes over the groups of the alternatives and finds their sources.
  void Start(const SplitAlternatives& alternatives, Sources* sources);

  /// True if every row satisfies the alternatives.
  bool empty() const { return groups_.empty(); }

  /// Evaluates only the remaining alternatives from now on.
  void Choose(const AlternativesLeft& left);

  /// Appends the slots, below `count`, whose values satisfy an alternative. Calls read(source,
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
  /// Returns the number of a source, whose values are read once for all alternatives.
  size_t NumberOf(const Source& source);

  std::vector<AnyOf::Group> groups_;  ///< without conjunctions
  AnyOf any_of_;
  std::vector<Source> sources_;
  std::vector<Vector> values_;  ///< values of the sources
};

}  // namespace cif::internal
