// Splits whose columns are moved into group files: FORMAT.md section 5.1.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support.h"

namespace cif::test {

/// Rewrites the JSON of the schema file of a split, and corrects its header.
void ChangeSchemaFile(MemoryFiles* files, const std::string& folder,
                      const std::function<void(nlohmann::json*)>& change);

/// Moves some columns of a split into group files. Their blocks are mixed at random, with unused
/// bytes between some of them; so are their footers.
///
/// @param groups the number of each column's group; negative: it keeps its own file
MemoryFiles Grouped(const MemoryFiles& files, const std::string& folder,
                    const std::vector<int>& groups, unsigned seed);

/// Returns a golden split with its columns in groups of a number up to `groups`, or in files of
/// their own. With 1, all of them are in one group. Its folder is "/" and its name.
MemoryFiles GroupedGolden(const std::string& name, int groups);

}  // namespace cif::test
