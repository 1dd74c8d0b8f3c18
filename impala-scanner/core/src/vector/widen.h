// Columns whose type differs between splits: the type that holds all values, and the conversion to
// it.
#pragma once

#include <optional>

#include "cif/type.h"
#include "cif/vector.h"

namespace cif::internal {

/// The type that holds the values of both (FORMAT.md section 4.1). None if there is none.
std::optional<Type> WiderType(const Type& a, const Type& b);

/// Returns true if Widen can convert values of one type to another.
bool CanWiden(const Type& from, const Type& to);

/// Converts all values of `source` and puts them into `out`, an empty vector of a type that
/// CanWiden allows. A decimal that does not fit becomes NULL. The source's content is undefined
/// afterwards.
void Widen(Vector* source, Vector* out);

/// Returns true if bounds and literals of one type mean the same for the other.
bool HasSameLiterals(const Type& a, const Type& b);

}  // namespace cif::internal
