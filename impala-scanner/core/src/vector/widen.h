// Columns whose type differs between splits: the type that holds both, and values brought to it.
#pragma once

#include <optional>

#include "cif/type.h"
#include "cif/vector.h"

namespace cif::internal {

/// The type that holds the values of both (FORMAT.md section 4.1). None if there is none.
std::optional<Type> WiderType(const Type& a, const Type& b);

/// Whether Widen can bring values of one type to another.
bool CanWiden(const Type& from, const Type& to);

/// Brings all values of `source` to `out`, an empty vector of a type that CanWiden allows. A decimal
/// that does not fit becomes NULL. The source's content is undefined afterwards.
void Widen(Vector* source, Vector* out);

/// Whether bounds and literals of one type mean the same for the other.
bool HasSameLiterals(const Type& a, const Type& b);

}  // namespace cif::internal
