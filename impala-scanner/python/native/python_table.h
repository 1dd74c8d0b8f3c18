// A table as Python has it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cif/table.h"
#include "counted_files.h"
#include "errors.h"
#include "options.h"

namespace cif::python {

/// A name, and the text of what it stands for.
using Named = std::pair<std::string, std::string>;

/// Split-directories, columns and table file in the form of KnownTable.
using Known = std::tuple<std::vector<std::string>, std::vector<Named>, nanobind::bytes>;

/// Pairs of a column and the text of a value.
using TextKey = std::vector<std::pair<std::string, nanobind::bytes>>;

/// A table that Python's objects share with their scans. Used with the interpreter's lock.
class PythonTable {
 public:
  /// @param files see PythonFiles; None: local files
  /// @param known paths of split-directories, names and types of the columns in files, and the
  /// content of the table file; None: they are looked up
  PythonTable(const std::string& path, const std::string& io, const std::vector<Named>& partitions,
              nanobind::object files, const std::optional<Known>& known);

  /// Returns the same table with some of its splits. Reads of both tables are counted together.
  PythonTable Only(const std::vector<size_t>& splits) const;

  int64_t files_opened() const { return files_->counts().files_opened; }
  int64_t bytes_read() const { return files_->counts().bytes_read; }

  /// Returns name and type of each column, and true if it is one of partitions.
  std::vector<std::tuple<std::string, std::string, bool>> columns() const;

  /// Returns the folders of the split-directories.
  std::vector<std::string> splits() const;

  int64_t rows() const { return table_->schema().rows; }
  nanobind::bytes table_file() const;

  /// Returns for each split its rows, the bytes of some columns before encoding, and the text that
  /// names its content.
  std::vector<std::tuple<int64_t, int64_t, nanobind::bytes>> Contents(
      const std::vector<Named>& columns) const;

  /// Returns the schema of a scan's stream.
  nanobind::capsule Schema(const std::vector<Named>& columns, const Options& options) const;

  /// Returns the stream of a scan.
  ///
  /// @param conditions tuples of a column, an operator and a literal (a list of them for `in`).
  /// Combinations are tuples of an operator and a list of conditions
  /// @param failed gets the error that ends the stream; may be nullptr
  /// @param rows first row and number of rows, counted over all splits; (0, -1): all
  nanobind::capsule Scan(const std::vector<Named>& columns,
                         const std::vector<nanobind::tuple>& conditions, const Options& options,
                         std::shared_ptr<StreamError> failed,
                         std::pair<int64_t, int64_t> rows) const;

  /// Returns the stream of the rows that have the keys.
  nanobind::capsule LookUp(const std::vector<Named>& columns, const std::vector<TextKey>& keys,
                           const Options& options) const;

 private:
  /// Makes the table keep the files that it is read from. Scans hold the table and need the files.
  std::shared_ptr<const Table> Hold(std::shared_ptr<const Table> table) const;

  Predicate PredicateOf(const nanobind::tuple& condition) const;
  std::vector<Projection> Projections(const std::vector<Named>& columns) const;

  /// Fails if the files are Python's, and it ends.
  void ExpectFiles() const;

  ReadOptions Read(const Options& options) const;

  /// @param columns columns, whose names the stream has
  /// @param failed gets the error that ends the stream; may be nullptr
  nanobind::capsule Export(std::unique_ptr<TableScanner> scanner, const std::vector<Named>& columns,
                           const Options& options, std::shared_ptr<StreamError> failed) const;

  bool is_of_python_ = false;  ///< whether the files are
  std::shared_ptr<const CountedFiles> files_;
  std::shared_ptr<const Table> table_;
};

}  // namespace cif::python
