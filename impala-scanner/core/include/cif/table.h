// Tables: all split-directories below a folder, read as one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/export.h"
#include "cif/moment.h"
#include "cif/reader.h"

namespace cif {

namespace internal {
class SplitCache;
}

/// Part of a table that was opened before, perhaps by another process.
struct KnownTable {
  /// Paths of the split-directories to be opened, relative to the table's folder; whole ones, as
  /// Split::folder() has them, of partitions outside of that folder. No others are looked for.
  /// Changes of several split-directories show all or nothing in these alone.
  std::vector<std::string> splits;
  /// Columns in files, by name and type. Those of the split-directories are widened to them.
  std::vector<std::pair<std::string, Type>> columns;
  /// Table::table_file() of the table as it was opened before. It is not read again.
  std::string table_file = {};
};

/// Options for the opening of a table.
struct TableOptions {
  /// Types of partition columns by name, of class INT, FLOAT, DOUBLE, DECIMAL, BYTES or TIMESTAMP.
  /// Partition columns without an entry have the types of the table file, or are strings.
  std::vector<std::pair<std::string, Type>> partition_types;
  /// Names of the columns that the caller will ask for, see Split::Open. Empty: all.
  std::vector<std::string> columns;
  /// Maximum number of bytes of footers, filters of keys and deleted rows that stay in memory for
  /// later look-ups, as long as the table lives. 0 keeps none.
  int64_t look_up_memory = 64 << 20;
  /// Paths of the split-directories to be opened, relative to the table's folder; whole ones, as
  /// Split::folder() has them, of partitions outside of that folder. No others are looked for.
  /// Changes of several split-directories show all or nothing in these alone, or in those of all
  /// calls with one `moment`. Empty: all.
  std::vector<std::string> splits;
  /// Known split-directories and columns of the table; nullptr: they are looked up. `splits` is
  /// then not used.
  const KnownTable* known = nullptr;
  /// State of the table that earlier calls with this moment have set; the first one sets it.
  /// nullptr: the state is that of this call. Not kept by the table.
  Moment* moment = nullptr;
};

/// Split-directory of a table.
struct TableSplit {
  std::shared_ptr<const Split> split;
  /// Value of each partition column; empty stands for NULL.
  std::vector<std::optional<Literal>> partition;
};

/// Key of a row: values of columns, all of which the row has to have. Names ignore case.
using Key = std::vector<std::pair<std::string, Literal>>;

class TableScanner;

/// Split-directories at or below a folder, at any depth.
///
/// A table file (FORMAT.md section 2.4) says what the table is: its columns with their names, types
/// and defaults, in its order, and its partition columns. Splits have the columns by their keys or
/// names (section 3.1). Partitions may lie in other folders. Opening a folder `name=value` or
/// `base_<n>` of such a table gives the rows below it.
///
/// Without a table file, columns are matched by name, ignoring case. A column that some splits lack
/// is NULL there; one whose type differs between splits has the type that holds all (section 4.1).
/// Folders named `name=value` on the way to splits are partition columns.
///
/// Names of folders are those that Hive writes (`%2F` escapes, `__HIVE_DEFAULT_PARTITION__` is
/// NULL). Values are those that Hive reads: NULL where the text is none of the type. Schema files
/// are read on opening; of a change of many split-directories (section 2.1) the table shows all or
/// nothing. Immutable, safe to share between threads.
class CIF_EXPORT Table {
 public:
  /// Opens a table. The file system must outlive it. kNotFound if there is no such folder.
  /// kInvalidArgument if the splits do not form one table. kCorrupt for a damaged table file,
  /// kUnsupported for one of a table with transactions, or with partitions that the file system
  /// does not have (FileSystem::PathOf).
  static Result<std::shared_ptr<const Table>> Open(const FileSystem& fs, const std::string& root,
                                                   const TableOptions& options = {});

  /// Returns the same table with some of its splits, in the given order. Columns, their types and
  /// partition columns stay the same. kInvalidArgument if there is no split of such a number.
  static Result<std::shared_ptr<const Table>> Only(const Table& whole,
                                                   const std::vector<size_t>& splits);

  const std::string& root() const { return root_; }

  /// Name and type of each column: first those in files, then the partition columns. `rows` counts
  /// the rows of all splits that are not deleted. Fields that describe a file are empty.
  const Schema& schema() const { return schema_; }

  /// Number of partition columns. They are the last columns.
  size_t partition_columns() const { return partition_columns_; }

  /// Value of each column in splits that lack it, by position; empty stands for NULL. Without
  /// elements if it is NULL for all columns.
  const std::vector<std::optional<Literal>>& defaults() const { return defaults_; }

  /// Content of the table file by which the table was opened, for KnownTable; empty if it has none.
  const std::string& table_file() const { return table_file_; }

  /// Splits in the order of their paths: those of the table's folder, and then those of partitions
  /// outside of it.
  const std::vector<TableSplit>& splits() const { return splits_; }

  /// Parses `name`, `name.field` and `name['key']`. kNotFound if the table has no such column.
  Result<Projection> ParseProjection(std::string_view text) const;

  /// Returns a text that names the content of a split as this table sees it: its columns, their
  /// files, and the checksums of those. Two tables with equal texts have the same rows in the
  /// split.
  std::string ContentOf(size_t split) const;

  /// Returns the bytes of some columns of a split before encoding (FORMAT.md section 8).
  int64_t RawBytesOf(size_t split, const std::vector<Projection>& columns) const;

  /// Returns the type of a column or of a part of one.
  Result<Type> TypeOf(const Projection& projection) const;

  /// Opens a scan of the rows with one of some keys. Each row comes once, in the order of the
  /// table. Folders are compared first, then minimum and maximum values, then filters of keys. Of
  /// other columns, only the blocks with matching rows are read. NULL equals no key; NaN equals
  /// NaN.
  /// Footers, filters and deleted rows that were read stay in memory
  /// (TableOptions::look_up_memory). A later look-up thus opens no file of a split without the key.
  /// Several threads may look up in one table. kInvalidArgument if there is no key, if a key is
  /// empty, or if a value does not fit its column's type. kNotFound if there is no such column.
  /// @param threads number of threads that read, if several splits have keys or the footers and
  /// filters of splits are not kept yet
  static Result<std::unique_ptr<TableScanner>> LookUp(std::shared_ptr<const Table> table,
                                                      const std::vector<Key>& keys,
                                                      std::vector<Projection> columns,
                                                      const ReadOptions& options = {},
                                                      int threads = 1);

  /// Parses a key from pairs of a column's name and a value's text, which ParseLiteral reads.
  /// kNotFound if the table has no such column.
  Result<Key> ParseKey(const std::vector<std::pair<std::string, std::string>>& texts) const;

  /// Parses a condition with one literal, whose text ParseLiteral reads. kIsNull and kIsNotNull
  /// ignore the literal.
  Result<Predicate> ParsePredicate(std::string_view target, Op op, std::string_view literal) const;

  /// Parses a condition of kIn in the same way.
  Result<Predicate> ParseIn(std::string_view target,
                            const std::vector<std::string_view>& literals) const;

 private:
  Table() = default;
  friend struct TableBuilder;

  std::string root_;
  Schema schema_;
  size_t partition_columns_ = 0;
  std::vector<std::optional<Literal>> defaults_;
  std::string table_file_;
  std::vector<TableSplit> splits_;
  std::shared_ptr<const std::vector<std::shared_ptr<internal::SplitCache>>> kept_;
};

/// Request of a scan of a table.
struct TableScanRequest {
  std::vector<Projection> columns;  ///< may be empty: rows are only counted
  Conjunction predicate;            ///< conditions on partition columns prune whole splits
  /// Disjuncts, see ScanRequest::any_of. They may name partition columns, too.
  std::vector<Conjunction> any_of;
  /// First row that is read, counted over all splits in their order. Deleted rows do not count: a
  /// split that is read in part has its deleted rows read as the scan is opened.
  int64_t first_row = 0;
  int64_t row_count = -1;  ///< -1: to the end
  /// Number of threads that read. Each holds the blocks that it decodes.
  int threads = 1;
  /// True if rows come in the order of the splits. Threads then read ranges of 65536 rows, or fewer
  /// where rows are wide, and at most two ranges per thread ahead of the caller. A block that
  /// crosses the end of a range is read again.
  /// If false, batches come in the order in which they are ready, and at most two per thread wait.
  /// Threads read whole splits; a thread without one takes half of the rest of another's split.
  /// Not used with one thread.
  bool in_order = true;
  /// Maximum number of bytes of batches that threads have read ahead of the caller, including
  /// memory that is kept for the next ones; at least 1. Each thread may exceed it by one batch: it
  /// begins a batch while less is used. Rows that the caller waits for are read in any case. Not
  /// used with one thread, which reads nothing ahead.
  int64_t max_ahead_bytes = 256 << 20;
  /// Maximum number of bytes of files that are read ahead, if the file system takes several
  /// requests at a time (ReadCosts); at least 1. Blocks that are being decoded are not counted.
  int64_t read_ahead_bytes = 64 << 20;
  /// Set by Table::LookUp, whose keys are `any_of`: footers and filters of each split that stay in
  /// memory.
  std::shared_ptr<const std::vector<std::shared_ptr<internal::SplitCache>>> kept;
};

/// Reads the rows of a table that satisfy a predicate, for an engine with threads of its own. Each
/// thread reads and uses its own rows, in no order, and nothing goes from thread to thread. A
/// thread that has read its split takes half of the rest of another's.
class CIF_EXPORT SharedTableScan {
 public:
  /// Reader of one thread's rows. For one thread. The scan must outlive it.
  class CIF_EXPORT Reader {
   public:
    ~Reader();

    /// Replaces the batch by the next rows; a batch without rows is the end for this thread. A
    /// batch that is passed again keeps its memory. After an error every call gives an error; other
    /// readers go on.
    Status Next(Batch* batch);

   private:
    friend class SharedTableScan;
    class Impl;
    explicit Reader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  /// Checks the request against the table; opens no column file yet. `request.threads` is the
  /// number of readers; `in_order` is not used.
  static Result<std::unique_ptr<SharedTableScan>> Open(std::shared_ptr<const Table> table,
                                                       TableScanRequest request,
                                                       const ReadOptions& options = {});
  ~SharedTableScan();

  /// Type of each column of the batches.
  const std::vector<Type>& types() const;

  /// Makes a reader for one more thread. kTooLarge if there is no memory. Thread-safe.
  Result<std::unique_ptr<Reader>> NewReader();

  /// Sum of the metrics of all destroyed readers. Thread-safe.
  ScanMetrics metrics() const;

  class Impl;

 private:
  explicit SharedTableScan(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Reads the rows of a table that satisfy a predicate. For one thread, apart from Cancel. It starts
/// threads of its own if the request says so, and ends them in the destructor.
class CIF_EXPORT TableScanner {
 public:
  /// Checks the request against the table; opens no column file yet.
  static Result<std::unique_ptr<TableScanner>> Open(std::shared_ptr<const Table> table,
                                                    TableScanRequest request,
                                                    const ReadOptions& options = {});
  ~TableScanner();

  /// Type of each column of the batches.
  const std::vector<Type>& types() const;

  /// Replaces the batch by the next rows; a batch without rows is the end. A batch that is passed
  /// again keeps its memory. After an error every call gives an error.
  Status Next(Batch* batch);

  /// Ends a running call of Next, and every later one, with kCancelled. It takes effect soon, even
  /// while the predicate lets no row through. Thread-safe.
  void Cancel();

  /// Metrics up to now; complete at the end of the scan.
  ScanMetrics metrics() const;

  class Impl;

 private:
  explicit TableScanner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cif
