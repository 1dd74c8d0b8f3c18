// Default values of columns, which are texts in table files: FORMAT.md section 2.4.
#pragma once

#include <optional>
#include <string_view>

#include "cif/literal.h"
#include "cif/type.h"

namespace cif::internal {

/// Returns the value of a primitive type that a text stands for; none if it is no such value. It
/// never rounds, cuts or guesses. Bytes of class binary are in base64.
std::optional<Literal> DefaultValue(const Type& type, std::string_view text);

}  // namespace cif::internal
