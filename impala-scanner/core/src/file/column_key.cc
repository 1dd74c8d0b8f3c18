#include "file/column_key.h"

#include <algorithm>
#include <charconv>

namespace cif::internal {
namespace {

/// Returns the number; 0 if the text is none from 1 to 2^31-1 without leading zeros.
int32_t NumberOf(std::string_view text) {
  int32_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  return is_whole && text.front() >= '1' && text.front() <= '9' ? number : 0;
}

}  // namespace

bool IsKeyTable(std::string_view text) {
  constexpr size_t kMostCharacters = 40;
  return !text.empty() && text.size() <= kMostCharacters &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  c == '-';
         });
}

bool ParseColumnKey(std::string_view text, Column* column) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos || !IsKeyTable(text.substr(0, slash))) {
    return false;
  }
  column->key_table = text.substr(0, slash);
  column->key_number = NumberOf(text.substr(slash + 1));
  return column->key_number > 0;
}

}  // namespace cif::internal
