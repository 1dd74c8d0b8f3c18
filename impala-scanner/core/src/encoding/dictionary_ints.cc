#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "encoding/id_matches.h"
#include "encoding/ids.h"
#include "encoding/ints.h"
#include "util/bits.h"

namespace cif::internal {
namespace {

/// Encoding 4: ids into a dictionary.
class DictionaryInts final : public Ints {
 public:
  DictionaryInts(IntsPtr values, Ids ids, bool has_table)
      : Ints(ids.size()), values_(std::move(values)), ids_(std::move(ids)), has_table_(has_table) {}

  void Read(int64_t from, int64_t count, int64_t* out) override {
    if (!has_table_) {
      for (int64_t i = 0; i < count; i++) {
        out[i] = At(from + i);
      }
      return;
    }
    Load();
    int32_t ids[kVector];
    for (int64_t done = 0; done < count; done += kVector) {
      int64_t step = std::min(kVector, count - done);
      ids_.Read(from + done, step, ids);
      for (int64_t i = 0; i < step; i++) {
        out[done + i] = table_[static_cast<size_t>(ids[i])];
      }
    }
  }

  int64_t At(int64_t i) override {
    int32_t id = ids_.At(i);
    if (!has_table_) {
      return values_->At(id);
    }
    Load();
    return table_[static_cast<size_t>(id)];
  }

  bool has_few_values() override { return has_table_ && 4 * ids_.limit() <= size(); }

  bool Select(const Rows& rows, const IntsMatcher& matcher, std::vector<int32_t>* slots) override {
    if (!has_few_values() || !IsWorthMatching(ids_.limit(), rows)) {
      return false;
    }
    Load();
    const uint8_t* matches = matches_.Of(
        matcher.id(), ids_.limit(),
        [&](std::vector<int32_t>* ids) { matcher.Select(table_.data(), ids_.limit(), ids); });
    SelectIds(&ids_, rows, matches, slots);
    return true;
  }

 private:
  void Load() {
    if (table_.empty()) {
      std::vector<int64_t> table(static_cast<size_t>(values_->size()));
      values_->Read(0, values_->size(), table.data());
      table_ = std::move(table);
    }
  }

  IntsPtr values_;
  Ids ids_;
  bool has_table_;
  std::vector<int64_t> table_;
  IdMatches matches_;
};

}  // namespace

IntsPtr OpenDictionaryInts(Input in, int64_t n, const Nesting& nesting) {
  bool has_table = true;
  int64_t m = in.Count("the size of a dictionary", n);
  if (m == 0) {
    in.Corrupt("an empty dictionary");
  }
  has_table = IsTableAllowed(m, in.remaining());
  Nesting inner = nesting.Inner(in);
  IntsPtr values = OpenInts(&in, m, inner);
  int64_t offset = in.offset();
  IntsPtr ids = OpenInts(&in, n, inner);
  in.ExpectEnd("a dictionary");
  return std::make_unique<DictionaryInts>(std::move(values), Ids(std::move(ids), m, offset),
                                          has_table);
}

}  // namespace cif::internal
