// Columns whose type differs between splits: the type that holds all values, and the conversion to
// it.
#pragma once

#include <optional>

#include "cif/type.h"
#include "cif/vector.h"

namespace cif::internal {

/// The type that holds the values of both (FORMAT.md section 4.1). None if there is none.
std::optional<Type> WiderType(const Type& a, const Type& b);

/// Returns true if Widen can convert values of one type to another: to one that holds them all, or
/// as Hive converts them. Fields of structs that are not wanted are left out.
bool CanWiden(const Type& from, const Type& to);

/// Converts all values of `source` and puts them into `out`, an empty vector of a type that
/// CanWiden allows. Decimals are rounded half up; one that does not fit becomes NULL. Texts are
/// cut. The source's content is undefined afterwards. @throws TooLarge
void Widen(Vector* source, Vector* out);

/// Returns true if bounds and literals of one type mean the same for the other.
bool HasSameLiterals(const Type& a, const Type& b);

/// Returns true if Widen makes no value NULL.
bool HasSameNulls(const Type& from, const Type& to);

}  // namespace cif::internal
