#include <list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/split.h"
#include "file/column_index.h"
#include "file/deletes_file.h"
#include "file/opened_split.h"
#include "file/replaced_file.h"
#include "file/schema_file.h"
#include "file/snapshot.h"
#include "util/failure.h"
#include "util/parallel.h"

namespace cif {

using internal::Check;
using internal::Guard;

/// Factory of splits for the rest of the library.
struct internal::SplitMaker {
  static std::shared_ptr<const Split> Make(const FileSystem& fs, const OpenedSplit& opened,
                                           Schema schema) {
    std::shared_ptr<Split> split(new Split());
    split->fs_ = &fs;
    split->folder_ = opened.folder;
    split->schema_bytes_ = opened.bytes;
    split->schema_ = std::move(schema);
    if (split->schema_.deletes.rows > 0) {
      split->deletes_ = std::make_shared<DeletesCache>();
    }
    return split;
  }
};

namespace internal {

namespace {

OpenedSplit ReadOpened(const FileSystem& fs, const std::string& folder, RandomAccessFile* file,
                       const WantedColumns& columns) {
  if (file->size() > kMaxSchemaFile) {
    Fail(ErrorCode::kCorrupt, "a schema file of " + std::to_string(file->size()) +
                                  " bytes: more than the format allows");
  }
  OpenedSplit split;
  split.folder = folder;
  if (std::optional<SomeColumns> some = ReadByIndex(fs, folder, file, columns)) {
    split.bytes = some->bytes;
    split.file = std::move(some->file);
    return split;
  }
  Bytes bytes;
  Check(file->Read(0, static_cast<size_t>(file->size()), &bytes));
  split.bytes = static_cast<int64_t>(bytes.size());
  split.file = ParseSchemaFile({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return split;
}

}  // namespace

OpenedSplit ReadSplit(const FileSystem& fs, const std::string& folder,
                      const WantedColumns& columns) {
  const std::string path = folder + "/" + kSchemaFile;
  return Check(Guard(path, "", [&]() -> Result<OpenedSplit> {
    std::unique_ptr<RandomAccessFile> file = Check(fs.Open(path));
    return ReadReplaced(fs, path, std::move(file), [&](RandomAccessFile* opened) {
      return ReadOpened(fs, folder, opened, columns);
    });
  }));
}

std::shared_ptr<const Split> MakeSplit(const FileSystem& fs, const OpenedSplit& split,
                                       Schema schema) {
  return SplitMaker::Make(fs, split, std::move(schema));
}

}  // namespace internal

Result<std::shared_ptr<const Split>> Split::Open(const FileSystem& fs, const std::string& folder,
                                                 const std::vector<std::string>& columns) {
  return Guard(folder, "", [&]() -> Result<std::shared_ptr<const Split>> {
    return internal::OpenSplits(fs, [&folder] { return std::vector{folder}; }, {columns}).front();
  });
}

namespace {

/// Split-directory, or a folder above split-directories.
struct Folder {
  std::string path;
  int depth = 0;
  bool is_split = false;
  bool may_lack = false;  ///< true if there may be no such folder
};

/// Returns true if the name says that the folder and its content are no data (FORMAT.md section 2).
/// Names of columns, and thus folders `key=value`, may begin like hidden names.
bool IsHiddenFolder(std::string_view name) {
  return (name.starts_with('_') || name.starts_with('.')) &&
         name.find('=') == std::string_view::npos;
}

/// Returns the replacement of a folder: itself if it is a split-directory, else the folders in it.
std::list<Folder> Listed(const FileSystem& fs, Folder folder) {
  constexpr int kMaxDepth = 200;  // a loop of links would have no end
  if (folder.depth > kMaxDepth) {
    throw internal::Failure(
        Error{ErrorCode::kIo, folder.path, "", -1, "folders nested deeper than 200"});
  }
  std::list<Folder> found;
  const auto entries = fs.List(folder.path);
  if (folder.may_lack && !entries.ok() && entries.error().code == ErrorCode::kNotFound) {
    return found;
  }
  for (const DirectoryEntry& e : Check(entries)) {
    if (!e.is_directory && e.name == internal::kSchemaFile) {
      folder.is_split = true;
      return {std::move(folder)};
    }
    if (e.is_directory && !IsHiddenFolder(e.name)) {
      found.push_back({folder.path + "/" + e.name, folder.depth + 1});
    }
  }
  return found;
}

/// Lists some of the remaining folders and replaces each by its content, in place. Returns false if
/// none is left.
/// @param first all folders before it are split-directories
bool ListNext(const FileSystem& fs, std::list<Folder>* all, std::list<Folder>::iterator* first) {
  // Lists some at a time, so that a tree does not fill the memory level by level.
  const int requests = fs.costs().requests;
  const size_t most = requests == 1 ? 1 : 8 * static_cast<size_t>(requests);
  while (*first != all->end() && (*first)->is_split) {
    ++*first;
  }
  std::vector<std::list<Folder>::iterator> next;
  for (auto at = *first; at != all->end() && next.size() < most; ++at) {
    if (!at->is_split) {
      next.push_back(at);
    }
  }
  std::vector<std::list<Folder>> found(next.size());
  internal::InParallel(next.size(), requests,
                       [&](size_t i) { found[i] = Listed(fs, std::move(*next[i])); });
  for (size_t i = 0; i < next.size(); i++) {
    const bool is_first = next[i] == *first;
    const auto behind = all->erase(next[i]);
    const auto start = found[i].empty() ? behind : found[i].begin();
    all->splice(behind, found[i]);
    *first = is_first ? start : *first;
  }
  return !next.empty();
}

}  // namespace

std::vector<std::string> internal::ListSplitsOf(const FileSystem& fs, const std::string& first,
                                                const std::vector<std::string>& others) {
  std::list<Folder> all;
  all.push_back({first});
  for (const std::string& other : others) {
    all.push_back({other});
    all.back().may_lack = true;
  }
  for (auto next = all.begin(); ListNext(fs, &all, &next);) {
  }
  std::vector<std::string> paths;
  paths.reserve(all.size());
  for (Folder& folder : all) {
    paths.push_back(std::move(folder.path));
  }
  return paths;
}

Result<std::vector<std::string>> ListSplits(const FileSystem& fs, const std::string& root) {
  return Guard(root, "", [&]() -> Result<std::vector<std::string>> {
    return internal::ListSplitsOf(fs, root, {});
  });
}

}  // namespace cif
