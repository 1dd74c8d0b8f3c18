// The members of a schema file that are long where there are many columns: FORMAT.md section 3.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cif/schema.h"

namespace cif::internal {

/// The schema and the list of column files, read without a tree of them.
struct LongMembers {
  Schema schema;     ///< indexed; its rows are not known
  std::string rest;  ///< the JSON without what was read
};

/// Reads the long members of a schema file's JSON. The schema may be known from another
/// split-directory; the list of column files is compared with what the writer would write. Nothing if
/// they look otherwise than it writes them: then the parser reads them. @throws Failure
std::optional<LongMembers> ReadLongMembers(std::string_view json);

}  // namespace cif::internal
