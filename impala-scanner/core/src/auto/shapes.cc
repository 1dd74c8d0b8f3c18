#include "auto/shapes.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "util/bits.h"
#include "vector/vector_ops.h"

namespace cif::internal {

/// Stream of the number of entries without a column in each shape.
class Shapes::Rest final : public Ints {
 public:
  explicit Rest(Shapes* shapes) : Ints(shapes->strings_->size()), shapes_(shapes) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    const auto rest = static_cast<uint8_t>(shapes_->columns());
    for (int64_t done = 0; done < count; done += kVector) {
      const int64_t step = std::min(kVector, count - done);
      const Vector& shapes = shapes_->Load(from + done, step);
      const int32_t* ends = shapes.offsets.as<int32_t>();
      for (int64_t k = 0; k < step; k++) {
        const uint8_t* p = shapes.values.data();
        out[done + k] = std::count(p + ends[k], p + ends[k + 1], rest);
      }
    }
  }

  int64_t At(int64_t i) override {
    int64_t length = 0;
    Read(i, 1, &length);
    return length;
  }

 private:
  Shapes* shapes_;
};

Shapes::Shapes(StringsPtr strings, std::vector<int32_t> counts, int64_t offset, Budget* budget)
    : strings_(std::move(strings)),
      counts_(std::move(counts)),
      offset_(offset),
      budget_(budget),
      presences_(counts_.size() - 1),
      scratch_(Type::Primitive(Kind::kBinary)) {}

IntsPtr Shapes::RestLengths() { return std::make_unique<Rest>(this); }

void Shapes::Append(const Rows& maps, Vector* out) {
  strings_->Append(maps, out, budget_);
  AppendValid(out, maps.count);
}

const Vector& Shapes::Load(int64_t from, int64_t count) {
  scratch_.Clear();
  // The memory of one range is free again for the next.
  const int64_t left = budget_->left();
  Append(Rows::Range(from, count), &scratch_);
  budget_->Set(left);
  return scratch_;
}

const Presence& Shapes::PresenceOf(size_t column) {
  const int64_t n = strings_->size();
  if (presences_[column] == nullptr && counts_[column] == n) {
    presences_[column] = std::make_unique<Presence>(Presence::All(n));
  }
  if (presences_[column] == nullptr) {
    budget_->Charge(n / 4);
    std::vector<uint64_t> words(static_cast<size_t>(n / 64 + 1), 0);
    if (Ids* ids = strings_->ids(); ids != nullptr) {
      FindInDictionary(ids, static_cast<uint8_t>(column), &words);
    } else {
      FindInMaps(static_cast<uint8_t>(column), &words);
    }
    auto presence = std::make_unique<Presence>(Presence::Of(n, std::move(words)));
    if (presence->present() != counts_[column]) {
      WrongCount(column, presence->present());
    }
    presences_[column] = std::move(presence);
  }
  return *presences_[column];
}

void Shapes::FindInDictionary(Ids* ids, uint8_t column, std::vector<uint64_t>* words) {
  std::vector<StringView> shapes;
  strings_->Dictionary(&shapes);
  std::vector<uint8_t> has(shapes.size());
  for (size_t id = 0; id < shapes.size(); id++) {
    const uint8_t* p = shapes[id].data;
    const int64_t found = std::count(p, p + shapes[id].length, column);
    if (found > 1) {
      Twice(column);
    }
    has[id] = static_cast<uint8_t>(found);
  }
  int32_t chunk[kVector];
  for (int64_t from = 0; from < strings_->size(); from += kVector) {
    const int64_t count = std::min(kVector, strings_->size() - from);
    ids->Read(from, count, chunk);
    for (int64_t k = 0; k < count; k += 64) {
      uint64_t word = 0;
      for (int64_t b = 0; b < std::min<int64_t>(64, count - k); b++) {
        word |= uint64_t{has[static_cast<size_t>(chunk[k + b])]} << b;
      }
      (*words)[static_cast<size_t>((from + k) / 64)] = word;
    }
  }
}

void Shapes::FindInMaps(uint8_t column, std::vector<uint64_t>* words) {
  for (int64_t from = 0; from < strings_->size(); from += kVector) {
    const int64_t count = std::min(kVector, strings_->size() - from);
    const Vector& shapes = Load(from, count);
    const int32_t* ends = shapes.offsets.as<int32_t>() + 1;
    const uint8_t* start = shapes.values.data();
    const uint8_t* end = start + ends[count - 1];
    int64_t k = 0;
    // Jumps from occurrence to occurrence. Each belongs to the first map that ends behind it.
    for (const uint8_t* p = start; p < end; p++) {
      p = static_cast<const uint8_t*>(std::memchr(p, column, static_cast<size_t>(end - p)));
      if (p == nullptr) {
        break;
      }
      while (ends[k] <= p - start) {
        k++;
      }
      uint64_t& word = (*words)[static_cast<size_t>((from + k) >> 6)];
      const uint64_t bit = uint64_t{1} << ((from + k) & 63);
      if ((word & bit) != 0) {
        Twice(column);
      }
      word |= bit;
    }
  }
}

const int32_t* Shapes::CountsBefore(int64_t map) {
  if (groups_.empty()) {
    CountAll();
  }
  const size_t width = counts_.size();
  const int64_t group = std::min(map, strings_->size() - 1) / kVector;
  if (at_ > map || at_ < group * kVector || running_.empty()) {
    at_ = group * kVector;
    auto first = groups_.begin() + static_cast<int64_t>(static_cast<size_t>(group) * width);
    running_.assign(first, first + static_cast<int64_t>(width));
  }
  if (at_ < map) {
    Add(Load(at_, map - at_), running_.data());
    at_ = map;
  }
  return running_.data();
}

void Shapes::CountAll() {
  const int64_t n = strings_->size();
  const size_t width = counts_.size();
  budget_->Charge((n / kVector + 1) * static_cast<int64_t>(width * sizeof(int32_t)));
  std::vector<int32_t> groups;
  std::vector<int32_t> running(256, 0);
  Checked checked;
  std::vector<StringView> dictionary;
  if (strings_->ids() != nullptr && strings_->ids()->limit() <= kVector) {
    strings_->Dictionary(&dictionary);
  }
  for (int64_t from = 0; from < n; from += kVector) {
    groups.insert(groups.end(), running.begin(), running.begin() + static_cast<int64_t>(width));
    const int64_t count = std::min(kVector, n - from);
    if (!dictionary.empty()) {
      CountIds(dictionary, from, count, &checked, running.data());
    } else {
      CountMaps(Load(from, count), &checked, running.data());
    }
  }
  for (size_t column = 0; column < width; column++) {
    if (running[column] != counts_[column]) {
      WrongCount(column, running[column]);
    }
  }
  groups_ = std::move(groups);
}

void Shapes::CountIds(const std::vector<StringView>& dictionary, int64_t from, int64_t count,
                      Checked* checked, int32_t* running) {
  int32_t chunk[kVector];
  strings_->ids()->Read(from, count, chunk);
  std::vector<int32_t> maps(dictionary.size());
  for (int64_t k = 0; k < count; k++) {
    maps[static_cast<size_t>(chunk[k])]++;
  }
  for (size_t id = 0; id < maps.size(); id++) {
    if (maps[id] > 0) {
      Check(dictionary[id], checked);
      for (int64_t b = 0; b < dictionary[id].length; b++) {
        running[dictionary[id].data[b]] += maps[id];
      }
    }
  }
}

void Shapes::CountMaps(const Vector& shapes, Checked* checked, int32_t* running) const {
  const int32_t* ends = shapes.offsets.as<int32_t>();
  for (int64_t k = 0; k < shapes.length; k++) {
    Check({shapes.values.data() + ends[k], ends[k + 1] - ends[k]}, checked);
  }
  Add(shapes, running);
}

void Shapes::Check(const StringView& shape, Checked* checked) const {
  checked->shapes++;
  for (int64_t b = 0; b < shape.length; b++) {
    const size_t column = shape.data[b];
    if (column > columns()) {
      throw CorruptData(offset_, "column " + std::to_string(column) + " of a map that has " +
                                     std::to_string(columns()));
    }
    if (checked->last[column] == checked->shapes && column < columns()) {
      Twice(column);
    }
    checked->last[column] = checked->shapes;
  }
}

void Shapes::Add(const Vector& shapes, int32_t* running) {
  const uint8_t* bytes = shapes.values.data();
  const int32_t end = shapes.offsets.as<int32_t>()[shapes.length];
  for (int32_t b = 0; b < end; b++) {
    running[bytes[b]]++;
  }
}

void Shapes::Twice(size_t column) const {
  throw CorruptData(offset_, "a map has the key of column " + std::to_string(column) + " twice");
}

void Shapes::WrongCount(size_t column, int64_t entries) const {
  throw CorruptData(offset_, "column " + std::to_string(column) + " of a map has " +
                                 std::to_string(entries) + " entries, not " +
                                 std::to_string(counts_[column]));
}

}  // namespace cif::internal
