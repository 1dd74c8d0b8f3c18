// What Java says that a reader must find in a split: the .expected files of DifferentialCase.java.
#pragma once

#include <string>
#include <vector>

#include "cif/reader.h"

namespace cif::differential {

/// A column or a part of one, and its values as exact text.
struct ExpectedProjection {
  Projection projection;
  std::string type;
  std::vector<std::string> values;
};

/// A scan and the rows that it gives.
struct ExpectedScan {
  std::vector<size_t> columns;  ///< places in ExpectedCase::projections
  Predicate predicate;
  int64_t first_row = 0;
  int64_t row_count = -1;
  std::vector<size_t> rows;
};

struct ExpectedCase {
  std::string folder;
  int64_t seed = 0;
  int64_t rows = 0;
  std::vector<ExpectedProjection> projections;
  std::vector<ExpectedScan> scans;
};

/// Reads a .expected file. @throws std::exception if it is not what Java writes
ExpectedCase ReadExpectedCase(const std::string& file);

}  // namespace cif::differential
