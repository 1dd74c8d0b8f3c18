// Reading split-directories: the entry point of libcif.
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
class KeptFooters;
class ReadAhead;
class RowRanges;
class ValueMatcher;
struct AlternativesLeft;
struct BytesOfBlock;
struct SplitPlan;
}

/// How a split is read.
struct ReadOptions {
  /// Whether the CRC32C of every block is checked. The decoders are safe on any bytes without it.
  bool verify_checksums = true;
  /// Whether filters of keys (FORMAT.md section 5.3) leave out blocks.
  bool use_filters = true;
  /// The form of class BYTES in batches. Views copy no string, and stand repeated ones once.
  StringForm strings = StringForm::kOffsets;
  /// Most rows of a batch; there are fewer where whole columns are wide, so that a batch stays in the
  /// processor's cache.
  int64_t batch_rows = 32768;
  /// Most bytes of a column in one batch. The scanner reads fewer rows where more would be needed;
  /// one row beyond it is an error (kTooLarge).
  int64_t max_batch_bytes = 512 << 20;
  /// Most bytes of a column's open block, decompressed; beyond it is an error (kTooLarge).
  int64_t max_decompressed_bytes = 512 << 20;
  /// Asked again and again while rows are read, after some thousands of them: true ends the read with
  /// kCancelled. A TableScanner asks it on the thread that calls Next, and on no other; readers of a
  /// SharedTableScan ask it on all their threads.
  std::function<bool()> cancelled;
  /// Set by TableScanner: what readers of one thread hand on to each other.
  std::shared_ptr<internal::BufferPool> pool;
  /// Set by Scanner: group files that are open, which its readers share.
  std::shared_ptr<internal::GroupFiles> groups;
  /// Set by scans of tables where files are read ahead: what does so.
  std::shared_ptr<internal::ReadAhead> ahead;
  /// Set by them and by Table::LookUp: footers of the split that stay in memory.
  std::shared_ptr<internal::KeptFooters> kept_footers;
};

/// What a scan has done so far.
struct ScanMetrics {
  int64_t bytes_read = 0;      ///< from files: schema, footers, blocks, key filters, filters of keys
  int64_t blocks_read = 0;
  int64_t rows_pruned = 0;     ///< left out by statistics and filters, nothing of them read
  int64_t rows_filtered = 0;   ///< read and left out by the predicate
};

class ColumnReader;

/// Reads a column or a part of one. Holds one block in memory. For one thread; several readers of
/// one split may run in several threads.
class CIF_EXPORT ColumnReader {
 public:
  /// Opens the column's file, or the group file that it is in, and reads its footer. A column that the
  /// split lacks is an error (kNotFound) here; a Scanner reads it as NULL.
  static Result<std::unique_ptr<ColumnReader>> Open(std::shared_ptr<const Split> split,
                                                    const Projection& projection,
                                                    const ReadOptions& options = {});
  ~ColumnReader();

  /// The type of what is read: that of the column, or of the part that the projection names.
  const Type& type() const;
  const Column& column() const;
  const Footer& footer() const;

  /// Appends rows `first` to `first + count - 1` to a vector of type(), in the vector's form. Rows that are not asked for
  /// are passed over without being decoded. After an error the vector's content is undefined.
  Status Read(int64_t first, int64_t count, Vector* out);

  /// Appends the rows `first + index[k]` for k < count; the indexes ascend strictly.
  Status ReadRows(int64_t first, const int32_t* index, int64_t count, Vector* out);

  /// For Scanner: appends those k below `count`, ascending, whose row `first + index[k]` a matcher of values of type() takes;
  /// of the rows `first + k` if there is no index. Values are not decoded where their encoding tells.
  CIF_HIDDEN Status Select(int64_t first, const int32_t* index, int64_t count,
                           const internal::ValueMatcher& matcher, std::vector<int32_t>* slots);

  /// For Scanner: whether few values stand for many in the block of a row.
  CIF_HIDDEN Result<bool> HasFewValues(int64_t row);

  /// Reads every byte of the column, of its statistics of parts, and of filters whose keys begin with it, and checks
  /// every checksum.
  Status Verify();

  int64_t bytes_read() const;
  int64_t blocks_read() const;
  /// For Scanner: rows of the blocks that were read.
  CIF_HIDDEN int64_t rows_read() const;

  /// For scans of tables: what is to be read ahead of these rows (ReadOptions::ahead).
  CIF_HIDDEN std::vector<internal::BytesOfBlock> Foresee(const internal::RowRanges& rows) const;

  class Impl;

 private:
  explicit ColumnReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// What a scan reads.
struct ScanRequest {
  std::vector<Projection> columns;  ///< may be empty: rows are only counted
  /// The type that each column is to have; may be shorter than `columns`. Values of a narrower type
  /// are widened, and a column that the split lacks reads as NULL of this type. Where no type is
  /// given it is the stored one, or string for a column that the split lacks.
  std::vector<Type> types;
  Predicate predicate;
  /// If there are any, a row has to satisfy one of them, too. Those that compare the same columns for
  /// equality, such as keys, are looked up together. An empty one holds in every row. Their conditions are
  /// single comparisons: no kIn, kAnd, kOr or kNot.
  std::vector<Predicate> any_of;
  int64_t first_row = 0;
  int64_t row_count = -1;  ///< -1: to the end
  /// Set by scans of tables in place of `any_of`: what the split's folders, or more, leave of alternatives
  /// that all splits share.
  std::shared_ptr<const internal::AlternativesLeft> left;
  /// Set by scans of tables: what Scanner::Plan has found out, of the whole split.
  std::shared_ptr<const internal::SplitPlan> plan;
};

/// Rows of a scan.
struct Batch {
  int64_t rows = 0;
  std::vector<Vector> columns;  ///< one for each of ScanRequest::columns, each of `rows` values
};

/// Reads the rows of a split that satisfy a predicate. Blocks are left out by statistics, then by filters
/// of keys whose columns are all compared for equality; columns of the predicate are decoded first, others only for the rows that are left. A file is opened when
/// its column is first read, a group file when the first of its columns is. For one thread; threads
/// share a split by row ranges.
class CIF_EXPORT Scanner {
 public:
  /// Checks the request against the schema; reads nothing yet.
  static Result<std::unique_ptr<Scanner>> Open(std::shared_ptr<const Split> split,
                                               ScanRequest request, const ReadOptions& options = {});
  ~Scanner();

  /// The type of each column of the batches.
  const std::vector<Type>& types() const;

  /// Goes to other rows; what is open stays open. `row_count` -1: to the end.
  Status Seek(int64_t first_row, int64_t row_count = -1);

  /// Replaces the batch by the next rows; no rows: the end. A batch passed again keeps its memory.
  Status Next(Batch* batch);

  ScanMetrics metrics() const;

  /// For scans of tables, in place of Next: chooses the rows that may satisfy the predicate, and tells what is to be
  /// read ahead (ReadOptions::ahead): what is surely wanted of them, and what is likely to be.
  /// @param is_likely whether most blocks of something are wanted that is read for rows only that a condition leaves
  CIF_HIDDEN Result<std::shared_ptr<internal::SplitPlan>> Plan(
      const std::function<bool(const Projection&)>& is_likely);

  /// For scans of tables: what has been read so far, and of how many rows that statistics and filters left.
  struct Use {
    Projection projection;
    int64_t rows_read = 0;  ///< of blocks
    int64_t rows_left = 0;
  };
  CIF_HIDDEN std::vector<Use> uses() const;

  class Impl;

 private:
  explicit Scanner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif
