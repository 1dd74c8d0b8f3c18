// Common parts of the tests: golden splits, a file system in memory, rows as JSON.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cif/table.h"

namespace cif::test {

/// File system in memory, so that damaged files are cheap.
class MemoryFiles final : public FileSystem {
 public:
  /// Returns all files of a local folder, under the name of "/" + the folder's last part.
  static MemoryFiles OfFolder(const std::string& folder);

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override;
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override;

  std::map<std::string, std::string> files;  ///< content by path
};

/// Returns the folder of the golden splits.
std::string GoldenRoot();

/// Returns the names of all golden splits.
std::vector<std::string> GoldenNames();

/// Returns the name of a test of a golden split.
std::string GoldenTestName(const testing::TestParamInfo<std::string>& golden);

/// Returns the lines of a file.
std::vector<std::string> FileLines(const std::string& path);

/// Returns the folder of the golden table of filters, `table` and `table.jsonl`.
std::string FiltersRoot();

/// Returns the value of its column `guid` in a row; NULL in every 50th.
std::string GoldenGuid(int64_t row);

/// Returns the lines of a golden split's .jsonl.
std::vector<std::string> GoldenLines(const std::string& name);

/// Opens a split, which must succeed.
std::shared_ptr<const Split> OpenSplit(const FileSystem& fs, const std::string& folder);

/// Returns projections of all columns.
std::vector<Projection> AllColumns(const Schema& schema);

/// Appends the rows of a batch as lines of a .jsonl. `names` are the names of the columns.
void AppendLines(const Batch& batch, const std::vector<std::string>& names,
                 std::vector<std::string>* lines);

/// Returns all rows of a scan as lines, or the error.
Result<std::vector<std::string>> ScanLines(std::shared_ptr<const Split> split,
                                           const ScanRequest& request,
                                           const ReadOptions& options = {});

/// Returns each value of a vector as JSON.
std::vector<std::string> Values(const Vector& vector);

/// Returns golden splits under other paths. The map has the name of the golden split by folder.
MemoryFiles FilesOf(const std::map<std::string, std::string>& golden_of_folder);

/// Opens a table, which must succeed.
std::shared_ptr<const Table> OpenTable(const FileSystem& files, const std::string& root,
                                       const TableOptions& options = {});

/// Makes a request for columns by their texts, which must be valid.
TableScanRequest RequestOf(const Table& table, const std::vector<std::string>& columns);

/// Returns all rows of a table's scan as lines, or the error.
Result<std::vector<std::string>> Lines(std::shared_ptr<const Table> table,
                                       const TableScanRequest& request,
                                       const ReadOptions& options = {});

/// Returns the names of all columns.
std::vector<std::string> ColumnNames(const Table& table);

/// Reads a whole column or a part of it, which must succeed.
std::vector<std::string> ReadValues(std::shared_ptr<const Split> split,
                                    const Projection& projection);

}  // namespace cif::test
