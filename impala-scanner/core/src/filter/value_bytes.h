// The bytes of values that filters of keys hash and list: FORMAT.md section 5.3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/literal.h"
#include "cif/vector.h"

namespace cif::internal {

/// Appends the bytes of a value. Equal values, and no others, have the same; every NaN has those of one.
void AppendValueBytes(const Literal& value, std::string* bytes);

/// Appends the bytes of value i of a vector of a primitive type, which is not NULL.
void AppendValueBytes(const Vector& values, int64_t i, std::string* bytes);

/// A value of a key, as filters look for it.
struct FilterKey {
  uint64_t hash = 0;
  std::string value;  ///< its bytes, if the key has one column
};

/// A key by the bytes of its columns' values.
FilterKey FilterKeyOf(std::vector<std::string> values);

}  // namespace cif::internal
