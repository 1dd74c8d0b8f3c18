// Conversions of values to types that do not hold all of them, as Hive has them beyond widening.
#pragma once

#include "cif/type.h"
#include "cif/vector.h"

namespace cif::internal {

/// Returns true if Convert can convert values of one primitive type to another: whole numbers and
/// decimals to float; them, booleans, dates, timestamps and texts to texts.
bool CanConvert(const Type& from, const Type& to);

/// Appends all values of `source` to an empty vector of a type that CanConvert allows. Texts are
/// those of Hive's CAST, cut to the type's length. @throws TooLarge
void Convert(const Vector& source, Vector* out);

}  // namespace cif::internal
