#include "map_keys.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <unordered_map>

namespace cif::duckdb {
namespace {

/// Maximum number of keys that are compared pairwise.
constexpr size_t kFew = 24;

uint64_t Mix(uint64_t a, uint64_t b) { return (a ^ std::rotl(b, 29)) * 0x9E3779B97F4A7C15U; }

/// Computes a digest of the length, and of the bytes at both ends and in the middle.
uint64_t DigestText(std::string_view text) {
  const size_t part = std::min<size_t>(text.size(), 8);
  const size_t rest = text.size() - part;
  uint64_t words[3] = {};
  if (part > 0) {
    std::memcpy(&words[0], text.data(), part);
    std::memcpy(&words[1], text.data() + rest / 2, part);
    std::memcpy(&words[2], text.data() + rest, part);
  }
  return Mix(Mix(Mix(text.size(), words[0]), words[1]), words[2]);
}

/// Returns the memory of a value of fixed width.
std::string_view RawValue(const Vector& values, int64_t i) {
  const size_t width = values.type.type_class() == Class::kFloat                             ? 4
                       : values.type.kind() == Kind::kDecimal && !values.type.is_decimal64() ? 16
                                                                                             : 8;
  return {values.values.as<char>() + static_cast<size_t>(i) * width, width};
}

}  // namespace

uint64_t MapKeys::Digest(int64_t i) const {
  switch (keys_.type.type_class()) {
    case Class::kInt:
      return static_cast<uint64_t>(keys_.integer(i));
    case Class::kBytes:
      return DigestText(keys_.bytes(i));
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
    case Class::kTimestamp:
    case Class::kList:
    case Class::kMap:
    case Class::kStruct:
    case Class::kUnion:
      break;
  }
  return DigestText(RawValue(keys_, i));
}

std::string MapKeys::Text(int64_t i) const {
  switch (keys_.type.type_class()) {
    case Class::kInt:
      return std::to_string(keys_.integer(i));
    case Class::kBytes:
      return std::string(keys_.bytes(i));
    case Class::kTimestamp:
      return std::string(RawValue(keys_, i)) + std::to_string(keys_.nanos.as<int32_t>()[i]);
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
    case Class::kList:
    case Class::kMap:
    case Class::kStruct:
    case Class::kUnion:
      break;
  }
  return std::string(RawValue(keys_, i));
}

bool MapKeys::HasEqualDigests(int32_t first, int32_t end) {
  digests_.clear();
  for (int32_t i = first; i < end; i++) {
    digests_.push_back(Digest(i));
  }
  if (digests_.size() > kFew) {
    std::sort(digests_.begin(), digests_.end());
    return std::adjacent_find(digests_.begin(), digests_.end()) != digests_.end();
  }
  bool are_equal = false;
  for (size_t a = 1; a < digests_.size(); a++) {
    for (size_t b = 0; b < a; b++) {
      are_equal |= digests_[a] == digests_[b];
    }
  }
  return are_equal;
}

bool MapKeys::FindRepeated(int32_t first, int32_t end, std::vector<int32_t>* kept) {
  if (end - first < 2 || !HasEqualDigests(first, end)) {
    return false;
  }
  const size_t before = kept->size();
  std::unordered_map<std::string, size_t> places;
  for (int32_t i = first; i < end; i++) {
    const auto [found, is_new] = places.emplace(Text(i), kept->size());
    if (is_new) {
      kept->push_back(i);
    } else {
      (*kept)[found->second] = i;
    }
  }
  if (places.size() == static_cast<size_t>(end - first)) {
    kept->resize(before);
    return false;
  }
  return true;
}

}  // namespace cif::duckdb
