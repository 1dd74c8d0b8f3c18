// The way to a part of a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cif::internal {

/// A key to look up in maps: of class BYTES or INT, as the maps' key type has it.
struct Key {
  bool is_bytes = false;
  std::string bytes;
  int64_t number = 0;
};

/// A step into a struct (field) or into a map (key).
struct PathStep {
  bool is_key = false;
  size_t field = 0;
  Key key;
};

/// The steps that are left, from the outside in.
struct Path {
  const PathStep* step = nullptr;
  size_t length = 0;

  bool empty() const { return length == 0; }
  Path Rest() const { return {step + 1, length - 1}; }
};

}  // namespace cif::internal
