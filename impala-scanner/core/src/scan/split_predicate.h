// Predicates, resolved against a split.
#pragma once

#include <vector>

#include "cif/predicate.h"

namespace cif::internal {

/// Predicate resolved against a split: on its column, or on the columns of the combined conditions.
struct SplitPredicate {
  const Predicate* predicate = nullptr;
  /// Position of a leaf's column in the split; -1: the split lacks it, and it is NULL.
  int column = -1;
  /// True if bounds and literals mean the same in the stored type and the type read.
  bool has_same_literals = false;
  /// True if exactly the stored NULLs are NULL in the type read.
  bool has_same_nulls = true;
  std::vector<SplitPredicate> conditions;
};

/// Conditions that all have to hold.
using SplitConjunction = std::vector<const SplitPredicate*>;

}  // namespace cif::internal
