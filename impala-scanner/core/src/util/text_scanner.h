// Parts of values in text: blanks, digits, whole numbers.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace cif::internal {

inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// Returns the text without blanks and control characters at both ends.
inline std::string_view Trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') {
    text.remove_prefix(1);
  }
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') {
    text.remove_suffix(1);
  }
  return text;
}

/// Takes a character from the front. Returns false if another is there.
inline bool Take(std::string_view* text, char c) {
  if (text->empty() || text->front() != c) {
    return false;
  }
  text->remove_prefix(1);
  return true;
}

/// Takes a number of at least and at most so many digits. Returns false if there are fewer.
inline bool TakeDigits(std::string_view* text, size_t least, size_t most, int64_t* value) {
  size_t count = 0;
  *value = 0;
  for (; count < most && count < text->size() && IsDigit((*text)[count]); count++) {
    *value = *value * 10 + ((*text)[count] - '0');
  }
  text->remove_prefix(count);
  return count >= least;
}

/// Parses a text that is a whole number of the type and nothing else.
template <typename Integer>
std::optional<Integer> Whole(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && IsDigit(text[1])) {
    text.remove_prefix(1);
  }
  Integer value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
    return {};
  }
  return value;
}

}  // namespace cif::internal
