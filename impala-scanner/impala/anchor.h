// Anchor files: how Impala finds split-directories. docs/IMPALA.md; written by bin/cif
// impala-anchors.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/result.h"

namespace cif::plugin {

/// What an anchor says.
struct Anchor {
  std::string folder;  ///< path of the split-directory
  /// Columns of the table that are parts of stored columns: name, and the text of a Projection.
  std::vector<std::pair<std::string, std::string>> parts;
};

/// Anchors are not longer than this.
inline constexpr int64_t kMaxAnchorBytes = 1 << 20;

/// Reads an anchor. `path` is that of the anchor file, with or without scheme and host. A schema
/// file is its own anchor: its folder is the split-directory, and `content` is not looked at.
Result<Anchor> ParseAnchor(std::string_view content, std::string_view path);

}  // namespace cif::plugin
