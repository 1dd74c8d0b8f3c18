// Copying chosen slots from vector to vector.
#pragma once

#include <cstdint>

#include "cif/vector.h"
#include "util/budget.h"

namespace cif::internal {

/// Appends slots source[0] to source[count - 1] of a vector of the same type and form, in this order. Charges
/// the budget for the bytes of strings and for the entries of lists and maps.
void Gather(const Vector& from, const int32_t* source, int64_t count, Vector* out, Budget* budget);

/// As Gather, but views of strings point to what `out` had lent (TextLoan), and are copied as they are.
void GatherLent(const Vector& from, const int32_t* source, int64_t count, Vector* out, Budget* budget);

}  // namespace cif::internal
