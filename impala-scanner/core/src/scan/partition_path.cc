#include "scan/partition_path.h"

#include <algorithm>

#include "scan/partition_value.h"

namespace cif::internal {
namespace {

constexpr char kDefaultPartition[] = "__HIVE_DEFAULT_PARTITION__";

int HexDigit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Replaces Hive's escapes %XX, which stand for characters with a meaning in paths.
std::string Unescape(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); i++) {
    int high = text[i] == '%' && i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
    int low = high >= 0 ? HexDigit(text[i + 2]) : -1;
    if (low >= 0) {
      plain += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

std::vector<PartitionPart> PartsOf(std::string_view path) {
  std::vector<PartitionPart> parts;
  while (!path.empty()) {
    size_t end = std::min(path.size(), path.find('/'));
    std::string_view name = path.substr(0, end);
    size_t equals = name.find('=');
    if (equals != std::string_view::npos && equals > 0) {
      parts.push_back({Unescape(name.substr(0, equals)), Unescape(name.substr(equals + 1))});
    }
    path.remove_prefix(std::min(path.size(), end + 1));
  }
  return parts;
}

std::optional<std::string> TextOf(const PartitionPart& part) {
  return part.value == kDefaultPartition ? std::nullopt : std::optional<std::string>(part.value);
}

std::optional<Literal> ValueOf(const PartitionPart& part, const Type& type) {
  const std::optional<std::string> text = TextOf(part);
  return text ? PartitionValue(type, *text) : std::nullopt;
}

}  // namespace cif::internal
