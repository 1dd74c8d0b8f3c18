// The different strings of a batch.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cif/vector.h"

namespace cif::arrow {

/// The different values of a vector of views, in the order of their first rows; they live as long as the vector.
/// Sets `ids` to the place of each value among them, to 0 where it is NULL.
std::vector<std::string_view> FindDistinct(const Vector& v, int32_t* ids);

}  // namespace cif::arrow
