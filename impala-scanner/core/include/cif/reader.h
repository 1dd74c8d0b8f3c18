// Readers of split-directories: the entry point of libcif.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cif/export.h"
#include "cif/predicate.h"
#include "cif/result.h"
#include "cif/schema.h"
#include "cif/split.h"
#include "cif/statistics.h"
#include "cif/vector.h"

namespace cif {

namespace internal {
class BufferPool;
class GroupFiles;
class FooterCache;
class ReadAhead;
class RowRanges;
class ValueMatcher;
struct DisjunctsLeft;
struct BytesOfBlock;
struct SplitPlan;
}  // namespace internal

/// Options for the reading of a split.
struct ReadOptions {
  /// True if the CRC32C of every block is checked. Decoders are safe on any bytes without this
  /// check.
  bool verify_checksums = true;
  /// True if filters of keys (FORMAT.md section 5.3) prune blocks.
  bool use_filters = true;
  /// Form of class BYTES in batches. Views copy no string and store repeated strings once.
  StringForm strings = StringForm::kOffsets;
  /// Maximum number of rows in a batch. Batches have fewer rows where whole columns are wide, so
  /// that a batch fits the processor's cache.
  int64_t batch_rows = 32768;
  /// Maximum number of bytes of a column in one batch. The scanner reads fewer rows where a batch
  /// would need more. A single row beyond it is an error (kTooLarge).
  int64_t max_batch_bytes = 512 << 20;
  /// Maximum number of decompressed bytes of a column's open block. More is an error (kTooLarge).
  int64_t max_decompressed_bytes = 512 << 20;
  /// Cancellation callback, called after every few thousand rows; true ends the read with
  /// kCancelled. A TableScanner calls it only on the thread that calls Next. Readers of a
  /// SharedTableScan call it on all their threads.
  std::function<bool()> cancelled;
  /// Set by TableScanner: memory that readers of one thread pass on to each other.
  std::shared_ptr<internal::BufferPool> pool;
  /// Set by Scanner: open group files, shared by its readers.
  std::shared_ptr<internal::GroupFiles> groups;
  /// Set by scans of tables that read files ahead: the read-ahead service.
  std::shared_ptr<internal::ReadAhead> ahead;
  /// Set by them and by Table::LookUp: footers of the split that stay in memory.
  std::shared_ptr<internal::FooterCache> footer_cache;
};

/// Counters of a scan, up to now.
struct ScanMetrics {
  /// Bytes read from files: schema, footers, blocks, key filters, filters of keys.
  int64_t bytes_read = 0;
  int64_t blocks_read = 0;
  /// Rows pruned by statistics and filters, and long runs of deleted rows, without reading them.
  int64_t rows_pruned = 0;
  int64_t rows_filtered = 0;  ///< rows that were dropped by the predicate, and other deleted ones
};

class ColumnReader;

/// Reads a column or a part of one. Holds one block in memory. For one thread; several readers of
/// one split may run in several threads.
class CIF_EXPORT ColumnReader {
 public:
  /// Opens the column's file, or the group file that contains it, and reads its footer. kNotFound
  /// if the split lacks the column; a Scanner reads such a column as NULL.
  static Result<std::unique_ptr<ColumnReader>> Open(std::shared_ptr<const Split> split,
                                                    const Projection& projection,
                                                    const ReadOptions& options = {});
  ~ColumnReader();

  /// Type of the values: that of the column, or of the part that the projection names.
  const Type& type() const;
  const Column& column() const;
  const Footer& footer() const;

  /// Appends rows `first` to `first + count - 1` to a vector of type(), in the vector's form. Skips
  /// other rows without decoding them. Deleted rows are read like others: their values mean
  /// nothing. After an error the vector's content is undefined.
  Status Read(int64_t first, int64_t count, Vector* out);

  /// Appends the rows `first + index[k]` for k < count. The indexes ascend strictly.
  Status ReadRows(int64_t first, const int32_t* index, int64_t count, Vector* out);

  /// For Scanner: appends each k < `count` for which the matcher takes the value of a row, in
  /// ascending order. The row is `first + index[k]`, or `first + k` if `index` is nullptr. The
  /// matcher is of type(). Values are not decoded where the encoding alone decides.
  CIF_HIDDEN Status Select(int64_t first, const int32_t* index, int64_t count,
                           const internal::ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// For Scanner: returns true if the block of a row has few distinct values that each occur often.
  CIF_HIDDEN Result<bool> HasFewValues(int64_t row);

  /// Reads every byte of the column, of the statistics of its parts, and of the filters whose keys
  /// begin with it. Checks every checksum.
  Status Verify();

  int64_t bytes_read() const;
  int64_t blocks_read() const;
  /// For Scanner: number of rows in the blocks that were read.
  CIF_HIDDEN int64_t rows_read() const;

  /// For scans of tables: returns the byte ranges to be read ahead for these rows
  /// (ReadOptions::ahead).
  CIF_HIDDEN std::vector<internal::BytesOfBlock> RangesFor(const internal::RowRanges& rows) const;

  class Impl;

 private:
  explicit ColumnReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Request of a scan of one split.
struct ScanRequest {
  std::vector<Projection> columns;  ///< may be empty: rows are only counted
  /// Wanted type of each column; may be shorter than `columns`. Values of a narrower type are
  /// widened, and a column that the split lacks is NULL of this type. Without an entry, the type is
  /// the stored one, or string for a column that the split lacks.
  std::vector<Type> types;
  Conjunction predicate;
  /// Disjuncts. If there are any, a row has to satisfy one of them besides the predicate.
  /// Disjuncts that compare the same columns for equality, such as keys, are looked up together.
  /// An empty disjunct is true for every row. Conditions in them are single comparisons: no kIn,
  /// kAnd, kOr or kNot.
  std::vector<Conjunction> any_of;
  /// Range of rows. It counts deleted rows, too, which the scan leaves out.
  int64_t first_row = 0;
  int64_t row_count = -1;  ///< -1: to the end
  /// Set by scans of tables that only count rows: `first_row` and `row_count` count the rows that
  /// are not deleted.
  bool counts_live_rows = false;
  /// Set by scans of tables in place of `any_of`: the disjuncts, shared by all splits, that
  /// remain after pruning by the split's folders or more.
  std::shared_ptr<const internal::DisjunctsLeft> left;
  /// Set by scans of tables: result of Scanner::Plan for the whole split.
  std::shared_ptr<const internal::SplitPlan> plan;
};

/// Rows of a scan.
struct Batch {
  int64_t rows = 0;
  std::vector<Vector> columns;  ///< one for each of ScanRequest::columns, each of `rows` values
};

/// Reads the rows of a split that are not deleted and satisfy a predicate. Statistics prune blocks
/// first, then filters of keys whose columns are all compared for equality. Columns of the
/// predicate are decoded first, other columns only for the remaining rows. A file is opened when
/// its column is first read, a group file when the first of its columns is. For one thread; several
/// threads share a split by row ranges.
class CIF_EXPORT Scanner {
 public:
  /// Checks the request against the schema. Reads nothing yet.
  static Result<std::unique_ptr<Scanner>> Open(std::shared_ptr<const Split> split,
                                               ScanRequest request,
                                               const ReadOptions& options = {});
  ~Scanner();

  /// Type of each column of the batches.
  const std::vector<Type>& types() const;

  /// Goes to other rows. Open files stay open. A `row_count` of -1 means up to the end.
  Status Seek(int64_t first_row, int64_t row_count = -1);

  /// Replaces the batch by the next rows; a batch without rows is the end. A batch that is passed
  /// again keeps its memory.
  Status Next(Batch* batch);

  ScanMetrics metrics() const;

  /// For scans of tables, in place of Next: chooses the rows that may satisfy the predicate.
  /// Returns them with the byte ranges to be read ahead (ReadOptions::ahead): those of surely
  /// needed projections, and those of likely ones.
  /// @param is_likely true for a projection that is read only for rows that satisfy a condition, if
  /// most of its blocks will be needed nevertheless
  CIF_HIDDEN Result<std::shared_ptr<internal::SplitPlan>> Plan(
      const std::function<bool(const Projection&)>& is_likely);

  /// For scans of tables: use of a projection so far. Compares the rows read with the rows that
  /// statistics and filters left.
  struct Use {
    Projection projection;
    int64_t rows_read = 0;  ///< in blocks that were read
    int64_t rows_left = 0;
  };
  CIF_HIDDEN std::vector<Use> uses() const;

  class Impl;

 private:
  explicit Scanner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif
