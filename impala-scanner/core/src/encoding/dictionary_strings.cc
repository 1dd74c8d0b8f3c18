#include <algorithm>
#include <optional>
#include <utility>

#include "encoding/id_matches.h"
#include "encoding/ids.h"
#include "encoding/strings.h"
#include "util/bits.h"
#include "util/utf8.h"
#include "vector/long_strings.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

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

  SharedMemory* shared_memory() override { return values_->shared_memory(); }

  bool has_few_values() override {
    return has_table_ && is_matched_whole_ && 4 * ids_.limit() <= size();
  }

  bool Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) override {
    if (!has_few_values() || !IsWorthMatching(ids_.limit(), rows)) {
      return false;
    }
    const uint8_t* matches =
        matches_.Of(matcher.id(), ids_.limit(), [&](std::vector<int32_t>* ids) {
          is_matched_whole_ = SelectAmong(values_.get(), ids_.limit(), matcher, ids);
        });
    if (is_matched_whole_) {
      SelectIds(&ids_, rows, matches, slots);
    }
    return is_matched_whole_;
  }

  bool IsUtf8() override {
    if (has_table_ && !is_utf8_) {
      Load();
      is_utf8_ = values_->IsUtf8() ||
                 std::all_of(table_.begin(), table_.end(), [](const StringView& value) {
                   return internal::IsUtf8(value.data, value.length);
                 });
    }
    return has_table_ && *is_utf8_;
  }

 protected:
  void AppendBytes(const Rows& rows, Vector* out, Budget* budget) override {
    if (!has_table_) {
      AppendUntabled(rows, out, budget);
      return;
    }
    Load();
    // The ids are first written where the ends will stand.
    int32_t* ends = GrowOffsets(out, rows.count) + 1;
    ids_.Get(rows, ends);
    int64_t total = 0;
    for (int64_t k = 0; k < rows.count; k++) {
      total += table_[static_cast<size_t>(ends[k])].length;
    }
    uint8_t* bytes = GrowBytes(out, total, budget);
    if (total > kLong * rows.count) {
      CopyLongStrings(table_.data(), ends, rows.count, bytes);
    } else {
      CopyShort(ends, rows.count, bytes);
    }
  }

  void AppendViews(const Rows& rows, Vector* out, Budget* budget) override {
    if (!has_table_) {
      AppendUntabled(rows, out, budget);
      return;
    }
    Load();
    // The ids are first written to the end of the memory for the views. View k overwrites no id
    // behind id k, which has been read by then.
    BytesView* views = GrowValues<BytesView>(out, rows.count);
    int32_t* ids = reinterpret_cast<int32_t*>(views + rows.count) - rows.count;
    ids_.Get(rows, ids);
    SharedMemory* memory = values_->shared_memory();
    if (memory == nullptr || !memory->can_share()) {
      AppendCopies(views, ids, rows.count, out, budget);
      return;
    }
    LoadViews(memory, BufferOf(*out, memory->data()));
    const BytesView* table = views_.data();
    int64_t used = 0;
    for (int64_t k = 0; k < rows.count; k++) {
      const BytesView view = table[ids[k]];
      used += IsInline(view) ? 0 : view.length;
      views[k] = view;
    }
    ShareOrCopy(out, views, rows.count, used, 0, memory, budget);
  }

 private:
  /// Mean length above which values are copied as long ones.
  static constexpr int64_t kLong = 64;

  void Load() {
    if (table_.empty()) {
      values_->Views(&table_);
    }
  }

  /// Copies the values of ids, and replaces the ids by the ends of the values.
  void CopyShort(int32_t* ends, int64_t count, uint8_t* bytes) const {
    const StringView* table = table_.data();
    int32_t end = ends[-1];
    for (int64_t k = 0; k < count; k++) {
      const StringView& value = table[ends[k]];
      CopyString(value, bytes);
      bytes += value.length;
      end += value.length;
      ends[k] = end;
    }
  }

  /// Builds views of all values, whose memory has this number among the vector's buffers. Mostly
  /// they exist already.
  void LoadViews(SharedMemory* memory, int32_t buffer) {
    if (buffer == buffer_) {
      return;
    }
    buffer_ = 0;
    views_.clear();
    views_.reserve(table_.size());
    for (const StringView& value : table_) {
      views_.push_back(MakeView(value, buffer, value.data - memory->data()));
    }
    buffer_ = buffer;
  }

  /// Replaces ids by views of copies.
  void AppendCopies(BytesView* views, const int32_t* ids, int64_t count, Vector* out,
                    Budget* budget) {
    for (int64_t k = 0; k < count; k++) {
      const int32_t id = ids[k];
      views[k] = CopyToOwn(out, table_[static_cast<size_t>(id)], budget);
    }
  }

  /// Appends values one by one from a dictionary without a table. Each call appends to the end of
  /// the vector.
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
  std::optional<bool> is_utf8_;
  std::vector<BytesView> views_;  ///< views of the table's values
  int32_t buffer_ = 0;            ///< buffer that they point to; 0: none
  IdMatches matches_;
  bool is_matched_whole_ = true;  ///< false if its values turned out to be too large for it
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
