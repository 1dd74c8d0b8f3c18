#include "scan/any_of.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "filter/value_bytes.h"
#include "scan/condition.h"

namespace cif::internal {
namespace {

/// Appends the bytes of a value of a key, with their length, so that no two keys have the same.
template <typename Append>
void AppendSized(std::string* key, Append append) {
  const size_t start = key->size();
  key->append(sizeof(uint32_t), '\0');
  append(key);
  const auto length = static_cast<uint32_t>(key->size() - start - sizeof(uint32_t));
  std::memcpy(key->data() + start, &length, sizeof(length));
}

bool IsNan(const Literal& literal) {
  const auto* number = std::get_if<double>(&literal);
  return number != nullptr && std::isnan(*number);
}

/// Takes of the slots those that satisfy a condition.
void Keep(const Condition& condition, const Vector& values, std::vector<uint8_t>* marks) {
  std::vector<int32_t> slots;
  SelectSlots(condition, values, &slots);
  std::vector<uint8_t> both(marks->size(), 0);
  for (int32_t slot : slots) {
    both[static_cast<size_t>(slot)] = (*marks)[static_cast<size_t>(slot)];
  }
  marks->swap(both);
}

}  // namespace

void AnyOf::Add(std::vector<const Condition*> conjunction, std::vector<size_t> sources) {
  const bool is_key = std::all_of(conjunction.begin(), conjunction.end(),
                                  [](const Condition* c) { return c->op == Op::kEq; });
  for (size_t source : sources) {
    auto at = std::lower_bound(sources_.begin(), sources_.end(), source);
    if (at == sources_.end() || *at != source) {
      sources_.insert(at, source);
    }
  }
  auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) {
    return is_key && g.is_of_keys && g.sources == sources;
  });
  if (group == groups_.end()) {
    groups_.push_back({std::move(sources), is_key, {}, {}});
    group = groups_.end() - 1;
  }
  if (!is_key) {
    group->conjunctions.push_back(std::move(conjunction));
    return;
  }
  std::string key;
  for (const Condition* condition : conjunction) {
    if (IsNan(condition->literal)) {
      return;  // which equals nothing
    }
    AppendSized(&key, [&](std::string* bytes) { AppendValueBytes(condition->literal, bytes); });
  }
  group->keys.insert(std::move(key));
}

void AnyOf::Select(const std::vector<const Vector*>& values, int64_t count,
                   std::vector<int32_t>* slots) const {
  std::vector<uint8_t> found(static_cast<size_t>(count), 0);
  std::string key;
  for (const Group& group : groups_) {
    for (const std::vector<const Condition*>& conjunction : group.conjunctions) {
      std::vector<uint8_t> marks(static_cast<size_t>(count), 1);
      for (size_t c = 0; c < conjunction.size(); c++) {
        Keep(*conjunction[c], *values[group.sources[c]], &marks);
      }
      std::transform(found.begin(), found.end(), marks.begin(), found.begin(),
                     [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a | b); });
    }
    for (int64_t i = 0; group.is_of_keys && i < count; i++) {
      key.clear();
      const bool is_whole =
          std::all_of(group.sources.begin(), group.sources.end(), [&](size_t source) {
            const Vector& v = *values[source];
            if (v.IsNull(i)) {
              return false;
            }
            AppendSized(&key, [&](std::string* bytes) { AppendValueBytes(v, i, bytes); });
            return true;
          });
      if (is_whole && group.keys.count(key) > 0) {
        found[static_cast<size_t>(i)] = 1;
      }
    }
  }
  for (int64_t i = 0; i < count; i++) {
    if (found[static_cast<size_t>(i)] != 0) {
      slots->push_back(static_cast<int32_t>(i));
    }
  }
}

}  // namespace cif::internal
