// What is found out of a split before its rows are read.
#pragma once

#include <cstdint>
#include <vector>

#include "file/read_ahead.h"
#include "scan/alternatives.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// What statistics and filters leave of a split, for all scans of its rows.
struct SplitPlan {
  RowRanges rows;
  AlternativesLeft left;   ///< of alternatives, if there are any
  int64_t bytes_read = 0;  ///< of filters and of statistics of parts
  std::vector<ReadAhead::Range> ranges;  ///< to be read ahead, in this order
};

}  // namespace cif::internal
