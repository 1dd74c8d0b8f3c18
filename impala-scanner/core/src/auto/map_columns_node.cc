// Class MAP, form columns: the values of a frequent key stand together. A look-up of such a key
// opens its column alone.

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "auto/inline_parts.h"
#include "auto/map_node.h"
#include "auto/shapes.h"
#include "vector/gather.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

constexpr int64_t kMostColumns = 255;
/// The key of a column is in at least one of kShare maps.
constexpr int64_t kShare = 16;

class MapColumnsNode final : public Node {
 public:
  MapColumnsNode(Input* in, const Type& type, Presence presence, Budget* budget, Parts* divided)
      : Node(std::move(presence), budget),
        type_(type),
        offset_(in->offset()),
        keys_(type.child(0)) {
    const Class keys = type.child(0).type_class();
    if (keys != Class::kBytes && keys != Class::kInt) {
      in->Corrupt("columns for keys of type " + type.child(0).ToString());
    }
    const int64_t g = in->Count("the number of a map's columns", kMostColumns);
    if (g == 0) {
      in->Corrupt("a map without columns, in form columns");
    }
    key_node_ = OpenNode(in, type.child(0), g, budget);
    if (!key_node_->presence().all()) {
      in->Corrupt("a map with a NULL key");
    }
    counts_ = ReadCounts(in, g);
    StringsPtr strings = OpenStrings(in, this->presence().present(), Nesting(budget));
    shapes_ = std::make_unique<Shapes>(std::move(strings), counts_, offset_, budget);
    parts_ = std::make_unique<NodeParts>(in, counts_.size(), 2, divided);
    columns_.resize(static_cast<size_t>(g));
  }

 protected:
  void ReadDense(const Rows& rows, Path path, Vector* out) override {
    if (path.empty()) {
      ReadMaps(rows, out);
    } else {
      ReadKey(rows, path, out);
    }
  }

  void SelectDense(const Rows& rows, Path path, const ValueMatcher& matcher,
                   std::vector<int32_t>* slots) override {
    const size_t column = path.empty() ? columns() : Find(path.step->key);
    if (column < columns()) {
      Column(column)->SelectPresent(shapes_->PresenceOf(column), rows, path.Rest(), matcher, slots);
    } else {
      Node::SelectDense(rows, path, matcher, slots);
    }
  }

  bool HasFewDense(Path path) override {
    const size_t column = path.empty() ? columns() : Find(path.step->key);
    return column < columns() && Column(column)->HasFewValues(path.Rest());
  }

 private:
  size_t columns() const { return columns_.size(); }
  int64_t rest() const { return counts_.back(); }

  std::vector<int32_t> ReadCounts(Input* in, int64_t g) const {
    const int64_t p = presence().present();
    std::vector<int64_t> stored(static_cast<size_t>(g + 1));
    OpenInts(in, g + 1, Nesting(budget()))->Read(0, g + 1, stored.data());
    std::vector<int32_t> counts;
    int64_t total = 0;
    for (int64_t count : stored) {
      const bool is_column = static_cast<int64_t>(counts.size()) < g;
      if (count < 0 || count > kMaxNodeValues || (is_column && (count > p || kShare * count < p))) {
        in->Corrupt("a map's column of " + std::to_string(count) + " values, of " +
                    std::to_string(p) + " maps");
      }
      total += count;
      counts.push_back(static_cast<int32_t>(count));
    }
    if (total > kMaxNodeValues) {
      in->Corrupt("maps of " + std::to_string(total) + " entries");
    }
    return counts;
  }

  Node* Column(size_t column) {
    if (columns_[column] == nullptr) {
      columns_[column] = OpenPart(parts_->get(), column, type_.child(1), counts_[column], budget());
    }
    return columns_[column].get();
  }

  /// Returns the entries without a column, as maps of their own.
  MapNode* Rest() {
    if (rest_ == nullptr) {
      Input in = parts_->get()->Read(columns());
      auto maps = std::make_unique<MapNode>(&in, type_, Presence::All(presence().present()),
                                            budget(), shapes_->RestLengths(), offset_);
      in.ExpectEnd("a map's entries");
      if (maps->entries() != rest()) {
        throw CorruptData(offset_, "maps with " + std::to_string(maps->entries()) +
                                       " entries without a column, not " + std::to_string(rest()));
      }
      rest_ = std::move(maps);
    }
    return rest_.get();
  }

  const Vector& Keys() {
    if (keys_.length == 0) {
      key_node_->Read(Rows::Range(0, static_cast<int64_t>(columns())), {}, &keys_);
    }
    return keys_;
  }

  /// Returns the column of a key, or the number of columns if it has none.
  size_t Find(const Key& key) {
    const Vector& keys = Keys();
    for (size_t column = 0; column < columns(); column++) {
      const auto i = static_cast<int64_t>(column);
      if (key.is_bytes ? keys.bytes(i) == key.bytes : keys.integer(i) == key.number) {
        return column;
      }
    }
    return columns();
  }

  void ReadKey(const Rows& rows, Path path, Vector* out) {
    const size_t column = Find(path.step->key);
    if (column < columns()) {
      Column(column)->ReadPresent(shapes_->PresenceOf(column), rows, path.Rest(), out);
    } else if (rest() > 0) {
      Rest()->Read(rows, path, out);
    } else {
      AppendNulls(out, rows.count);
    }
  }

  void ReadMaps(const Rows& rows, Vector* out) {
    // Values that are read here, but not lent, are copied to the output. Their memory is then free
    // again.
    const int64_t left = budget()->left();
    Vector shapes(Type::Primitive(Kind::kBinary));
    shapes_->Append(rows, &shapes);
    const int32_t* ends = shapes.offsets.as<int32_t>();
    const int64_t entries = ends[rows.count];
    const int64_t base = out->children[0].length;
    if (entries > INT32_MAX - base) {
      throw TooLarge();
    }
    int32_t* to = GrowOffsets(out, rows.count);
    for (int64_t k = 1; k <= rows.count; k++) {
      to[k] = static_cast<int32_t>(base) + ends[k];
    }
    Vector key_pool(type_.child(0), out->strings);
    Vector pool(type_.child(1), out->strings);
    std::vector<int32_t> starts;
    budget()->Set(left);
    budget()->Charge(entries * (SlotBytes(type_.child(0)) + SlotBytes(type_.child(1))));
    const int64_t left_for_bytes = budget()->left();
    const int64_t lent = OwnBytes(*out);
    {
      TextLoan keys(&out->children[0], &key_pool);
      TextLoan values(&out->children[1], &pool);
      starts = ReadPools(Wanted(rows, ends, shapes.values.data()), &key_pool, &pool);
    }
    budget()->Set(left_for_bytes);
    budget()->Charge(OwnBytes(*out) - lent);
    Place(shapes.values.data(), entries, std::move(starts), key_pool, pool, out);
    AppendValid(out, rows.count);
  }

  static int64_t OwnBytes(const Vector& maps) {
    return static_cast<int64_t>(maps.children[0].own_bytes.size() +
                                maps.children[1].own_bytes.size());
  }

  /// Values of a column that the wanted maps have.
  struct Wants {
    int32_t first = 0;
    int32_t count = 0;
    std::vector<int32_t> list;  ///< indexes of all values; empty if they are consecutive

    Rows rows() const {
      return list.empty() ? Rows::Range(first, count) : Rows::List(list.data(), count);
    }
  };

  /// Returns the wanted values of each column, and of the entries without a column.
  std::vector<Wants> Wanted(const Rows& rows, const int32_t* ends, const uint8_t* tags) {
    std::vector<Wants> wanted(counts_.size());
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t at) {
      const int32_t* start = shapes_->CountsBefore(from);
      const std::vector<int32_t> first(start, start + counts_.size());
      std::vector<int32_t> next = first;
      if (count >= kVector) {
        // Most of the entries are counted already.
        const int32_t* end = shapes_->CountsBefore(from + count);
        next.assign(end, end + counts_.size());
      } else {
        for (int32_t e = ends[at]; e < ends[at + count]; e++) {
          next[tags[e]]++;
        }
      }
      for (size_t column = 0; column < wanted.size(); column++) {
        Want(first[column], next[column], &wanted[column]);
      }
    });
    return wanted;
  }

  /// Adds the values `first` to `end - 1`, which are behind all those added before.
  static void Want(int32_t first, int32_t end, Wants* wants) {
    if (first == end) {
      return;
    }
    if (wants->count == 0) {
      wants->first = first;
    } else if (wants->list.empty() && wants->first + wants->count != first) {
      wants->list.resize(static_cast<size_t>(wants->count));
      std::iota(wants->list.begin(), wants->list.end(), wants->first);
    }
    wants->count += end - first;
    for (int32_t i = first; i < end && !wants->list.empty(); i++) {
      wants->list.push_back(i);
    }
  }

  /// Reads the values, one column after the other. Returns the start of each column.
  std::vector<int32_t> ReadPools(const std::vector<Wants>& wanted, Vector* key_pool, Vector* pool) {
    std::vector<int32_t> starts;
    int64_t entries = 0;
    for (const Wants& wants : wanted) {
      entries += wants.count;
    }
    pool->values.Resize(HasViews(*pool) ? static_cast<size_t>(entries) * sizeof(BytesView) : 0);
    key_node_->Read(Rows::Range(0, static_cast<int64_t>(columns())), {}, key_pool);
    for (size_t column = 0; column < wanted.size(); column++) {
      starts.push_back(static_cast<int32_t>(pool->length));
      if (wanted[column].count == 0) {
        continue;
      }
      const Rows rows = wanted[column].rows();
      if (column < columns()) {
        Column(column)->Read(rows, {}, pool);
      } else {
        Rest()->keys()->Read(rows, {}, key_pool);
        Rest()->values()->Read(rows, {}, pool);
      }
    }
    return starts;
  }

  /// Puts keys and values into the order of the entries.
  void Place(const uint8_t* tags, int64_t entries, std::vector<int32_t> next,
             const Vector& key_pool, const Vector& pool, Vector* out) {
    std::vector<int32_t> keys(static_cast<size_t>(entries));
    std::vector<int32_t> values(static_cast<size_t>(entries));
    // A column has one key. Each entry without a column has its own.
    auto next_key = static_cast<int32_t>(columns());
    for (size_t e = 0; e < keys.size(); e++) {
      const size_t column = tags[e];
      keys[e] = column < columns() ? static_cast<int32_t>(column) : next_key++;
      values[e] = next[column]++;
    }
    GatherLent(key_pool, keys.data(), entries, &out->children[0], budget());
    GatherLent(pool, values.data(), entries, &out->children[1], budget());
  }

  Type type_;
  int64_t offset_;
  NodePtr key_node_;
  Vector keys_;  ///< keys of the columns, once they are needed
  std::vector<int32_t> counts_;
  std::unique_ptr<Shapes> shapes_;
  /// Parts with the nodes of the columns, followed by the part of the other entries.
  std::unique_ptr<NodeParts> parts_;
  std::vector<NodePtr> columns_;
  std::unique_ptr<MapNode> rest_;
};

}  // namespace

NodePtr OpenMapColumns(Input* in, const Type& type, Presence presence, Budget* budget,
                       Parts* divided) {
  return std::make_unique<MapColumnsNode>(in, type, std::move(presence), budget, divided);
}

}  // namespace cif::internal
