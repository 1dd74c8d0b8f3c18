// Batches and their memory.
#pragma once

#include <cstdint>
#include <vector>

#include "cif/reader.h"

namespace cif::internal {

/// Empties a batch and gives it a vector of each type, in the form. Existing vectors keep their
/// memory.
void ClearBatch(const std::vector<Type>& types, StringForm strings, Batch* batch);

/// Returns the number of bytes that a batch has allocated, used or not.
int64_t AllocatedBytes(const Batch& batch);

/// Adds the metrics of one scan to a sum.
void AddMetrics(const ScanMetrics& metrics, ScanMetrics* sum);

}  // namespace cif::internal
