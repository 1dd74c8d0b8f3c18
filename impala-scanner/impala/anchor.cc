#include "anchor.h"

#include <algorithm>

namespace cif::plugin {
namespace {

constexpr std::string_view kHeader = "CIF-ANCHOR 1\n";
constexpr std::string_view kSplit = "split ";
constexpr std::string_view kTable = "table ";
constexpr std::string_view kColumn = "column ";
constexpr std::string_view kSchemaFile = "/schema.cif";

Error Wrong(std::string_view path, const std::string& what) {
  return Error{ErrorCode::kCorrupt, std::string(path), "", -1,
               what + "; write the anchors again with bin/cif impala-anchors"};
}

/// Returns the folder of a path, without a slash at its end.
std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// Returns the position of the root's slash, which is behind the host if there is one.
size_t RootOf(std::string_view path) {
  const size_t scheme = path.find("://");
  return scheme == std::string_view::npos ? 0 : path.find('/', scheme + 3);
}

/// Follows a relative path from a folder. Returns false if it leads above the root or is not
/// relative.
bool Follow(std::string_view relative, std::string* folder) {
  const size_t root = RootOf(*folder);
  if (relative.empty() || relative[0] == '/' || relative.find("://") != std::string_view::npos) {
    return false;
  }
  while (!relative.empty()) {
    const std::string_view name = relative.substr(0, relative.find('/'));
    relative.remove_prefix(std::min(relative.size(), name.size() + 1));
    if (name == "..") {
      if (folder->size() <= root || root == std::string::npos) {
        return false;
      }
      folder->resize(folder->rfind('/'));
    } else if (!name.empty() && name != ".") {
      *folder += '/';
      *folder += name;
    }
  }
  return true;
}

}  // namespace

bool IsSchemaFile(std::string_view path) { return path.ends_with(kSchemaFile); }

Result<Anchor> ParseAnchor(std::string_view content, std::string_view path) {
  Anchor anchor;
  anchor.folder = FolderOf(path);
  if (IsSchemaFile(path)) {
    return anchor;
  }
  if (!content.starts_with(kHeader)) {
    return Wrong(path, "not an anchor of CIF, version 1");
  }
  content.remove_prefix(kHeader.size());
  bool has_split = false;
  while (!content.empty()) {
    const size_t end = content.find('\n');
    if (end == std::string_view::npos) {
      return Wrong(path, "the last line has no end");
    }
    std::string_view line = content.substr(0, end);
    content.remove_prefix(end + 1);
    if (line.starts_with(kSplit) && !has_split) {
      has_split = true;
      line.remove_prefix(kSplit.size());
      if (!Follow(line, &anchor.folder)) {
        return Wrong(path, "'" + std::string(line) + "' leads to no split-directory");
      }
      continue;
    }
    if (line.starts_with(kTable) && anchor.table.empty()) {
      line.remove_prefix(kTable.size());
      anchor.table = FolderOf(path);
      if (!Follow(line, &anchor.table)) {
        return Wrong(path, "'" + std::string(line) + "' leads to no table");
      }
      continue;
    }
    const size_t space = line.find(' ', kColumn.size());
    if (!line.starts_with(kColumn) || space == std::string_view::npos) {
      return Wrong(path, "the line '" + std::string(line) + "' is not known");
    }
    anchor.parts.emplace_back(line.substr(kColumn.size(), space - kColumn.size()),
                              line.substr(space + 1));
  }
  if (!has_split) {
    return Wrong(path, "names no split-directory");
  }
  return anchor;
}

}  // namespace cif::plugin
