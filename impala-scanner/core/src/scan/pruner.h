// Pruning of a split's rows by statistics of blocks and by filters of keys.
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

/// Condition resolved against a split: on its column, or on the columns of the combined conditions.
struct SplitCondition {
  const Condition* condition = nullptr;
  /// Position of a leaf's column in the split; -1: the split lacks it, and it is NULL.
  int column = -1;
  /// True if bounds and literals mean the same in the stored type and the type read.
  bool has_same_literals = false;
  std::vector<SplitCondition> conditions;
};

/// Conditions that all have to hold.
using Conjunction = std::vector<const SplitCondition*>;

/// Rows for which a conjunction may be true.
struct PrunedRows {
  Conjunction conditions;
  RowRanges rows;
};

/// Filter files of a split, shared by their users.
using Filters = std::vector<std::unique_ptr<FilterFile>>;

/// Prunes rows of a split. For one thread. Raises Failure.
class Pruner {
 public:
  /// Returns the footer of a column, which stays valid as long as the pruner.
  using FooterFunction = std::function<const Footer&(int column)>;

  /// @param filters filters of the split, which must outlive the pruner
  Pruner(const Split& split, const Filters& filters, FooterFunction footer_of)
      : split_(&split), filters_(&filters), footer_of_(std::move(footer_of)) {}

  const Footer& FooterOf(int column) const { return footer_of_(column); }

  bool has_filters() const { return !filters_->empty(); }

  /// Returns those of the rows for which a conjunction may be true by the statistics of blocks.
  RowRanges ByStatistics(const Conjunction& conditions, RowRanges rows);

  /// Keeps of the rows of each conjunction those for which it may be true by filters. A filter is
  /// used if all columns of its key are compared for equality, or its only column with several
  /// values.
  void ByFilters(std::vector<PrunedRows>* all);

  /// Number of bytes read from filters and from statistics of parts.
  int64_t bytes_read() const { return bytes_read_; }

 private:
  /// Returns the rows for which a condition may equal `truth`.
  RowRanges MayBe(const SplitCondition& one, bool truth);
  RowRanges OfLeaf(const SplitCondition& leaf, bool truth);
  /// Return the rows for which all of some conditions, or at least one of them, may equal `truth`.
  RowRanges OfAll(const std::vector<SplitCondition>& conditions, bool truth);
  RowRanges OfOne(const std::vector<SplitCondition>& conditions, bool truth);

  /// Returns the statistics, for each block, of the part of a column that a condition is on.
  PartStatistics PartOf(const SplitCondition& leaf);

  const Split* split_;
  const Filters* filters_;
  FooterFunction footer_of_;
  std::map<int, PartsFile> parts_;  ///< by column, once they are needed
  int64_t bytes_read_ = 0;
};

}  // namespace cif::internal
