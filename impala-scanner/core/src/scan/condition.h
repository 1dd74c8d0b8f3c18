// Conditions of a scan: left out by statistics, evaluated on vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cif/predicate.h"
#include "cif/statistics.h"
#include "cif/vector.h"

namespace cif::internal {

/// @throws Failure (kInvalidArgument) if the literal or the operator does not fit the type
void CheckCondition(const Condition& condition, const Type& type);

/// Whether a literal is NaN.
bool IsNan(const Literal& literal);

/// False if no row of a block of so many rows can satisfy the condition. Statistics are those of the
/// whole column, whatever part of it the condition is on.
bool MayMatch(const Condition& condition, const Statistics& statistics, int64_t rows);

/// Appends the slots of the vector that satisfy the condition.
void SelectSlots(const Condition& condition, const Vector& vector, std::vector<int32_t>* slots);

/// The same of an equality that is part of a key, where NaN equals NaN.
void SelectKeySlots(const Condition& condition, const Vector& vector, std::vector<int32_t>* slots);

/// Whether a condition holds for a value of a primitive type, or NULL.
bool Holds(const Condition& condition, const Type& type, const std::optional<Literal>& value);

}  // namespace cif::internal
