// Batches before they are filled.
#pragma once

#include <vector>

#include "cif/reader.h"

namespace cif::internal {

/// Empties a batch and sees that it has a vector of each type; one that had keeps its memory.
void ClearBatch(const std::vector<Type>& types, Batch* batch);

}  // namespace cif::internal
