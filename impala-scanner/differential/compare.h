// Comparison of a split, read in every way, with the expected values.
#pragma once

#include <stdexcept>

#include "expected_case.h"

namespace cif::differential {

/// Difference between libcif and Java.
class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads all of a split: each projection as a whole, in row ranges and row by row, then every scan.
/// The seed chooses file access, batches, checksums and portable code.
/// @throws Difference for the first difference
void Compare(const ExpectedCase& expected);

}  // namespace cif::differential
