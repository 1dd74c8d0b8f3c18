// Tables: the split-directories below a folder, read as one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/export.h"
#include "cif/reader.h"

namespace cif {

namespace internal {
class KeptSplit;
}

/// How a table is opened.
struct TableOptions {
  /// Types of partition columns by name, of class INT, FLOAT, DOUBLE, DECIMAL, BYTES or TIMESTAMP;
  /// one that is not named is a string.
  std::vector<std::pair<std::string, Type>> partition_types;
  /// Most bytes of footers and filters of keys that stay in memory from one look-up to the next, as long as
  /// the table; 0: none do.
  int64_t look_up_memory = 64 << 20;
};

/// A split-directory of a table.
struct TableSplit {
  std::shared_ptr<const Split> split;
  /// The value of each partition column; none: NULL.
  std::vector<std::optional<Literal>> partition;
};

/// Values of columns, all of which a row has to have. Names are matched ignoring case.
using Key = std::vector<std::pair<std::string, Literal>>;

class TableScanner;

/// Split-directories at or below a folder, at any depth. Folders named `name=value` on the way to
/// them are partition columns, as Hive writes them (`%2F` escapes, `__HIVE_DEFAULT_PARTITION__` is
/// NULL). Columns are matched by name, ignoring case. A column that some splits lack is NULL there;
/// one whose type differs between splits has the type that holds all (FORMAT.md section 4.1). Schema files are
/// read on opening; of a change of many split-directories (section 2.1) the table shows all or nothing. Immutable, safe to share between threads.
class CIF_EXPORT Table {
 public:
  /// The file system must outlive the table. kNotFound if there is no such folder; kInvalidArgument
  /// if splits cannot be read as one table, or a partition's value is none of its type.
  static Result<std::shared_ptr<const Table>> Open(const FileSystem& fs, const std::string& root,
                                                   const TableOptions& options = {});

  /// The same table with some of its splits, in the order that is given: columns, their types and partition
  /// columns stay. kInvalidArgument if a number is none of a split.
  static Result<std::shared_ptr<const Table>> Only(const Table& whole,
                                                   const std::vector<size_t>& splits);

  const std::string& root() const { return root_; }

  /// Name and type of each column: first those in files, then the partition columns. `rows` is that
  /// of all splits; what concerns a file is empty.
  const Schema& schema() const { return schema_; }

  /// How many of the columns are partition columns; they stand at the end.
  size_t partition_columns() const { return partition_columns_; }

  /// In the order of their paths.
  const std::vector<TableSplit>& splits() const { return splits_; }

  /// Reads `name`, `name.field` and `name['key']`. kNotFound if the table has no such column.
  Result<Projection> ParseProjection(std::string_view text) const;

  /// The type of a column or a part of one.
  Result<Type> TypeOf(const Projection& projection) const;

  /// The rows that have one of some keys, each once, in the order of the table: folders are compared
  /// first, then least and largest values, then filters of keys; of other columns only the blocks with the
  /// rows that were found are read. NULL equals no key; NaN equals NaN. Footers and filters that were read
  /// stay in memory (TableOptions::look_up_memory), so that a later look-up opens no file of a split
  /// without the key.
  /// Several threads may look up in one table. kInvalidArgument if there is no key, if one is
  /// empty, or if a value is none of its column's type; kNotFound if there is no such column.
  /// @param threads that read, if keys are in several splits or what is known of splits is not kept yet
  static Result<std::unique_ptr<TableScanner>> LookUp(std::shared_ptr<const Table> table,
                                                      const std::vector<Key>& keys,
                                                      std::vector<Projection> columns,
                                                      const ReadOptions& options = {},
                                                      int threads = 1);

  /// Reads a key from the names of columns and their values as texts, which ParseLiteral reads. kNotFound
  /// if the table has no such column.
  Result<Key> ParseKey(const std::vector<std::pair<std::string, std::string>>& texts) const;

  /// Reads a condition of one literal; it is text as ParseLiteral reads it, with no meaning for kIsNull
  /// and kIsNotNull.
  Result<Condition> ParseCondition(std::string_view target, Op op, std::string_view literal) const;

  /// Reads a condition of kIn, likewise.
  Result<Condition> ParseIn(std::string_view target,
                            const std::vector<std::string_view>& literals) const;

 private:
  Table() = default;
  friend struct TableBuilder;

  std::string root_;
  Schema schema_;
  size_t partition_columns_ = 0;
  std::vector<TableSplit> splits_;
  std::shared_ptr<const std::vector<std::shared_ptr<internal::KeptSplit>>> kept_;
};

/// What a scan of a table reads.
struct TableScanRequest {
  std::vector<Projection> columns;  ///< may be empty: rows are only counted
  Predicate predicate;              ///< conditions on partition columns leave out whole splits
  /// As ScanRequest::any_of; of partition columns, too.
  std::vector<Predicate> any_of;
  /// Threads that read; each holds the blocks that it decodes.
  int threads = 1;
  /// Whether rows come in the order of the splits. Threads then read ranges of 65536 rows or, where
  /// rows are wide, fewer, up to two a thread ahead of the caller, and read again what blocks reach over
  /// the ends of ranges. Else batches come as they are ready, at most two a thread wait; threads read
  /// whole splits, and one that finds none left takes half of what another has left. Without meaning
  /// for one thread.
  bool in_order = true;
  /// Most bytes of batches that threads have read ahead of the caller, with the memory that is kept for
  /// the next ones; at least 1. It may be exceeded by one batch a thread: a thread begins one while
  /// there is less, and the rows that the caller waits for are read in any case. Without meaning for
  /// one thread, which reads nothing ahead.
  int64_t max_ahead_bytes = 256 << 20;
  /// Most bytes of files that are read ahead, where the file system has more than one request at a time
  /// (ReadCosts); at least 1. Blocks that are being decoded come on top.
  int64_t read_ahead_bytes = 64 << 20;
  /// Set by Table::LookUp, whose keys are `any_of`: what stays in memory of each split.
  std::shared_ptr<const std::vector<std::shared_ptr<internal::KeptSplit>>> kept;
};

/// Reads the rows of a table that satisfy a predicate, for an engine that has threads of its own: each
/// reads and uses rows of its own, in no order, and nothing goes from thread to thread. A thread that
/// has read its split takes half of what another has left.
class CIF_EXPORT SharedTableScan {
 public:
  /// The rows of one thread. For one thread; the scan outlives it.
  class CIF_EXPORT Reader {
   public:
    ~Reader();

    /// Replaces the batch by the next rows; no rows: the end, for this thread. A batch passed again
    /// keeps its memory. After an error every call gives an error; other readers go on.
    Status Next(Batch* batch);

   private:
    friend class SharedTableScan;
    class Impl;
    explicit Reader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  /// Checks the request against the table; opens no column file yet. `request.threads` says how many
  /// readers there will be; `in_order` has no meaning.
  static Result<std::unique_ptr<SharedTableScan>> Open(std::shared_ptr<const Table> table,
                                                       TableScanRequest request,
                                                       const ReadOptions& options = {});
  ~SharedTableScan();

  /// The type of each column of the batches.
  const std::vector<Type>& types() const;

  /// A reader for one more thread. kTooLarge if there is no memory. Thread-safe.
  Result<std::unique_ptr<Reader>> NewReader();

  /// What the readers that are gone have read. Thread-safe.
  ScanMetrics metrics() const;

  class Impl;

 private:
  explicit SharedTableScan(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Reads the rows of a table that satisfy a predicate. For one thread, apart from Cancel; it starts
/// threads of its own if the request says so, and ends them when it is destroyed.
class CIF_EXPORT TableScanner {
 public:
  /// Checks the request against the table; opens no column file yet.
  static Result<std::unique_ptr<TableScanner>> Open(std::shared_ptr<const Table> table,
                                                    TableScanRequest request,
                                                    const ReadOptions& options = {});
  ~TableScanner();

  /// The type of each column of the batches.
  const std::vector<Type>& types() const;

  /// Replaces the batch by the next rows; no rows: the end. A batch passed again keeps its memory.
  /// After an error every call gives an error.
  Status Next(Batch* batch);

  /// Ends a call of Next on another thread, and every later one, with kCancelled: soon, even where
  /// the predicate lets no row through. Thread-safe.
  void Cancel();

  /// What has been read so far; complete at the end of the scan.
  ScanMetrics metrics() const;

  class Impl;

 private:
  explicit TableScanner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif
