// The schema file of a split-directory: FORMAT.md section 3.
#pragma once

#include <string_view>

#include "cif/schema.h"

namespace cif::internal {

inline constexpr char kSchemaFile[] = "schema.cif";

/// A schema file may be this long (FORMAT.md section 9).
inline constexpr uint64_t kMaxSchemaFile = uint64_t{256} << 20;

/// Reads the bytes of a schema file. @throws Failure without a file name
Schema ParseSchemaFile(std::string_view bytes);

}  // namespace cif::internal
