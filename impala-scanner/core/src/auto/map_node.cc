#include "auto/map_node.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "auto/bytes_node.h"

namespace cif::internal {
namespace {

constexpr int64_t kChunk = 4096;

}  // namespace

MapNode::MapNode(Input* in, const Type& type, Presence presence, Budget* budget, IntsPtr lengths,
                 int64_t offset)
    : RangeNode(type, std::move(presence), budget, std::move(lengths), offset),
      scratch_(type.child(0)) {
  keys_ = OpenNode(in, type.child(0), offsets().total(), budget);
  if (!keys_->presence().all()) {
    in->Corrupt("a map with a NULL key");
  }
  values_ = OpenNode(in, type.child(1), offsets().total(), budget);
}

void MapNode::ReadDense(const Rows& rows, Path path, Vector* out) {
  if (!path.empty()) {
    ReadKey(rows, path, out);
    return;
  }
  Rows parts = AppendRanges(rows, out->children[0].length, out);
  keys_->Read(parts, {}, &out->children[0]);
  values_->Read(parts, {}, &out->children[1]);
  AppendValid(out, rows.count);
}

/// Records that wanted map k has the key at entry e.
void MapNode::Note(int64_t k, int64_t e) {
  bits_[static_cast<size_t>(k >> 6)] |= uint64_t{1} << (k & 63);
  found_.push_back(static_cast<int32_t>(e));
}

/// Loads the keys of neighbouring maps in chunks and searches each map from its end. Calls is_key
/// for entries of the chunk.
template <typename LoadKeys, typename IsKey>
void MapNode::FindIn(const Rows& rows, LoadKeys load, IsKey is_key) {
  ends_.resize(static_cast<size_t>(rows.count));
  offsets().Ends(rows, 0, ends_.data());
  int64_t before = 0;  // entries of wanted maps before map k
  for (int64_t k = 0; k < rows.count;) {
    // Takes as many neighbouring maps as fit a chunk of entries, at least one.
    int64_t next = k + 1;
    while (next < rows.count && rows[next] == rows[next - 1] + 1 &&
           ends_[static_cast<size_t>(next)] - before <= kChunk) {
      next++;
    }
    const int64_t first = offsets().Start(rows[k]);
    const int64_t count = ends_[static_cast<size_t>(next - 1)] - before;
    if (count > 0) {
      load(Rows::Range(first, count));
    }
    int64_t start = 0;
    for (; k < next; k++) {
      int64_t end = ends_[static_cast<size_t>(k)] - before;
      for (int64_t e = end - 1; e >= start; e--) {
        if (is_key(e)) {
          Note(k, first + e);
          break;
        }
      }
      start = end;
    }
    before += count;
  }
}

void MapNode::ReadKeys(const Rows& part) {
  scratch_.Clear();
  // Chunks follow each other: the memory of one is free again for the next.
  const int64_t left = budget()->left();
  ChargeEntries(part.count);
  keys_->Read(part, {}, &scratch_);
  budget()->Set(left);
}

/// Appends the value under the key of each map, or NULL if the map lacks the key.
void MapNode::ReadKey(const Rows& rows, Path path, Vector* out) {
  found_.clear();
  bits_.assign(static_cast<size_t>(rows.count / 64 + 1), 0);
  if (offsets().total() > 0) {
    FindAll(rows, path.step->key);
  }
  auto found = static_cast<int64_t>(found_.size());
  if (found == 0) {
    AppendNulls(out, rows.count);
    return;
  }
  values_->Read(Rows::List(found_.data(), found), path.Rest(), out);
  Spread(out, found, rows.count, bits_.data());
}

void MapNode::FindAll(const Rows& rows, const Key& key) {
  if (!key.is_bytes) {
    FindNumber(rows, key.number);
    return;
  }
  Strings* strings = static_cast<BytesNode*>(keys_.get())->strings();
  Ids* ids = strings->ids();
  int32_t id = ids != nullptr ? strings->IdOf(key.bytes) : Strings::kManyIds;
  if (id >= 0) {
    FindId(rows, ids, id);
  } else if (id != Strings::kNoId) {
    FindString(rows, key.bytes);
  }
}

void MapNode::FindId(const Rows& rows, Ids* ids, int32_t id) {
  std::vector<int32_t> chunk;
  FindIn(
      rows,
      [&](const Rows& part) {
        chunk.resize(static_cast<size_t>(part.count));
        ids->Get(part, chunk.data());
      },
      [&](int64_t e) { return chunk[static_cast<size_t>(e)] == id; });
}

void MapNode::FindNumber(const Rows& rows, int64_t number) {
  FindIn(
      rows, [&](const Rows& part) { ReadKeys(part); },
      [&](int64_t e) { return scratch_.integer(e) == number; });
}

void MapNode::FindString(const Rows& rows, const std::string& key) {
  const auto length = static_cast<int32_t>(key.size());
  // Most keys differ within their first eight bytes, which are readable even behind the last key.
  uint64_t start = 0;
  std::memcpy(&start, key.data(), std::min<size_t>(8, key.size()));
  const uint64_t mask = length >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * length)) - 1;
  FindIn(
      rows, [&](const Rows& part) { ReadKeys(part); },
      [&](int64_t e) {
        const int32_t* o = scratch_.offsets.as<int32_t>() + e;
        const uint8_t* p = scratch_.values.data() + o[0];
        return o[1] - o[0] == length && (Load<uint64_t>(p) & mask) == start &&
               (length <= 8 || std::memcmp(p, key.data(), key.size()) == 0);
      });
}

NodePtr OpenMapNode(Input* in, const Type& type, Presence presence, Budget* budget) {
  const uint8_t form = in->U8();
  switch (static_cast<MapForm>(form)) {
    case MapForm::kEntries: {
      const int64_t offset = in->offset();
      IntsPtr lengths = OpenInts(in, presence.present(), Nesting(budget));
      return std::make_unique<MapNode>(in, type, std::move(presence), budget, std::move(lengths),
                                       offset);
    }
    case MapForm::kColumns:
      return OpenMapColumns(in, type, std::move(presence), budget);
  }
  in->Corrupt("maps of an unknown form " + std::to_string(form));
}

}  // namespace cif::internal
