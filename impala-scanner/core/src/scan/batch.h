// Batches and their memory.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/reader.h"

namespace cif::internal {

/// Empties a batch and sees that it has a vector of each type and of the form; one that had keeps its memory.
void ClearBatch(const std::vector<Type>& types, StringForm strings, Batch* batch);

/// Bytes that a batch has allocated, used or not.
int64_t AllocatedBytes(const Batch& batch);

/// Adds what one scan has done to a sum.
void AddMetrics(const ScanMetrics& metrics, ScanMetrics* sum);

}  // namespace cif::internal
