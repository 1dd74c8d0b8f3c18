// Strings in a block's bytes, before they are copied to a vector.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace cif::internal {

/// String in a block's bytes, with kSlack readable bytes behind it.
struct StringView {
  const uint8_t* data = nullptr;
  int32_t length = 0;

  std::string_view view() const {
    return {reinterpret_cast<const char*>(data), static_cast<size_t>(length)};
  }
};

/// Copies a string, short ones fast: both sides have kSlack bytes behind the string.
inline void CopyString(const StringView& from, uint8_t* to) {
  std::memcpy(to, from.data, 16);
  if (from.length > 16) {
    std::memcpy(to + 16, from.data + 16, 16);
    if (from.length > 32) {
      std::memcpy(to + 32, from.data + 32, static_cast<size_t>(from.length - 32));
    }
  }
}

}  // namespace cif::internal
