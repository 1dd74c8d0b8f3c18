// Values of partition columns, which are texts in the names of folders.
#pragma once

#include <optional>
#include <string_view>

#include "cif/literal.h"
#include "cif/type.h"

namespace cif::internal {

/// The value that Hive reads from such a text, where its metastore has the text as the folder has
/// it; none: NULL. A text that is no value is NULL, but for boolean, of which every text but a few
/// is true. A whole number beyond tinyint or smallint, but not beyond int, loses its high bits.
/// Decimals are rounded, texts cut.
/// @throws Failure (kInvalidArgument) if the type is not primitive
std::optional<Literal> PartitionValue(const Type& type, std::string_view text);

}  // namespace cif::internal
