#include <utility>

#include "cif/split.h"
#include "file/schema_file.h"
#include "util/failure.h"

namespace cif {

using internal::Check;
using internal::Guard;

Result<std::shared_ptr<const Split>> Split::Open(const FileSystem& fs, const std::string& folder) {
  const std::string path = folder + "/" + internal::kSchemaFile;
  return Guard(path, "", [&]() -> Result<std::shared_ptr<const Split>> {
    std::unique_ptr<RandomAccessFile> file = Check(fs.Open(path));
    if (file->size() > internal::kMaxSchemaFile) {
      internal::Fail(ErrorCode::kCorrupt, "a schema file of " + std::to_string(file->size()) +
                                              " bytes: more than the format allows");
    }
    Bytes bytes;
    Check(file->Read(0, static_cast<size_t>(file->size()), &bytes));
    std::shared_ptr<Split> split(new Split());
    split->fs_ = &fs;
    split->folder_ = folder;
    split->schema_bytes_ = static_cast<int64_t>(bytes.size());
    split->schema_ = internal::ParseSchemaFile(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return std::shared_ptr<const Split>(std::move(split));
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
