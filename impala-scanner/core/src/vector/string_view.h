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
  constexpr int32_t kInline = 128;
  if (from.length > kInline) {
    std::memcpy(to, from.data, static_cast<size_t>(from.length));
    return;
  }
  std::memcpy(to, from.data, 16);
  if (from.length > 16) {
    std::memcpy(to + 16, from.data + 16, 16);
    if (from.length > 32) {
      std::memcpy(to + 32, from.data + 32, 32);
      if (from.length > 64) {
        // Ends with the string, so that it needs no more than the slack.
        std::memcpy(to + from.length - 64, from.data + from.length - 64, 64);
      }
    }
  }
}

}  // namespace cif::internal
