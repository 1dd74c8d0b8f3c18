// Conditions of a scan: left out by statistics, evaluated on vectors.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/predicate.h"
#include "cif/statistics.h"
#include "cif/vector.h"

namespace cif::internal {

/// @throws Failure (kInvalidArgument) if the literal or the operator does not fit the type
void CheckCondition(const Condition& condition, const Type& type);

/// False if no row of a block of so many rows can satisfy the condition. Statistics are those of the
/// whole column, whatever part of it the condition is on.
bool MayMatch(const Condition& condition, const Statistics& statistics, int64_t rows);

/// Appends the slots of the vector that satisfy the condition.
void SelectSlots(const Condition& condition, const Vector& vector, std::vector<int32_t>* slots);

}  // namespace cif::internal
