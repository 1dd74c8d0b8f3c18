// JSON, whose objects have no two members of one name: FORMAT.md sections 3 and 9.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace cif::internal {

/// Arrays and objects nest no deeper in a schema file.
inline constexpr size_t kMaxJsonDepth = 1000;

/// Parses JSON; null if it is none. @throws Failure if members share a name, or it nests deeper
nlohmann::json ParseJson(std::string_view text, size_t max_depth = kMaxJsonDepth);

/// Refuses a schema file for what its JSON says.
[[noreturn]] void BadSchema(const std::string& why);

/// A member that is a number from 0 to `max`. @throws Failure if it is not
int64_t JsonNumber(const nlohmann::json& json, const char* member, int64_t max);

/// A member that is a text. @throws Failure if it is not
std::string JsonText(const nlohmann::json& json, const char* member);

/// A member that is a checksum, of what the schema says of a column. @throws Failure if it is not
uint32_t JsonCrc(const nlohmann::json& json, const char* member, const std::string& column);

/// Reads eight hexadecimal digits; false if the text is no such number.
bool ParseHex(std::string_view text, uint32_t* value);

}  // namespace cif::internal
