// Plan of a split: results of pruning, before its rows are read.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "file/deleted_rows.h"
#include "file/read_ahead.h"
#include "scan/disjunction.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Rows of a split that statistics and filters leave, for all scans of its rows.
struct SplitPlan {
  RowRanges rows;
  DisjunctsLeft left;  ///< remaining disjuncts, if there are any
  /// Deleted rows of the split, kept for its scans; nullptr if there are none.
  std::shared_ptr<const DeletedRows> deleted;
  /// Bytes read from filters, from statistics of parts, and of the deleted rows.
  int64_t bytes_read = 0;
  std::vector<ReadAhead::Range> ranges;  ///< ranges to read ahead, in this order
};

}  // namespace cif::internal
