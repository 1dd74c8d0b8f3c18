// Scan of a split of a table, with the columns of the table.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cif/table.h"
#include "file/deleted_rows.h"
#include "scan/disjunction.h"
#include "scan/split_cache.h"

namespace cif::internal {

/// Range of rows of a split. It counts deleted rows, too, unless rows are only counted.
struct RowRange {
  size_t split = 0;
  int64_t first = 0;
  int64_t rows = 0;
};

/// Part of a table's scan that all splits share: the columns that come from files, with their
/// types.
struct TableColumns {
  /// @throws Failure if the request does not fit the table
  TableColumns(std::shared_ptr<const Table> read, TableScanRequest wanted, const ReadOptions& how);
  TableColumns(const TableColumns&) = delete;
  TableColumns& operator=(const TableColumns&) = delete;

  /// Returns the position of a projection among the partition columns; -1: a column in files.
  int PartitionOf(const Projection& projection) const;

  /// Returns the value that a projection has in all rows of a split: that of a partition column, or
  /// the default of a column that the split lacks. nullptr for other columns.
  const std::optional<Literal>* ConstantIn(const TableSplit& split,
                                           const Projection& projection) const;

  /// Returns false if the conditions on constant columns prune the split.
  bool MayMatch(const TableSplit& split) const;

  /// Returns the request for a split's files. For a look-up, it has no keys yet.
  ScanRequest RequestOf(size_t split) const;

  /// Returns the keys of a look-up that rows of a split may have, and these rows. Footers and
  /// filters that it reads are kept as far as the limit allows. Adds the bytes read to
  /// `bytes_read`.
  DisjunctsLeft Narrow(size_t split, int64_t* bytes_read) const;

  /// Returns true if Narrow would read nothing for a split and thus take hardly any time.
  bool IsNarrowedAtOnce(size_t split) const;

  /// Calls f(range) for the requested rows of each split that the conditions leave. Counts such
  /// rows of the other splits as pruned.
  template <typename F>
  void ForEachSplit(ScanMetrics* metrics, F f) const {
    const std::vector<TableSplit>& splits = table->splits();
    for (size_t i = 0; i < splits.size(); i++) {
      const RowRange range = RowsOf(i);
      if (range.rows == 0 && splits[i].split->rows() > 0) {
        continue;
      }
      if (MayMatch(splits[i])) {
        f(range);
      } else {
        metrics->rows_pruned += range.rows;
      }
    }
  }

  /// Returns the requested rows of a split.
  const RowRange& RowsOf(size_t split) const { return rows_[split]; }

  std::shared_ptr<const Table> table;
  TableScanRequest request;
  ReadOptions options;
  std::vector<Type> types;
  /// Disjuncts made from the request's `any_of`; nullptr: none.
  std::shared_ptr<const Disjunction> disjunction;

 private:
  /// Returns true if a projection is a column with a default.
  bool HasDefault(const Projection& projection) const;

  /// Divides the requested rows among the splits. Reads the deleted rows of those that are divided.
  void DivideRows();

  /// Returns the range that has the rows of one which counts no deleted rows.
  RowRange InFiles(const RowRange& live);

  /// Returns true if only the number of a split's rows is wanted, whatever is in its column files.
  bool IsCounted(const TableSplit& split) const;

  /// Sets the types of a condition and of all conditions in it. @throws Failure if one does not fit
  void SetTypes(Predicate* condition) const;

  /// Returns true if a condition, or one inside it, is on no column, or on one that is constant in
  /// splits: a partition column, or a column with a default.
  bool IsOnConstants(const Predicate& condition) const;

  /// Returns the disjuncts that may hold with the constant columns of a split.
  DisjunctsLeft DisjunctsOf(const TableSplit& split) const;

  /// Simplifies the statement that a condition equals `truth`, with the values of a split's
  /// constant columns. The result is on columns in files, or constant: an empty kAnd is true, an
  /// empty kOr is never true.
  Predicate InSplit(const Predicate& condition, bool truth, const TableSplit& split) const;

  std::vector<RowRange> rows_;  ///< by split
  /// Deleted rows of splits that are read in part: at most the first and the last.
  std::vector<std::shared_ptr<const DeletedRows>> divided_;
  bool has_constants_ = false;  ///< true if disjuncts are on columns that are constant in splits
};

class ReadPlan;

/// Scans a split and adds the values of constant columns. For one thread. The columns must outlive
/// it.
class SplitScan {
 public:
  /// @param cancelled see ReadOptions::cancelled
  /// @param left result of Narrow, if it is known; otherwise the constructor calls Narrow for a
  /// look-up
  /// @param plan read-ahead; nullptr: none
  SplitScan(const TableColumns& columns, size_t split, std::shared_ptr<BufferPool> pool,
            std::function<bool()> cancelled, std::shared_ptr<const DisjunctsLeft> left,
            ReadPlan* plan);

  size_t split() const { return split_; }

  void Seek(int64_t first, int64_t count);

  /// Replaces the batch by the next rows, like Scanner::Next. Raises Failure.
  void Next(Batch* batch);

  ScanMetrics metrics() const;

  /// Returns the uses of the scanner.
  std::vector<Scanner::Use> uses() const;

 private:
  const TableColumns& columns_;
  size_t split_;
  std::unique_ptr<Scanner> scanner_;  ///< nullptr if no row has one of the keys
  /// Deleted rows that a look-up has read, which stay for the scanner.
  std::shared_ptr<const DeletedRows> deleted_;
  ScanMetrics metrics_;  ///< metrics without those of the scanner
  /// Value of each column of the batch that is constant in the split; nullptr for others.
  std::vector<const std::optional<Literal>*> constants_;
  Batch stored_;
};

/// Plans the scan of a split. @param is_likely see Scanner::Plan
std::shared_ptr<SplitPlan> PlanSplit(const TableColumns& columns, size_t split,
                                     std::shared_ptr<ReadAhead> ahead,
                                     std::function<bool()> cancelled,
                                     const std::function<bool(const Projection&)>& is_likely);

}  // namespace cif::internal
