#include "dictionary.h"

#include <unordered_map>

namespace cif::arrow {
namespace {

/// View that was seen before, and its id. If a block has a dictionary, equal values have equal
/// views. Most ids are then found without a look at the bytes.
struct Seen {
  BytesView view{};
  int32_t id = -1;
};

constexpr size_t kSeen = 4096;

size_t Slot(const BytesView& view) {
  uint64_t hash = static_cast<uint32_t>(view.length);
  for (const int32_t word : view.words) {
    hash = (hash ^ static_cast<uint32_t>(word)) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
  }
  return hash % kSeen;
}

bool IsSame(const BytesView& a, const BytesView& b) {
  return a.length == b.length && a.words[0] == b.words[0] && a.words[1] == b.words[1] &&
         a.words[2] == b.words[2];
}

}  // namespace

std::vector<std::string_view> FindDistinct(const Vector& v, int32_t* ids) {
  std::vector<std::string_view> values;
  std::unordered_map<std::string_view, int32_t> known;
  std::vector<Seen> seen(kSeen);
  const auto* views = v.values.as<BytesView>();
  for (int64_t i = 0; i < v.length; i++) {
    if (v.IsNull(i)) {
      ids[i] = 0;
      continue;
    }
    Seen& slot = seen[Slot(views[i])];
    if (slot.id < 0 || !IsSame(slot.view, views[i])) {
      const std::string_view value = v.bytes(i);
      const auto [at, is_new] = known.emplace(value, static_cast<int32_t>(values.size()));
      if (is_new) {
        values.push_back(value);
      }
      slot = {views[i], at->second};
    }
    ids[i] = slot.id;
  }
  return values;
}

}  // namespace cif::arrow
