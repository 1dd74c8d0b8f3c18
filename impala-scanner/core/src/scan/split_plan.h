// Plan of a split: results of pruning, before its rows are read.
#pragma once

#include <cstdint>
#include <vector>

#include "file/read_ahead.h"
#include "scan/disjunction.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Rows of a split that statistics and filters leave, for all scans of its rows.
struct SplitPlan {
  RowRanges rows;
  DisjunctsLeft left;                    ///< remaining disjuncts, if there are any
  int64_t bytes_read = 0;                ///< bytes read from filters and from statistics of parts
  std::vector<ReadAhead::Range> ranges;  ///< ranges to read ahead, in this order
};

}  // namespace cif::internal
