// Reads a split in every way and compares with what is expected.
#pragma once

#include <stdexcept>

#include "expected_case.h"

namespace cif::differential {

/// libcif and Java differ.
class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads all of a split: each projection whole, in row ranges and row by row, then every scan. How
/// it is read (file access, batches, checksums, portable code) depends on the seed.
/// @throws Difference for the first that is found
void Compare(const ExpectedCase& expected);

}  // namespace cif::differential
