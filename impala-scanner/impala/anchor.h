// Anchor files, which lead Impala to split-directories. See docs/IMPALA.md. `bin/cif
// impala-anchors` writes them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cif/result.h"

namespace cif::plugin {

/// Content of an anchor.
struct Anchor {
  std::string folder;  ///< path of the split-directory
  std::string table;   ///< path of the table's folder; empty if the anchor does not say it
  /// Columns of the table that are parts of stored columns: their name, and the text of a
  /// Projection.
  std::vector<std::pair<std::string, std::string>> parts;
};

/// Maximum length of an anchor in bytes.
inline constexpr int64_t kMaxAnchorBytes = 1 << 20;

/// Tells whether a file is its own anchor, so that its content need not be read.
bool IsSchemaFile(std::string_view path);

/// Parses an anchor. `path` is the path of the anchor file, with or without scheme and host. A
/// schema file is its own anchor: its folder is the split-directory, and `content` is ignored.
Result<Anchor> ParseAnchor(std::string_view content, std::string_view path);

}  // namespace cif::plugin
