// Vectors of one value, for partition columns.
#pragma once

#include <cstdint>
#include <optional>

#include "cif/literal.h"
#include "cif/vector.h"

namespace cif::internal {

/// Appends `count` copies of a value of the vector's primitive type, or of NULL. @throws TooLarge
void AppendCopies(Vector* v, const std::optional<Literal>& value, int64_t count);

}  // namespace cif::internal
