// Places of folders, as table files name them: FORMAT.md section 2.4.
#pragma once

#include <string>
#include <string_view>

namespace cif::internal {

/// URI, or path, in its parts.
struct Location {
  std::string scheme;     ///< without the colon; empty for a path
  std::string authority;  ///< may be empty
  std::string path;       ///< without double slashes, and without one at its end
};

/// Takes a text apart. Escapes are none: Hadoop writes URIs without.
Location ParseLocation(std::string_view text);

/// Returns the location as a text that Hadoop would read as the same.
std::string ToString(const Location& location);

/// Returns true if a path is that of a folder, or of one below it.
bool IsAtOrBelow(std::string_view path, std::string_view folder);

}  // namespace cif::internal
