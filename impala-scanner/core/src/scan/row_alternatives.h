// Alternatives compared with rows of a split.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "scan/any_of.h"
#include "scan/sources.h"
#include "scan/split_alternatives.h"

namespace cif::internal {

/// Finds the rows that satisfy one of the alternatives of a split. For one thread. Raises Failure.
class RowAlternatives {
 public:
  /// Appends the wanted values of a source.
  using ReadFunction = std::function<void(const Source& source, Vector* out)>;

  /// Takes the groups of the alternatives, and finds their sources.
  void Start(const SplitAlternatives& alternatives, Sources* sources);

  /// Whether every row satisfies them.
  bool empty() const { return groups_.empty(); }

  /// Compares from now on with those that are left.
  void Choose(const AlternativesLeft& left);

  /// Appends the slots, of so many, whose values satisfy one.
  void Select(int64_t count, const ReadFunction& read, std::vector<int32_t>* slots);

 private:
  /// The number of a source, whose values are read once for all alternatives.
  size_t NumberOf(const Source& source);

  std::vector<AnyOf::Group> groups_;  ///< without conjunctions
  AnyOf any_of_;
  std::vector<Source> sources_;
  std::vector<Vector> values_;  ///< of the sources
};

}  // namespace cif::internal
