// Tables that a table file describes: FORMAT.md section 2.4.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cif/table.h"
#include "file/column_match.h"
#include "file/table_file.h"

namespace cif::internal {

/// Description of a table that is opened, with the columns that its reader wants. Raises Failure.
class DescribedTable {
 public:
  /// Reads the table file of a folder, or takes that of a known table. Empty if there is none.
  /// @throws Failure (kUnsupported) if the table's rows are not known from its files alone
  static std::unique_ptr<const DescribedTable> Find(const FileSystem& fs, const std::string& root,
                                                    const TableOptions& options);

  /// Content of the table file.
  const std::string& bytes() const { return bytes_; }

  /// Wanted columns in files, with names and types of the table.
  const std::vector<Column>& columns() const { return columns_; }

  /// Value of each column in splits that lack it; empty if it is NULL for all.
  const std::vector<std::optional<Literal>>& defaults() const { return defaults_; }

  /// Partition columns.
  const std::vector<Column>& partition_columns() const { return partition_columns_; }

  /// Columns of the table in splits.
  const ColumnMatch& match() const { return match_; }

  /// Columns that are wanted of schema files.
  WantedColumns wanted() const;

  /// Returns the folders of the splits: those of the table, or of the part of it that was asked
  /// for. @throws Failure (kUnsupported) if the file system does not have one of the partitions
  std::vector<std::string> Folders(const FileSystem& fs, const std::string& root) const;

  /// Returns the folder of a split of a known table.
  std::string FolderOf(const std::string& root, const std::string& known) const;

  /// Returns the values of the partition columns for the folder of a split.
  std::vector<std::optional<Literal>> PartitionOf(const std::string& folder) const;

 private:
  DescribedTable(std::string bytes, const TableFile& file, TablePlace place,
                 const TableOptions& options);

  using Texts = std::vector<std::optional<std::string>>;

  void AddColumn(const TableFile::Column& column, const Type& type);
  void AddOutside(const FileSystem& fs, const TableFile& file);

  /// Returns the texts of the partition columns by the names of folders.
  Texts TextsOf(const std::string& folder) const;

  /// Returns the partition outside of the table's folder that a folder belongs to; nullptr: none.
  const Texts* OutsideOf(const std::string& folder) const;

  std::string bytes_;
  TablePlace place_;
  ColumnMatch match_;
  bool are_all_ = false;  ///< true if all columns are wanted
  std::vector<Column> columns_;
  std::vector<std::optional<Literal>> defaults_;
  std::vector<Column> partition_columns_;
  /// Partitions outside of the table's folder, by their folders.
  std::map<std::string, Texts> outside_;
  std::set<Texts> outside_texts_;      ///< values that the table's own folder has no part in
  std::optional<Error> not_readable_;  ///< first of these partitions that can't be read
};

}  // namespace cif::internal
