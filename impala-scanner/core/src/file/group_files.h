// Open group files, shared by the readers of their columns: FORMAT.md section 5.1.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cif/split.h"

namespace cif::internal {

/// Group file that was opened once for some of its columns. For one thread.
class GroupFile {
 public:
  /// @param columns columns that will be read; they outlive it
  GroupFile(const FileSystem& fs, std::string path, std::vector<const Column*> columns);

  uint64_t size() const { return file_->size(); }

  /// Returns a file for the reads of one column.
  std::unique_ptr<RandomAccessFile> ForColumn() const;

  /// Returns the whole file of `length` bytes, read only once. Adds the bytes of this read to
  /// `bytes_read`.
  const uint8_t* Whole(int64_t length, int64_t* bytes_read);

  /// Returns the footer of a column, valid until the next call. A read includes the footers of
  /// other columns nearby. Adds the bytes of this read to `bytes_read`.
  const uint8_t* Footer(const Column& column, int64_t* bytes_read);

 private:
  /// Maximum gap between two footers that are read together, in bytes.
  static constexpr int64_t kNear = 16 << 10;
  /// Maximum number of bytes of footers that are read together, unless a single one is longer.
  static constexpr int64_t kMostFooters = 1 << 20;

  Result<std::unique_ptr<RandomAccessFile>> OpenOnce() const;

  /// Chooses the range of footers that is read together with that of a column.
  void ChooseFooters(const Column& column, int64_t* start, int64_t* end) const;

  const FileSystem& fs_;
  std::string path_;
  std::vector<const Column*> columns_;  ///< ordered by their footers
  std::unique_ptr<RandomAccessFile> file_;
  Bytes whole_;
  Bytes footers_;  ///< footers that were read last
  int64_t footers_start_ = 0;
  int64_t footers_end_ = 0;
};

/// Group files of a split that one scanner reads. For one thread.
class GroupFiles {
 public:
  /// Opens nothing yet. Split, columns and the split's files must outlive it.
  /// @param columns columns that will be read
  GroupFiles(const Split& split, const std::vector<const Column*>& columns,
             const FileSystem& files);

  /// Returns the group file of a column. It is opened at the first call.
  std::shared_ptr<GroupFile> Open(const Column& column);

 private:
  const Split* split_;
  const FileSystem* files_;
  std::map<std::string, std::vector<const Column*>> columns_;  ///< columns by file
  std::map<std::string, std::shared_ptr<GroupFile>> open_;
};

}  // namespace cif::internal
