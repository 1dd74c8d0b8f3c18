// Entries of filter files in schema files: FORMAT.md sections 3 and 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Maximum length of a filter file in bytes.
inline constexpr int64_t kMaxFilterFile = int64_t{1} << 30;

/// Maximum number of columns of a key.
inline constexpr size_t kMaxKeyColumns = 16;

/// Maximum number of filter files of a column.
inline constexpr size_t kMaxFilterFiles = 16;

/// Reads the member `filters` of a column's element; empty if there is none. @throws Failure if it
/// is invalid
std::vector<FilterEntry> ReadFilterEntries(const nlohmann::json& json, const Column& column);

/// Returns true if the column can have such a filter file.
bool IsPossible(const FilterEntry& entry, const Column& column);

/// Checks that all filter files of a schema file have different names. @throws Failure
void CheckFilterNames(const std::vector<const Column*>& columns);

}  // namespace cif::internal
