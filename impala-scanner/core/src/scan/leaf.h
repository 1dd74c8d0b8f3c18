// Conditions of a scan: pruning by statistics, evaluation on vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "cif/statistics.h"
#include "cif/vector.h"
#include "util/integer_range.h"

namespace cif::internal {

/// Checks a leaf. @throws Failure (kInvalidArgument) if its literals or its operator do not fit the
/// type
void CheckLeaf(const Predicate& leaf, const Type& type);

/// Checks a combination. @throws Failure (kInvalidArgument) if it does not have the conditions that
/// its operator needs
void CheckCombined(const Predicate& condition);

/// Returns true if a literal is NaN.
bool IsNan(const Literal& literal);

/// Returns false if the leaf cannot equal `truth` in any row of a block of `rows` rows. The
/// statistics are those of the leaf's target.
bool MayBe(const Predicate& leaf, bool truth, const Statistics& statistics, int64_t rows);

/// Returns the values of class INT, or unscaled decimals of up to 18 digits, for which a leaf is
/// true. Empty if the type is another one, or if the leaf is no comparison.
std::optional<IntegerRange> RangeOf(const Predicate& leaf, const Type& type);

/// Appends the slots of the vector that are NULL, or those that are not.
void SelectNulls(bool are_null, const Vector& vector, std::vector<int32_t>* slots);

/// Appends the slots of the vector for which a leaf is true. Not for kIn.
void SelectSlots(const Predicate& leaf, const Vector& vector, std::vector<int32_t>* slots);

/// Does the same for an equality that is part of a key, where NaN equals NaN.
void SelectKeySlots(const Predicate& leaf, const Vector& vector, std::vector<int32_t>* slots);

/// Returns true if the leaf equals `truth` for a value of a primitive type, or for NULL.
bool Holds(const Predicate& leaf, bool truth, const Type& type,
           const std::optional<Literal>& value);

}  // namespace cif::internal
