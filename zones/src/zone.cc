#include "zone.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>

#include "error.h"

namespace cif::zones {
namespace {

constexpr char kUnits[] = "KMGT";

[[noreturn]] void Refuse(const std::string& text) {
  Fail("--zone " + text, "is no range of bytes; write for example 0-60G or 512M-1536M");
}

/// Takes a number with or without a unit from the front of `rest`.
uint64_t TakeBytes(const std::string& text, std::string* rest) {
  uint64_t number = 0;
  const char* end = rest->data() + rest->size();
  auto [after, error] = std::from_chars(rest->data(), end, number);
  if (error != std::errc()) {
    Refuse(text);
  }
  rest->erase(0, static_cast<size_t>(after - rest->data()));
  size_t unit = rest->empty() ? std::string::npos : std::string(kUnits).find((*rest)[0]);
  if (unit == std::string::npos) {
    return number;
  }
  rest->erase(0, 1);
  int shift = 10 * (static_cast<int>(unit) + 1);
  if (number > std::numeric_limits<uint64_t>::max() >> shift) {
    Refuse(text);
  }
  return number << shift;
}

}  // namespace

Zone ParseZone(const std::string& text) {
  std::string rest = text;
  Zone zone;
  zone.begin = TakeBytes(text, &rest);
  if (rest.empty() || rest[0] != '-') {
    Refuse(text);
  }
  rest.erase(0, 1);
  zone.end = TakeBytes(text, &rest);
  if (!rest.empty() || zone.end <= zone.begin) {
    Refuse(text);
  }
  return zone;
}

Run Inside(const Zone& zone, const Layout& layout) {
  uint64_t first = zone.begin / layout.block_size + (zone.begin % layout.block_size != 0 ? 1 : 0);
  first = std::max(first, layout.first_block);
  uint64_t end = std::min(zone.end / layout.block_size, layout.blocks);
  return first < end ? Run{first, end - first} : Run{};
}

std::vector<Run> Outside(const Zone& zone, const Layout& layout) {
  Run inside = Inside(zone, layout);
  if (inside.count == 0) {
    return {{layout.first_block, layout.blocks - layout.first_block}};
  }
  std::vector<Run> outside;
  if (inside.first > layout.first_block) {
    outside.push_back({layout.first_block, inside.first - layout.first_block});
  }
  if (inside.end() < layout.blocks) {
    outside.push_back({inside.end(), layout.blocks - inside.end()});
  }
  return outside;
}

std::string BytesText(uint64_t bytes) {
  if (bytes < 1024) {
    return std::to_string(bytes) + " B";
  }
  double number = static_cast<double>(bytes) / 1024;
  const char* unit = kUnits;
  while (number >= 1024 && unit[1] != '\0') {
    number /= 1024;
    unit++;
  }
  char text[32];
  std::snprintf(text, sizeof(text), number < 10 ? "%.1f %ciB" : "%.0f %ciB", number, *unit);
  return text;
}

}  // namespace cif::zones
