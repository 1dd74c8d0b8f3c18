// What programs in C pass: checked, and as this library knows it.
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

/// A struct that starts with its size, as this library knows it, whatever library the program was
/// compiled with.
/// @param known the defaults
/// @param first how many bytes of it have been there from the start
/// @param name of the struct
/// @param start the macro with its defaults
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
