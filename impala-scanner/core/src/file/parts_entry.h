// What schema files say of statistics of parts: FORMAT.md sections 3 and 5.2.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Greatest length of a parts file.
inline constexpr int64_t kMaxPartsFile = 1 << 20;

/// The member `parts` of a column's element; without a file if there is none. @throws Failure if it can't be
PartsEntry ReadPartsEntry(const nlohmann::json& json, const Column& column);

/// Whether a column can have such a parts file.
bool IsPossible(const PartsEntry& entry);

/// The names of all parts files of a schema file differ. @throws Failure if they don't
void CheckPartsNames(const std::vector<const Column*>& columns);

}  // namespace cif::internal
