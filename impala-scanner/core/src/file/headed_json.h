// Files of one line of header and one JSON object: FORMAT.md sections 2.4 and 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cif::internal {

/// Kind of such a file.
struct HeadedJson {
  std::string_view magic;  ///< before the version
  std::string_view name;   ///< for errors
};

inline constexpr HeadedJson kSchemaJson = {"CIF", "schema"};
inline constexpr HeadedJson kTableJson = {"CIFT", "table"};

/// Maximum number of bytes of the first line.
inline constexpr size_t kJsonHeaderBytes = 40;

/// First line of the file.
struct JsonHeader {
  size_t start = 0;    ///< offset of the JSON
  int64_t length = 0;  ///< length of the JSON in bytes
  uint32_t crc = 0;    ///< checksum of the JSON
};

/// Parses the first line from the first bytes of a file. @throws Failure
JsonHeader ParseJsonHeader(const HeadedJson& kind, std::string_view bytes);

/// Returns the JSON of a whole file after checking its checksum. @throws Failure without a file
/// name
std::string_view CheckedJson(const HeadedJson& kind, std::string_view bytes);

}  // namespace cif::internal
