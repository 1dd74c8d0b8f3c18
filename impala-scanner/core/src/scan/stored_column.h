// Stored form of a column or part of one in a split, and the type that it is read as.
#pragma once

#include "cif/predicate.h"
#include "cif/split.h"
#include "scan/split_predicate.h"

namespace cif::internal {

/// Column of a projection in a split.
struct StoredColumn {
  int column;   ///< position; -1: the split lacks it, and it is NULL
  Type stored;  ///< type of the stored values
  Type type;    ///< type that they are read as

  bool is_missing() const { return column < 0; }
};

/// @param wanted type to read it as; nullptr: the stored one, or string if the split lacks it
/// @throws Failure (kInvalidArgument) if the steps or the types do not fit together
StoredColumn FindStoredColumn(const Split& split, const Projection& projection, const Type* wanted);

/// Resolves a condition against a split.
SplitPredicate PredicateOn(const Predicate& condition, const StoredColumn& stored);

}  // namespace cif::internal
