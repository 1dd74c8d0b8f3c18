#include <algorithm>
#include <utility>

#include "encoding/ids.h"
#include "encoding/strings.h"
#include "util/bits.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Encoding 3: ids into a dictionary.
class DictionaryStrings final : public Strings {
 public:
  DictionaryStrings(StringsPtr values, Ids ids, bool has_table)
      : Strings(ids.size()),
        values_(std::move(values)),
        ids_(std::move(ids)),
        has_table_(has_table) {}

  void Append(const Rows& rows, Vector* out, Budget* budget) override {
    if (!has_table_) {
      AppendUntabled(rows, out, budget);
      return;
    }
    Load();
    // Ids first stand where the ends will stand.
    int32_t* ends = GrowOffsets(out, rows.count) + 1;
    ids_.Get(rows, ends);
    int64_t total = 0;
    for (int64_t k = 0; k < rows.count; k++) {
      total += table_[static_cast<size_t>(ends[k])].length;
    }
    uint8_t* bytes = GrowBytes(out, total, budget);
    int32_t end = ends[-1];
    const StringView* table = table_.data();
    for (int64_t k = 0; k < rows.count; k++) {
      const StringView& value = table[ends[k]];
      CopyString(value, bytes);
      bytes += value.length;
      end += value.length;
      ends[k] = end;
    }
  }

  bool Equals(int64_t i, std::string_view bytes) override {
    int32_t id = ids_.At(i);
    if (!has_table_) {
      return values_->Equals(id, bytes);
    }
    Load();
    return table_[static_cast<size_t>(id)].view() == bytes;
  }

  void Views(std::vector<StringView>* out) override {
    std::vector<StringView> entries;
    values_->Views(&entries);
    out->clear();
    int32_t ids[kVector];
    for (int64_t from = 0; from < size(); from += kVector) {
      int64_t count = std::min(kVector, size() - from);
      ids_.Read(from, count, ids);
      for (int64_t k = 0; k < count; k++) {
        out->push_back(entries[static_cast<size_t>(ids[k])]);
      }
    }
  }

  void Dictionary(std::vector<StringView>* out) override {
    Load();
    *out = table_;
  }

  Ids* ids() override { return has_table_ ? &ids_ : nullptr; }

  int32_t IdOf(std::string_view bytes) override {
    Load();
    int32_t found = kNoId;
    for (size_t id = 0; id < table_.size(); id++) {
      if (table_[id].view() == bytes) {
        found = found == kNoId ? static_cast<int32_t>(id) : kManyIds;
      }
    }
    return found;
  }

 private:
  void Load() {
    if (table_.empty()) {
      values_->Views(&table_);
    }
  }

  /// Slots are counted one by one, since the dictionary appends to the end of the vector.
  void AppendUntabled(const Rows& rows, Vector* out, Budget* budget) {
    const int64_t length = out->length;
    for (int64_t k = 0; k < rows.count; k++) {
      values_->Append(Rows::Range(ids_.At(rows[k]), 1), out, budget);
      out->length++;
    }
    out->length = length;
  }

  StringsPtr values_;
  Ids ids_;
  bool has_table_;
  std::vector<StringView> table_;
};

}  // namespace

StringsPtr OpenDictionaryStrings(Input in, int64_t n, const Nesting& nesting) {
  int64_t m = in.Count("the size of a dictionary", n);
  if (m == 0) {
    in.Corrupt("an empty dictionary");
  }
  bool has_table = IsTableAllowed(m, in.remaining());
  Nesting inner = nesting.Inner(in);
  StringsPtr values = OpenStrings(&in, m, inner);
  int64_t offset = in.offset();
  IntsPtr ids = OpenInts(&in, n, inner);
  in.ExpectEnd("a dictionary");
  return std::make_unique<DictionaryStrings>(std::move(values), Ids(std::move(ids), m, offset),
                                             has_table);
}

}  // namespace cif::internal
