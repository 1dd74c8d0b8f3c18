// Projections, resolved against a type.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/predicate.h"
#include "cif/type.h"
#include "file/path.h"

namespace cif::internal {

/// Steps of a projection into a type, and the type at their end.
struct ResolvedPath {
  std::vector<PathStep> steps;
  Type type;

  Path path() const { return {steps.data(), steps.size()}; }
};

/// Resolves steps. @throws Failure (kInvalidArgument) if they do not fit the type
ResolvedPath ResolvePath(const Type& type, const std::vector<Step>& steps);

/// Returns the bytes before encoding of the whole columns among the projections. Parts of columns
/// are not counted, since their size is not known.
int64_t RawBytes(const Schema& schema, const std::vector<Projection>& projections);

}  // namespace cif::internal
