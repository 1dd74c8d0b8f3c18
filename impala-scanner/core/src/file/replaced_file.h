// Files that are replaced while they are read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "cif/io.h"
#include "util/failure.h"

namespace cif::internal {

/// Number of times that a file is read which is replaced meanwhile.
inline constexpr int kMostReads = 5;

/// Reads a file that writers replace as a whole, such as a schema file. A file system may know the
/// length of a file that another has replaced by now: where the content looks damaged, and a file
/// opened anew has another length, that one is read.
/// @param read function of the file, which fails where its content is damaged
/// @throws Failure
template <typename Read>
auto ReadReplaced(const FileSystem& fs, const std::string& path,
                  std::unique_ptr<RandomAccessFile> file, const Read& read) {
  for (int reads = 1;; reads++) {
    try {
      return read(file.get());
    } catch (Failure& failure) {
      const uint64_t size = file->size();
      const ErrorCode code = failure.error().code;
      if (reads == kMostReads || (code != ErrorCode::kCorrupt && code != ErrorCode::kIo)) {
        throw;
      }
      auto again = fs.Open(path);
      if (!again.ok() || (*again)->size() == size) {
        throw;
      }
      file = std::move(*again);
    }
  }
}

}  // namespace cif::internal
