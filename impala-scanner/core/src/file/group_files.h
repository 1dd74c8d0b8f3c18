// Open group files, and what the readers of their columns share: FORMAT.md section 5.1.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cif/split.h"

namespace cif::internal {

/// A group file that was opened once for some of its columns. For one thread.
class GroupFile {
 public:
  /// @param columns those that will be read; they outlive it
  GroupFile(const FileSystem& fs, std::string path, std::vector<const Column*> columns);

  uint64_t size() const { return file_->size(); }

  /// The file for the reads of one column.
  std::unique_ptr<RandomAccessFile> ForColumn() const;

  /// The whole file, of so many bytes, read once. Adds what is read now to `bytes_read`.
  const uint8_t* Whole(int64_t length, int64_t* bytes_read);

  /// The footer of a column; valid until the next call. Brings along the footers of other columns that
  /// stand near it. Adds what is read now to `bytes_read`.
  const uint8_t* Footer(const Column& column, int64_t* bytes_read);

 private:
  /// Footers are read together if no more bytes than these lie between them.
  static constexpr int64_t kNear = 16 << 10;
  /// So many bytes of footers are read together at most, unless one alone is longer.
  static constexpr int64_t kMostFooters = 1 << 20;

  Result<std::unique_ptr<RandomAccessFile>> OpenOnce() const;

  /// Chooses the footers that are read with that of a column.
  void ChooseFooters(const Column& column, int64_t* start, int64_t* end) const;

  const FileSystem& fs_;
  std::string path_;
  std::vector<const Column*> columns_;  ///< in the order of their footers
  std::unique_ptr<RandomAccessFile> file_;
  Bytes whole_;
  Bytes footers_;  ///< those that were read last
  int64_t footers_start_ = 0;
  int64_t footers_end_ = 0;
};

/// The group files of a split that one scanner reads. For one thread.
class GroupFiles {
 public:
  /// Opens nothing yet. Split, columns and the split's files outlive it.
  /// @param columns those that will be read
  GroupFiles(const Split& split, const std::vector<const Column*>& columns, const FileSystem& files);

  /// The group file of one of the columns.
  std::shared_ptr<GroupFile> Open(const Column& column);

 private:
  const Split* split_;
  const FileSystem* files_;
  std::map<std::string, std::vector<const Column*>> columns_;  ///< of each file
  std::map<std::string, std::shared_ptr<GroupFile>> open_;
};

}  // namespace cif::internal
