// Rows of a split that may satisfy conditions, by statistics of blocks and by filters of keys.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "cif/predicate.h"
#include "cif/split.h"
#include "cif/statistics.h"
#include "file/filter_file.h"
#include "file/parts_file.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// A condition on what a split has of its column, or of the columns of the conditions that it combines.
struct SplitCondition {
  const Condition* condition = nullptr;
  int column = -1;  ///< of a leaf: its position in the split; -1: the split lacks it, and it is NULL
  bool has_same_literals = false;  ///< bounds and literals of the stored type mean the same as it is read
  std::vector<SplitCondition> conditions;
};

/// Conditions that are all to hold.
using Conjunction = std::vector<const SplitCondition*>;

/// Rows for which a conjunction may be true.
struct PrunedRows {
  Conjunction conditions;
  RowRanges rows;
};

/// Filter files of a split, shared by those that ask them.
using Filters = std::vector<std::unique_ptr<FilterFile>>;

/// Leaves out rows of a split. For one thread. Raises Failure.
class Pruner {
 public:
  /// Gives the footer of a column, which stays as long as the pruner.
  using FooterFunction = std::function<const Footer&(int column)>;

  /// @param filters of the split, which outlive the pruner
  Pruner(const Split& split, const Filters& filters, FooterFunction footer_of)
      : split_(&split), filters_(&filters), footer_of_(std::move(footer_of)) {}

  const Footer& FooterOf(int column) const { return footer_of_(column); }

  bool has_filters() const { return !filters_->empty(); }

  /// Leaves of some rows those for which a conjunction may be true by the statistics of blocks.
  RowRanges ByStatistics(const Conjunction& conditions, RowRanges rows);

  /// Leaves of the rows of each conjunction those for which it may be true by filters. A filter is asked
  /// where all columns of its key are compared for equality, or its one column with several values.
  void ByFilters(std::vector<PrunedRows>* all);

  /// Bytes of filters and of statistics of parts that were read.
  int64_t bytes_read() const { return bytes_read_; }

 private:
  /// Rows for which a condition may be true, or false.
  RowRanges MayBe(const SplitCondition& one, bool truth);
  RowRanges OfLeaf(const SplitCondition& leaf, bool truth);
  /// Rows for which all of some conditions, or one of them, may be so.
  RowRanges OfAll(const std::vector<SplitCondition>& conditions, bool truth);
  RowRanges OfOne(const std::vector<SplitCondition>& conditions, bool truth);

  /// What is known of the part of a column that a condition is on, of each block.
  PartStatistics PartOf(const SplitCondition& leaf);

  const Split* split_;
  const Filters* filters_;
  FooterFunction footer_of_;
  std::map<int, PartsFile> parts_;  ///< of columns, once they were wanted
  int64_t bytes_read_ = 0;
};

}  // namespace cif::internal
