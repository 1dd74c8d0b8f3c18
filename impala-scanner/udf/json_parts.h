// Parts of the JSON texts that CIF's data source shows for maps, lists and structs. See
// docs/IMPALA.md, "Complex columns".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cif::udf {

// Each function returns a value as text: a text without its quotes, another scalar as it stands in
// the JSON, and a map, list or struct as JSON without spaces. NULL, and what is not there, give
// nullopt. All throw std::invalid_argument if the text is not JSON of that shape. They are
// thread-safe.

/// Returns the value of a map's key. Of equal keys the last one counts.
///
/// @param key text of the key: of a DATE, a number or another scalar as it stands in the JSON
std::optional<std::string> MapValue(std::string_view json, std::string_view key);

/// Returns the keys of a map as a JSON list, in their order.
std::string MapKeys(std::string_view json);

/// Returns an element of a list. The first one has index 0.
std::optional<std::string> ListElement(std::string_view json, int64_t index);

/// Returns a field of a struct. The case of ASCII letters in its name is ignored.
std::optional<std::string> StructField(std::string_view json, std::string_view field);

}  // namespace cif::udf
