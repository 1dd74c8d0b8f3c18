// Distinct strings of a batch.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cif/vector.h"

namespace cif::arrow {

/// Returns the distinct values of a vector of views, in the order of their first rows. They live as
/// long as the vector. Sets `ids` to the index of each value among them, and to 0 for NULL.
std::vector<std::string_view> FindDistinct(const Vector& v, int32_t* ids);

}  // namespace cif::arrow
