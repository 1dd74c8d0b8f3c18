// A split of a table, scanned as the table has its columns.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cif/table.h"

namespace cif::internal {

/// What of a table's scan is the same for every split: which columns come from files, with their
/// types.
struct TableColumns {
  /// @throws Failure if the request does not fit the table
  TableColumns(std::shared_ptr<const Table> read, TableScanRequest wanted,
               const ReadOptions& how);

  /// Which partition column a projection names; -1: a column in files.
  int PartitionOf(const Projection& projection) const;

  /// False if the conditions on partition columns leave out the split.
  bool MayMatch(const TableSplit& split) const;

  /// Whether those of some conditions that are on partition columns hold in a split.
  bool HoldInFolders(const Predicate& conditions, const TableSplit& split) const;

  /// Gives the scan of a split those of the conditions that are on columns in files.
  void TakeConditions(const TableSplit& split, ScanRequest* to) const;

  /// Calls f(number, rows) for each split that they leave; counts the rows of the others.
  template <typename F>
  void ForEachSplit(ScanMetrics* metrics, F f) const {
    const std::vector<TableSplit>& splits = table->splits();
    for (size_t i = 0; i < splits.size(); i++) {
      if (MayMatch(splits[i])) {
        f(i, splits[i].split->rows());
      } else {
        metrics->rows_pruned += splits[i].split->rows();
      }
    }
  }

  std::shared_ptr<const Table> table;
  TableScanRequest request;
  ReadOptions options;
  std::vector<Type> types;
  std::vector<Type> predicate_types;            ///< of conditions on columns in files
  std::vector<std::vector<Type>> any_of_types;  ///< likewise

 private:
  /// The types of the conditions that are on columns in files. @throws Failure if one does not fit
  std::vector<Type> TypesOf(const Predicate& conditions) const;

  Predicate OfFiles(const Predicate& conditions) const;
};

/// Scans a split; the values of partition columns are added. For one thread; the columns outlive it.
class SplitScan {
 public:
  /// @param cancelled as ReadOptions::cancelled
  SplitScan(const TableColumns& columns, size_t split, std::shared_ptr<BufferPool> pool,
            std::function<bool()> cancelled);

  size_t split() const { return split_; }

  void Seek(int64_t first, int64_t count);

  /// As Scanner::Next; raises Failure.
  void Next(Batch* batch);

  ScanMetrics metrics() const { return scanner_->metrics(); }

 private:
  const TableColumns& columns_;
  size_t split_;
  std::unique_ptr<Scanner> scanner_;
  std::vector<int> partitions_;  ///< of each column of the batch
  Batch stored_;
};

}  // namespace cif::internal
