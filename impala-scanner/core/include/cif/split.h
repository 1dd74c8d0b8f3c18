// Split-directories.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cif/export.h"
#include "cif/io.h"
#include "cif/result.h"
#include "cif/schema.h"

namespace cif {

namespace internal {
class DeletesCache;
struct SplitMaker;
}  // namespace internal

/// Split-directory (FORMAT.md section 2). Only its schema file has been read. Immutable, safe to
/// share between threads. Each thread opens its own readers and scanners.
class CIF_EXPORT Split {
 public:
  /// Reads the schema file and applies the changes that are committed by now (section 2.1). If
  /// splits of one table are opened one by one, some may show a change and others not. Table opens
  /// them together. kNotFound if the folder has no schema file. The file system must outlive the
  /// split.
  /// @param columns names of the columns that the caller will ask for, ignoring case; empty: all.
  /// If the schema file has an index (section 3.2), others may then be missing from schema(), and a
  /// split of many columns opens sooner.
  static Result<std::shared_ptr<const Split>> Open(const FileSystem& fs, const std::string& folder,
                                                   const std::vector<std::string>& columns = {});

  const std::string& folder() const { return folder_; }
  const Schema& schema() const { return schema_; }
  /// Number of rows, with those that are deleted: they keep their numbers and their values in the
  /// column files.
  int64_t rows() const { return schema_.rows; }
  /// Number of rows that scans give. No file is opened for it.
  int64_t live_rows() const { return schema_.live_rows(); }
  const FileSystem& file_system() const { return *fs_; }
  /// Number of bytes that were read of the schema file and its index.
  int64_t schema_bytes() const { return schema_bytes_; }
  /// For scans: deleted rows in memory; nullptr if no row is deleted.
  CIF_HIDDEN internal::DeletesCache* deletes() const { return deletes_.get(); }

 private:
  Split() = default;
  friend struct internal::SplitMaker;

  const FileSystem* fs_ = nullptr;
  std::string folder_;
  Schema schema_;
  int64_t schema_bytes_ = 0;
  std::shared_ptr<internal::DeletesCache> deletes_;
};

/// Lists the split-directories at or below a folder, at any depth, in the order of their paths.
/// Ignores names that start with '_' or '.'.
CIF_EXPORT Result<std::vector<std::string>> ListSplits(const FileSystem& fs,
                                                       const std::string& root);

}  // namespace cif
