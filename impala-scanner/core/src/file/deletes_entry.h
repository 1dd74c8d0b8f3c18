// Entries of deleted rows in schema files: FORMAT.md section 3.3.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "cif/schema.h"

namespace cif::internal {

/// Maximum length of a file of deleted rows in bytes.
inline constexpr int64_t kMaxDeletesFile = 1 << 30;

/// Maximum number of deleted rows: the bitmap has 32 bits for the number of a row.
inline constexpr int64_t kMaxDeletedRows = int64_t{1} << 32;

/// Reads the member `deletes` of a schema file or of a change; without a file if there is none.
/// @param rows number of rows of the split
/// @throws Failure if it is invalid
DeletesEntry ReadDeletesEntry(const nlohmann::json& json, int64_t rows);

}  // namespace cif::internal
