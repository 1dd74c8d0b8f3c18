// What a split has of a column or a part of one, and as what it is read.
#pragma once

#include "cif/predicate.h"
#include "cif/split.h"
#include "scan/pruner.h"

namespace cif::internal {

/// A projection's column in a split.
struct Stored {
  int column;   ///< its position; -1: the split lacks it, and it is NULL
  Type stored;  ///< the type of its values
  Type type;    ///< the type that they are read as

  bool is_missing() const { return column < 0; }
};

/// @param wanted the type to read it as; nullptr: the stored one, or string where the split lacks it
/// @throws Failure (kInvalidArgument) if the steps or the types do not go together
Stored FindStored(const Split& split, const Projection& projection, const Type* wanted);

/// A condition on what a split has.
SplitCondition ConditionOn(const Condition& condition, const Stored& stored);

}  // namespace cif::internal
