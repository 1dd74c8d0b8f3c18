// Pruning of a split's rows by filters of keys.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cif/split.h"
#include "file/filter_file.h"
#include "scan/split_predicate.h"
#include "util/row_ranges.h"

namespace cif::internal {

/// Rows for which a conjunction may be true.
struct PrunedRows {
  SplitConjunction conditions;
  RowRanges rows;
};

/// Filter files of a split, shared by their users.
using Filters = std::vector<std::unique_ptr<FilterFile>>;

/// Prunes the rows that BlockPruner leaves by filters of keys. For one thread. Raises Failure.
class FilterPruner {
 public:
  /// @param filters filters of the split, which must outlive the pruner
  FilterPruner(const Split& split, const Filters& filters) : split_(&split), filters_(&filters) {}

  bool has_filters() const { return !filters_->empty(); }

  /// Keeps of the rows of each conjunction those for which it may be true. A filter is used if all
  /// columns of its key are compared for equality, or its only column with several values.
  void Prune(std::vector<PrunedRows>* all);

  /// Number of bytes read from filters.
  int64_t bytes_read() const { return bytes_read_; }

 private:
  const Split* split_;
  const Filters* filters_;
  int64_t bytes_read_ = 0;
};

}  // namespace cif::internal
