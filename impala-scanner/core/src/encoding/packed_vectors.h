// Common part of integer encodings 1 and 2: vectors of 1,024 numbers, each packed at its own width.
#pragma once

#include <string>
#include <vector>

#include "util/bits.h"
#include "util/input.h"

namespace cif::internal {

/// Packed vector, with the numbers that stand before its packed ones.
struct PackedVector {
  const uint8_t* data = nullptr;
  int width = 0;
  int64_t base = 0;   ///< added to every number (encoding 2: to every difference)
  int64_t first = 0;  ///< encoding 2: first value of the vector
};

/// Reads the widths, the first values (only if `has_firsts`) and the bases, then finds the vectors,
/// which must fill the input. `unpacked` values of each vector are not among its packed numbers.
inline std::vector<PackedVector> OpenPackedVectors(Input* in, int64_t n, int64_t unpacked,
                                                   bool has_firsts) {
  const int64_t count = VectorCount(n);
  const uint8_t* widths = in->Skip(count);
  std::vector<PackedVector> vectors(static_cast<size_t>(count));
  if (has_firsts) {
    for (PackedVector& v : vectors) {
      v.first = in->Svarint();
    }
  }
  for (PackedVector& v : vectors) {
    v.base = in->Svarint();
  }
  for (int64_t i = 0; i < count; i++) {
    PackedVector& v = vectors[static_cast<size_t>(i)];
    v.width = widths[i];
    if (!IsPackedWidth(v.width)) {
      in->Corrupt("vector " + std::to_string(i) + " is of " + std::to_string(v.width) +
                  " bits: 0 to 56 or 64 can be");
    }
    v.data = in->Skip(PackedBytes(VectorSize(n, i) - unpacked, v.width));
  }
  in->ExpectEnd("packed vectors");
  return vectors;
}

}  // namespace cif::internal
