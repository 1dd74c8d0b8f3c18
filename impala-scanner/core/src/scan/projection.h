// A projection, resolved against a type.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/predicate.h"
#include "cif/type.h"
#include "file/path.h"

namespace cif::internal {

/// The steps of a projection into a type, and the type of what they lead to.
struct ResolvedPath {
  std::vector<PathStep> steps;
  Type type;

  Path path() const { return {steps.data(), steps.size()}; }
};

/// @throws Failure (kInvalidArgument) if the steps do not fit the type
ResolvedPath ResolvePath(const Type& type, const std::vector<Step>& steps);

/// Bytes before encoding of the whole columns among the projections. How much a part of a column
/// takes is not known, and not counted.
int64_t RawBytes(const Schema& schema, const std::vector<Projection>& projections);

}  // namespace cif::internal
