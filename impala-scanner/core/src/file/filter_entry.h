// What schema files say of filter files: FORMAT.md sections 3 and 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "cif/schema.h"

namespace cif::internal {

/// Greatest length of a filter file.
inline constexpr int64_t kMaxFilterFile = int64_t{1} << 30;

/// Greatest number of columns of a key.
inline constexpr size_t kMaxKeyColumns = 16;

/// Greatest number of filter files of a column.
inline constexpr size_t kMaxFilterFiles = 16;

/// The member `filters` of a column's element; empty if there is none. @throws Failure if it can't be
std::vector<FilterEntry> ReadFilterEntries(const nlohmann::json& json, const Column& column);

/// Whether a column can have such a filter file.
bool IsPossible(const FilterEntry& entry, const Column& column);

/// The names of all filter files of a schema file differ. @throws Failure if they don't
void CheckFilterNames(const std::vector<const Column*>& columns);

}  // namespace cif::internal
