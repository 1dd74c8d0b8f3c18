// Rows of a split that may satisfy conditions, by statistics of blocks and by filters of keys.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cif/predicate.h"
#include "cif/split.h"
#include "cif/statistics.h"
#include "file/filter_file.h"
#include "util/room.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// A condition on what a split has of its column.
struct SplitCondition {
  const Condition* condition = nullptr;
  int column = -1;  ///< its position in the split; -1: the split lacks it, and it is NULL
  bool has_same_literals = false;  ///< bounds and literals of the stored type mean the same as it is read
};

/// Conditions that are all to hold.
using Conjunction = std::vector<const SplitCondition*>;

/// Rows for which a conjunction may be true.
struct PrunedRows {
  Conjunction conditions;
  RowRanges rows;
};

/// Leaves out rows of a split. For one thread. Raises Failure.
class Pruner {
 public:
  /// Gives the footer of a column.
  using FooterOf = std::function<const Footer&(int column)>;

  Pruner(std::shared_ptr<const Split> split, bool use_filters, FooterOf footer_of)
      : split_(std::move(split)), use_filters_(use_filters), footer_of_(std::move(footer_of)) {}

  /// Leaves of some rows those for which a conjunction may be true by the statistics of blocks.
  RowRanges ByStatistics(const Conjunction& conditions, RowRanges rows) const;

  /// Leaves of the rows of each conjunction those for which it may be true by filters. A filter is asked
  /// where all columns of its key are compared for equality.
  void ByFilters(std::vector<PrunedRows>* all);

  /// Bytes of filters that were read.
  int64_t bytes_read() const { return bytes_read_; }

 private:
  /// Keeps so much of filter files for later calls.
  static constexpr int64_t kRoom = 8 << 20;

  void OpenFilters();

  std::shared_ptr<const Split> split_;
  bool use_filters_;
  FooterOf footer_of_;
  bool is_open_ = false;
  std::vector<std::unique_ptr<FilterFile>> filters_;  ///< those of many columns first
  int64_t bytes_read_ = 0;
};

}  // namespace cif::internal
