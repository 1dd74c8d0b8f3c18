// Checks and conversions of arguments from C programs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "cif/version.h"
#include "util/failure.h"

namespace cif::internal {

inline void Require(bool holds, const std::string& what) {
  if (!holds) {
    Fail(ErrorCode::kInvalidArgument, what);
  }
}

/// Converts a struct that starts with its size to this library's version of it, whatever library
/// the program was compiled with.
/// @param known the defaults
/// @param first number of bytes that the struct has always had
/// @param name name of the struct
/// @param start name of the macro with its defaults
template <typename T>
T Known(const T* given, T known, size_t first, const std::string& name, const std::string& start) {
  Require(given->size >= first && given->size < (1 << 16),
          name + ".size is not the size of the struct: start from " + start);
  const auto* bytes = reinterpret_cast<const char*>(given);
  if (std::any_of(bytes + std::min(sizeof(T), given->size), bytes + given->size,
                  [](char c) { return c != 0; })) {
    Fail(ErrorCode::kUnsupported,
         name + " sets what libcif " CIF_VERSION " does not know; use a later one");
  }
  std::memcpy(&known, given, std::min(sizeof(T), given->size));
  return known;
}

}  // namespace cif::internal
