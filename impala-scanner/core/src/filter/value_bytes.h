// Bytes of values that filters of keys hash and list: FORMAT.md section 5.3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/literal.h"
#include "cif/vector.h"

namespace cif::internal {

/// Appends the bytes of a value. Only equal values have equal bytes. All NaNs have the bytes of one
/// NaN.
void AppendValueBytes(const Literal& value, std::string* bytes);

/// Appends the bytes of value i of a vector of a primitive type. The value is not NULL.
void AppendValueBytes(const Vector& values, int64_t i, std::string* bytes);

/// Value of a key in the form in which filters search for it.
struct FilterKey {
  uint64_t hash = 0;
  std::string value;  ///< bytes of the value, if the key has one column
};

/// Makes a filter key from the bytes of its columns' values.
FilterKey FilterKeyOf(std::vector<std::string> values);

}  // namespace cif::internal
