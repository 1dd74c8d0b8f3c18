// JSON whose objects have no duplicate names: FORMAT.md sections 3 and 9.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace cif::internal {

/// Maximum nesting depth of arrays and objects in a schema file.
inline constexpr size_t kMaxJsonDepth = 1000;

/// Parses JSON. Returns null if the text is no JSON. @throws Failure for duplicate names or too
/// deep nesting
/// @param what subject of such an error
nlohmann::json ParseJson(std::string_view text, size_t max_depth = kMaxJsonDepth,
                         const char* what = "the schema");

/// Rejects a schema file because of its JSON.
[[noreturn]] void BadSchema(const std::string& why);

/// Returns a member that is a number from 0 to `max`. @throws Failure if it is not
int64_t JsonNumber(const nlohmann::json& json, const char* member, int64_t max);

/// Returns a member that is a text. @throws Failure if it is not
std::string JsonText(const nlohmann::json& json, const char* member);

/// Returns a member that is a checksum. @throws Failure, which names the column, if it is not
uint32_t JsonCrc(const nlohmann::json& json, const char* member, const std::string& column);

/// Parses eight hexadecimal digits. Returns false if the text is anything else.
bool ParseHex(std::string_view text, uint32_t* value);

}  // namespace cif::internal
