// Entries of statistics of parts in schema files: FORMAT.md sections 3 and 5.2.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Maximum length of a parts file in bytes.
inline constexpr int64_t kMaxPartsFile = 1 << 20;

/// Reads the member `parts` of a column's element; without a file if there is none. @throws Failure
/// if it is invalid
PartsEntry ReadPartsEntry(const nlohmann::json& json, const Column& column);

/// Returns true if a column can have such a parts file.
bool IsPossible(const PartsEntry& entry);

/// Checks that all parts files of a schema file have different names. @throws Failure
void CheckPartsNames(const std::vector<const Column*>& columns);

}  // namespace cif::internal
