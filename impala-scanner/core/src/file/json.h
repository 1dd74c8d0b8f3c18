// JSON, whose objects have no two members of one name: FORMAT.md sections 3 and 9.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

namespace cif::internal {

/// Arrays and objects nest no deeper in a schema file.
inline constexpr size_t kMaxJsonDepth = 1000;

/// Parses JSON; null if it is none. @throws Failure if members share a name, or it nests deeper
nlohmann::json ParseJson(std::string_view text, size_t max_depth = kMaxJsonDepth);

}  // namespace cif::internal
