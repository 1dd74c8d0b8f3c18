#include "file/location.h"

#include <cctype>
#include <cstddef>

#include "cif/io.h"

namespace cif {
namespace internal {
namespace {

/// Returns the length of a scheme, without its colon; 0 if the text begins with none.
size_t SchemeLength(std::string_view text) {
  const size_t end = text.find_first_of(":/");
  if (end == std::string_view::npos || text[end] == '/' || end < 2) {
    return 0;
  }
  for (const char c : text.substr(0, end)) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '+' && c != '-' && c != '.') {
      return 0;
    }
  }
  return end;
}

/// Returns a scheme by which stores are compared: Hadoop's names of S3 are one.
std::string_view Store(std::string_view scheme) {
  return scheme == "s3a" || scheme == "s3n" ? "s3" : scheme;
}

}  // namespace

Location ParseLocation(std::string_view text) {
  Location location;
  if (const size_t length = SchemeLength(text); length > 0) {
    location.scheme = text.substr(0, length);
    text.remove_prefix(length + 1);
    if (text.starts_with("//")) {
      text.remove_prefix(2);
      const size_t end = text.find('/');
      location.authority = text.substr(0, end);
      text = end == std::string_view::npos ? std::string_view() : text.substr(end);
    }
  }
  for (const char c : text) {
    if (c != '/' || location.path.empty() || location.path.back() != '/') {
      location.path += c;
    }
  }
  if (location.path.size() > 1 && location.path.back() == '/') {
    location.path.pop_back();
  }
  return location;
}

std::string ToString(const Location& location) {
  const std::string path = location.path == "/" ? "" : location.path;
  return location.scheme.empty() ? location.path
                                 : location.scheme + "://" + location.authority + path;
}

bool IsAtOrBelow(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/');
}

}  // namespace internal

Result<std::string> FileSystem::PathOf(const std::string& location,
                                       const std::string& known) const {
  internal::Location found = internal::ParseLocation(location);
  const internal::Location place = internal::ParseLocation(known);
  if (internal::Store(found.scheme) != internal::Store(place.scheme) ||
      found.authority != place.authority) {
    return Error{ErrorCode::kUnsupported, location, "", -1,
                 "is not known to be in the file system of " + known};
  }
  found.scheme = place.scheme;
  const std::string path = internal::ToString(found);
  const std::string folder = internal::ToString(place);
  return internal::IsAtOrBelow(path, folder) ? known + path.substr(folder.size()) : path;
}

}  // namespace cif
