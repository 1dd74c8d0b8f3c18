#include <utility>

#include "cif/split.h"
#include "file/opened_split.h"
#include "file/schema_file.h"
#include "file/snapshot.h"
#include "util/failure.h"

namespace cif {

using internal::Check;
using internal::Guard;

/// Makes splits for the rest of the library.
struct internal::SplitMaker {
  static std::shared_ptr<const Split> Make(const FileSystem& fs, const OpenedSplit& opened,
                                           Schema schema) {
    std::shared_ptr<Split> split(new Split());
    split->fs_ = &fs;
    split->folder_ = opened.folder;
    split->schema_bytes_ = opened.bytes;
    split->schema_ = std::move(schema);
    return split;
  }
};

namespace internal {

OpenedSplit ReadSplit(const FileSystem& fs, const std::string& folder) {
  const std::string path = folder + "/" + kSchemaFile;
  return Check(Guard(path, "", [&]() -> Result<OpenedSplit> {
    std::unique_ptr<RandomAccessFile> file = Check(fs.Open(path));
    if (file->size() > kMaxSchemaFile) {
      Fail(ErrorCode::kCorrupt, "a schema file of " + std::to_string(file->size()) +
                                    " bytes: more than the format allows");
    }
    Bytes bytes;
    Check(file->Read(0, static_cast<size_t>(file->size()), &bytes));
    OpenedSplit split;
    split.folder = folder;
    split.bytes = static_cast<int64_t>(bytes.size());
    split.file =
        ParseSchemaFile({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return split;
  }));
}

std::shared_ptr<const Split> MakeSplit(const FileSystem& fs, const OpenedSplit& split,
                                       Schema schema) {
  return SplitMaker::Make(fs, split, std::move(schema));
}

}  // namespace internal

Result<std::shared_ptr<const Split>> Split::Open(const FileSystem& fs, const std::string& folder) {
  return Guard(folder, "", [&]() -> Result<std::shared_ptr<const Split>> {
    return internal::OpenSplits(fs, {folder}).front();
  });
}

namespace {

void Collect(const FileSystem& fs, const std::string& folder, int depth,
             std::vector<std::string>* found) {
  constexpr int kMaxDepth = 200;  // a loop of links would have no end
  if (depth > kMaxDepth) {
    throw internal::Failure(
        Error{ErrorCode::kIo, folder, "", -1, "folders nested deeper than 200"});
  }
  std::vector<DirectoryEntry> entries = Check(fs.List(folder));
  for (const DirectoryEntry& e : entries) {
    if (!e.is_directory && e.name == internal::kSchemaFile) {
      found->push_back(folder);
      return;
    }
  }
  for (const DirectoryEntry& e : entries) {
    if (e.is_directory && e.name[0] != '_' && e.name[0] != '.') {
      Collect(fs, folder + "/" + e.name, depth + 1, found);
    }
  }
}

}  // namespace

Result<std::vector<std::string>> ListSplits(const FileSystem& fs, const std::string& root) {
  return Guard(root, "", [&]() -> Result<std::vector<std::string>> {
    std::vector<std::string> found;
    Collect(fs, root, 0, &found);
    return found;
  });
}

}  // namespace cif
