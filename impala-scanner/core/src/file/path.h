// Path to a part of a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cif::internal {

/// Key to look up in maps: of class BYTES or INT, like the maps' key type.
struct Key {
  bool is_bytes = false;
  std::string bytes;
  int64_t number = 0;
};

/// Step into a struct (field) or into a map (key).
struct PathStep {
  bool is_key = false;
  size_t field = 0;
  Key key;
};

/// Remaining steps, from the outside in.
struct Path {
  const PathStep* step = nullptr;
  size_t length = 0;

  bool empty() const { return length == 0; }
  Path Rest() const { return {step + 1, length - 1}; }
};

}  // namespace cif::internal
