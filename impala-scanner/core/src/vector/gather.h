// Copying of chosen slots from vector to vector.
#pragma once

#include <cstdint>

#include "cif/vector.h"
#include "util/budget.h"

namespace cif::internal {

/// Appends slots source[0] to source[count - 1] of a vector of the same type and form, in this
/// order. Charges the budget for the bytes of strings and for the entries of lists and maps.
void Gather(const Vector& from, const int32_t* source, int64_t count, Vector* out, Budget* budget);

/// Does the same as Gather, but copies views of strings unchanged: they point to memory that `out`
/// has lent (TextLoan).
void GatherLent(const Vector& from, const int32_t* source, int64_t count, Vector* out,
                Budget* budget);

}  // namespace cif::internal
