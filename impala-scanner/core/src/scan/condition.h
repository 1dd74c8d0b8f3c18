// Conditions of a scan: left out by statistics, evaluated on vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "cif/statistics.h"
#include "cif/vector.h"
#include "util/integer_range.h"

namespace cif::internal {

/// @throws Failure (kInvalidArgument) if the literals or the operator of a leaf do not fit the type
void CheckCondition(const Condition& leaf, const Type& type);

/// @throws Failure (kInvalidArgument) if a condition is combined of others otherwise than its operator says
void CheckCombined(const Condition& condition);

/// Whether a literal is NaN.
bool IsNan(const Literal& literal);

/// False if no row of a block of so many rows can have a leaf that is true, or false, as `truth` says. Statistics
/// are those of what the leaf is on.
bool MayBe(const Condition& leaf, bool truth, const Statistics& statistics, int64_t rows);

/// The values of class INT, or unscaled decimals of up to 18 digits, for which a leaf is true; none: the type is another,
/// or the leaf is no comparison.
std::optional<IntegerRange> RangeOf(const Condition& leaf, const Type& type);

/// Appends the slots of the vector that are NULL, or that are not.
void SelectNulls(bool are_null, const Vector& vector, std::vector<int32_t>* slots);

/// Appends the slots of the vector for which a leaf other than kIn is true.
void SelectSlots(const Condition& leaf, const Vector& vector, std::vector<int32_t>* slots);

/// The same of an equality that is part of a key, where NaN equals NaN.
void SelectKeySlots(const Condition& leaf, const Vector& vector, std::vector<int32_t>* slots);

/// Whether a leaf is true, or false, as `truth` says, for a value of a primitive type, or NULL.
bool Holds(const Condition& leaf, bool truth, const Type& type, const std::optional<Literal>& value);

}  // namespace cif::internal
