// Unscaled values of whole numbers and decimals.
#pragma once

#include <cstdint>
#include <string>

#include "cif/literal.h"
#include "cif/type.h"
#include "cif/vector.h"

namespace cif::internal {

/// Returns the unscaled value of a whole number or a decimal that is not NULL.
int128 UnscaledAt(const Vector& v, int64_t i);

/// Returns the decimal digits of a number, with its sign if it is negative.
std::string Digits(int128 value);

}  // namespace cif::internal
