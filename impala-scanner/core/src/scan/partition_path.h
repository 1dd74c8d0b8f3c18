// Folders of partitions on the way to split-directories.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cif/literal.h"
#include "cif/type.h"

namespace cif::internal {

/// Folder `name=value` on the way to a split.
struct PartitionPart {
  std::string name;
  std::string value;
};

/// Returns the folders `name=value` in a path, without Hive's escapes.
std::vector<PartitionPart> PartsOf(std::string_view path);

/// Returns the text of a value; empty: NULL.
std::optional<std::string> TextOf(const PartitionPart& part);

/// Returns the value of a partition column of this type; empty: NULL. @throws Failure
/// (kInvalidArgument) if the type is not primitive
std::optional<Literal> ValueOf(const PartitionPart& part, const Type& type);

}  // namespace cif::internal
