// A split of a table, scanned as the table has its columns.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cif/table.h"
#include "scan/alternatives.h"
#include "scan/kept_split.h"

namespace cif::internal {

/// What of a table's scan is the same for every split: which columns come from files, with their
/// types.
struct TableColumns {
  /// @throws Failure if the request does not fit the table
  TableColumns(std::shared_ptr<const Table> read, TableScanRequest wanted,
               const ReadOptions& how);
  TableColumns(const TableColumns&) = delete;
  TableColumns& operator=(const TableColumns&) = delete;

  /// Which partition column a projection names; -1: a column in files.
  int PartitionOf(const Projection& projection) const;

  /// False if the conditions on partition columns leave out the split.
  bool MayMatch(const TableSplit& split) const;

  /// What is read of a split's files. Of a look-up it has no keys yet.
  ScanRequest RequestOf(size_t split) const;

  /// The keys of a look-up that rows of a split may have, and these rows. What is read of footers and filters
  /// is kept as far as there is room. Adds it to `bytes_read`.
  AlternativesLeft Narrow(size_t split, int64_t* bytes_read) const;

  /// Whether Narrow would read nothing for a split, and take hardly any time.
  bool IsNarrowedAtOnce(size_t split) const;

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
  /// The request's `any_of`, which moves there; nullptr: none.
  std::shared_ptr<const Alternatives> alternatives;

 private:
  /// Sets the types of a condition and of those that it combines. @throws Failure if one does not fit
  void SetTypes(Condition* condition) const;

  /// Whether a condition, or one that it combines, is on a partition column, or on no column at all.
  bool IsOnPartitions(const Condition& condition) const;

  /// What the values of a split's partition columns leave of a condition: where it is true, or false. It is on
  /// columns in files, or true (no conditions, of which all hold), or never true (none, of which one holds).
  Condition InSplit(const Condition& condition, bool truth, const TableSplit& split) const;
};

class ReadPlan;

/// Scans a split; the values of partition columns are added. For one thread; the columns outlive it.
class SplitScan {
 public:
  /// @param cancelled as ReadOptions::cancelled
  /// @param left what Narrow has said, if it was asked before; else of a look-up it is asked now
  /// @param plan what reads ahead; nullptr: nothing does
  SplitScan(const TableColumns& columns, size_t split, std::shared_ptr<BufferPool> pool,
            std::function<bool()> cancelled, std::shared_ptr<const AlternativesLeft> left,
            ReadPlan* plan);

  size_t split() const { return split_; }

  void Seek(int64_t first, int64_t count);

  /// As Scanner::Next; raises Failure.
  void Next(Batch* batch);

  ScanMetrics metrics() const;

  /// As those of the scanner.
  std::vector<Scanner::Use> uses() const;

 private:
  const TableColumns& columns_;
  size_t split_;
  std::unique_ptr<Scanner> scanner_;  ///< none if no row has one of the keys
  ScanMetrics metrics_;               ///< without the scanner's
  std::vector<int> partitions_;  ///< of each column of the batch
  Batch stored_;
};

/// Plans the scan of a split. @param is_likely as Scanner::Plan takes it
std::shared_ptr<SplitPlan> PlanSplit(const TableColumns& columns, size_t split,
                                     std::shared_ptr<ReadAhead> ahead,
                                     std::function<bool()> cancelled,
                                     const std::function<bool(const Projection&)>& is_likely);

}  // namespace cif::internal
