#include "scan/disjunction_matcher.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "filter/value_bytes.h"
#include "scan/leaf.h"

namespace cif::internal {
namespace {

/// Appends the bytes of a key's value with their length, so that different keys have different
/// bytes.
template <typename Append>
void AppendSized(std::string* key, Append append) {
  const size_t start = key->size();
  key->append(sizeof(uint32_t), '\0');
  append(key);
  const auto length = static_cast<uint32_t>(key->size() - start - sizeof(uint32_t));
  std::memcpy(key->data() + start, &length, sizeof(length));
}

/// Maximum number of keys that are compared one by one; more are hashed.
constexpr size_t kFewKeys = 4;

/// Keeps the marks of the slots that satisfy a condition, which may be part of a key.
void Keep(const Predicate& condition, bool is_of_key, const Vector& values,
          std::vector<uint8_t>* marks) {
  std::vector<int32_t> slots;
  (is_of_key ? SelectKeySlots : SelectSlots)(condition, values, &slots);
  std::vector<uint8_t> both(marks->size(), 0);
  for (int32_t slot : slots) {
    both[static_cast<size_t>(slot)] = (*marks)[static_cast<size_t>(slot)];
  }
  marks->swap(both);
}

/// Marks the rows whose values are one of the keys.
void FindKeys(const std::vector<size_t>& sources, const std::unordered_set<std::string>& keys,
              const std::vector<const Vector*>& values, std::vector<uint8_t>* found) {
  std::string key;
  for (size_t i = 0; i < found->size(); i++) {
    const auto slot = static_cast<int64_t>(i);
    key.clear();
    const bool is_whole = std::all_of(sources.begin(), sources.end(), [&](size_t source) {
      const Vector& v = *values[source];
      if (v.IsNull(slot)) {
        return false;
      }
      AppendSized(&key, [&](std::string* bytes) { AppendValueBytes(v, slot, bytes); });
      return true;
    });
    if (is_whole && keys.count(key) > 0) {
      (*found)[i] = 1;
    }
  }
}

}  // namespace

void DisjunctionMatcher::Add(Group group) {
  for (size_t source : group.sources) {
    auto at = std::lower_bound(sources_.begin(), sources_.end(), source);
    if (at == sources_.end() || *at != source) {
      sources_.insert(at, source);
    }
  }
  Known& known = groups_.emplace_back(Known{std::move(group), {}});
  if (!known.group.is_of_keys || known.group.conjunctions.size() <= kFewKeys) {
    return;
  }
  for (const Conjunction* conjunction : known.group.conjunctions) {
    std::string key;
    for (size_t condition : known.group.conditions) {
      AppendSized(&key, [&](std::string* bytes) {
        AppendValueBytes((*conjunction)[condition].literal, bytes);
      });
    }
    known.keys.insert(std::move(key));
  }
}

void DisjunctionMatcher::Select(const std::vector<const Vector*>& values, int64_t count,
                                std::vector<int32_t>* slots) const {
  std::vector<uint8_t> found(static_cast<size_t>(count), 0);
  for (const Known& known : groups_) {
    if (!known.keys.empty()) {
      FindKeys(known.group.sources, known.keys, values, &found);
      continue;
    }
    for (const Conjunction* conjunction : known.group.conjunctions) {
      std::vector<uint8_t> marks(static_cast<size_t>(count), 1);
      for (size_t c = 0; c < known.group.sources.size(); c++) {
        Keep((*conjunction)[known.group.conditions[c]], known.group.is_of_keys,
             *values[known.group.sources[c]], &marks);
      }
      std::transform(found.begin(), found.end(), marks.begin(), found.begin(),
                     [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a | b); });
    }
  }
  for (int64_t i = 0; i < count; i++) {
    if (found[static_cast<size_t>(i)] != 0) {
      slots->push_back(static_cast<int32_t>(i));
    }
  }
}

}  // namespace cif::internal
