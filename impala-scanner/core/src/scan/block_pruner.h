// Pruning of a split's rows by statistics of blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "cif/split.h"
#include "cif/statistics.h"
#include "file/parts_file.h"
#include "scan/split_predicate.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Finds the rows of a split that may satisfy conditions, from the statistics of blocks alone. For
/// one thread. Raises Failure.
class BlockPruner {
 public:
  /// Returns the footer of a column, which stays valid as long as the pruner.
  using FooterFunction = std::function<const Footer&(int column)>;

  BlockPruner(const Split& split, FooterFunction footer_of)
      : split_(&split), footer_of_(std::move(footer_of)) {}

  const Footer& FooterOf(int column) const { return footer_of_(column); }

  /// Returns those of the rows for which all conditions may be true.
  RowRanges MayBeTrue(const SplitConjunction& conditions, RowRanges rows);

  /// Number of bytes read from statistics of parts.
  int64_t bytes_read() const { return bytes_read_; }

 private:
  /// Returns the rows for which a condition may equal `truth`.
  RowRanges MayBe(const SplitPredicate& one, bool truth);
  RowRanges OfLeaf(const SplitPredicate& leaf, bool truth);
  /// Return the rows for which all of some conditions, or at least one of them, may equal `truth`.
  RowRanges OfAll(const std::vector<SplitPredicate>& conditions, bool truth);
  RowRanges OfOne(const std::vector<SplitPredicate>& conditions, bool truth);

  /// Returns the statistics, for each block, of the part of a column that a condition is on.
  PartStatistics PartOf(const SplitPredicate& leaf);

  const Split* split_;
  FooterFunction footer_of_;
  /// Statistics of parts by column, once they are needed; nullptr where the file is missing.
  std::map<int, std::unique_ptr<PartsFile>> parts_;
  int64_t bytes_read_ = 0;
};

}  // namespace cif::internal
