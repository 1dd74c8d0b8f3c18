// A projection, resolved against a type.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cif/predicate.h"
#include "cif/type.h"

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

/// The steps of a projection into a type, and the type of what they lead to.
struct ResolvedPath {
  std::vector<PathStep> steps;
  Type type;

  Path path() const { return {steps.data(), steps.size()}; }
};

/// @throws Failure (kInvalidArgument) if the steps do not fit the type
ResolvedPath ResolvePath(const Type& type, const std::vector<Step>& steps);

}  // namespace cif::internal
