// Content of a split according to Java: the .expected files of DifferentialCase.java.
#pragma once

#include <string>
#include <vector>

#include "cif/reader.h"

namespace cif::differential {

/// Column or part of one, with its values as exact text.
struct ExpectedProjection {
  Projection projection;
  std::string type;
  std::vector<std::string> values;
};

/// Scan and its resulting rows.
struct ExpectedScan {
  std::vector<size_t> columns;  ///< indexes in ExpectedCase::projections
  Conjunction predicate;
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

/// Reads a .expected file. @throws std::exception if it is malformed
ExpectedCase ReadExpectedCase(const std::string& file);

}  // namespace cif::differential
