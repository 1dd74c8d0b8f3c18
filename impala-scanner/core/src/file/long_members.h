// Members of a schema file that are long if there are many columns: FORMAT.md section 3.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cif/schema.h"

namespace cif::internal {

/// Schema and list of column files, read without a JSON tree.
struct LongMembers {
  Schema schema;     ///< indexed; its number of rows is not set
  std::string rest;  ///< JSON without the members that were read
};

/// Reads the long members of a schema file's JSON. The schema may be known from another
/// split-directory. The list of column files is compared with the writer's form. Returns nothing if
/// they look different; the parser then has to read them. @throws Failure
std::optional<LongMembers> ReadLongMembers(std::string_view json);

}  // namespace cif::internal
