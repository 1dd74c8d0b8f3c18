#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encoding/offsets.h"
#include "encoding/strings.h"
#include "util/find.h"
#include "util/utf8.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

/// Encoding 1: lengths, then the bytes back to back.
class PlainStrings final : public Strings {
 public:
  PlainStrings(int64_t n, IntsPtr lengths, const Input& bytes, int64_t offset, bool is_ascii)
      : Strings(n),
        lengths_(std::move(lengths)),
        data_(bytes.position()),
        total_(bytes.remaining()),
        shared_memory_(bytes.shared_memory()),
        offset_(offset) {
    if (is_ascii) {
      is_utf8_ = true;
    }
  }

  bool Equals(int64_t i, std::string_view bytes) override { return At(i).view() == bytes; }

  void Views(std::vector<StringView>* out) override {
    Sums();
    out->clear();
    out->reserve(static_cast<size_t>(size()));
    ForEachValue([out](const StringView& value) { out->push_back(value); });
    wanted_ = size();
  }

  /// Checks all bytes at once, as soon as enough values were read for it to pay.
  bool IsUtf8() override {
    constexpr int64_t kWorthIt = 256;
    if (!is_utf8_ && wanted_ * kWorthIt >= size()) {
      is_utf8_ =
          IsAscii(data_, total_) || (internal::IsUtf8(data_, total_) && StartsAreCharacters());
    }
    return is_utf8_.value_or(false);
  }

  SharedMemory* shared_memory() override { return shared_memory_; }

  bool Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) override {
    if (matcher.part() == nullptr || rows.index != nullptr) {
      return false;
    }
    Offsets& offsets = Sums();
    ends_.assign(static_cast<size_t>(rows.count + 1), 0);
    offsets.Ends(rows, 0, ends_.data() + 1);
    SelectContaining(data_ + offsets.Start(rows.from), ends_.data(), rows.count, *matcher.part(), 0,
                     slots);
    return true;
  }

 protected:
  void AppendBytes(const Rows& rows, Vector* out, Budget* budget) override {
    wanted_ += rows.count;
    Offsets& offsets = Sums();
    uint8_t* bytes = GrowBytes(out, offsets.Sum(rows), budget);
    int32_t* ends = GrowOffsets(out, rows.count);
    offsets.Ends(rows, ends[0], ends + 1);
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t at) {
      auto length = static_cast<size_t>(ends[at + count] - ends[at]);
      std::memcpy(bytes, data_ + offsets.Start(from), length);
      bytes += length;
    });
  }

  void AppendViews(const Rows& rows, Vector* out, Budget* budget) override {
    if (rows.count == 0) {
      return;
    }
    wanted_ += rows.count;
    Offsets& offsets = Sums();
    if (offsets.each() >= 0 && offsets.each() <= BytesView::kInline) {
      AppendInlineViews(rows, static_cast<int32_t>(offsets.each()), out);
      return;
    }
    // Listed rows look up their positions in the groups of lengths.
    const int64_t span = offsets.Start(rows[rows.count - 1] + 1) - offsets.Start(rows[0]);
    if (rows.index != nullptr) {
      internal::AppendViews(out, rows.count, span, shared_memory_, budget,
                            [&](int64_t k) { return At(rows.index[k]); });
      return;
    }
    ends_.resize(static_cast<size_t>(rows.count));
    offsets.Ends(rows, 0, ends_.data());
    const uint8_t* start = data_ + offsets.Start(rows.from);
    internal::AppendViews(out, rows.count, span, shared_memory_, budget, [&](int64_t k) {
      const int32_t from = k == 0 ? 0 : ends_[static_cast<size_t>(k - 1)];
      return StringView{start + from, ends_[static_cast<size_t>(k)] - from};
    });
  }

 private:
  /// Appends values that all have this length.
  void AppendInlineViews(const Rows& rows, int32_t length, Vector* out) {
    BytesView* views = GrowValues<BytesView>(out, rows.count);
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t at) {
      const uint8_t* values = data_ + from * length;
      for (int64_t k = 0; k < count; k++) {
        views[at + k] = MakeInlineView(values + k * length, length);
      }
    });
  }

  /// Returns true if no value starts within a character.
  bool StartsAreCharacters() {
    bool is_within = false;
    ForEachValue([&is_within](const StringView& value) {
      is_within = is_within || (value.length > 0 && IsContinuation(*value.data));
    });
    return !is_within;
  }

  template <typename F>
  void ForEachValue(F f) {
    Offsets& offsets = Sums();
    const uint8_t* start = data_;
    int32_t ends[kVector];
    for (int64_t from = 0; from < size(); from += kVector) {
      const int64_t count = std::min(kVector, size() - from);
      offsets.Ends(Rows::Range(from, count), 0, ends);
      int32_t end = 0;
      for (int64_t k = 0; k < count; k++) {
        f(StringView{start + end, ends[k] - end});
        end = ends[k];
      }
      start += end;
    }
  }

  StringView At(int64_t i) {
    Offsets& offsets = Sums();
    return {data_ + offsets.Start(i), static_cast<int32_t>(offsets.Length(i))};
  }

  Offsets& Sums() {
    if (offsets_ == nullptr) {
      if (lengths_ == nullptr) {
        throw CorruptData(offset_, "the lengths of strings are damaged");
      }
      auto sums = std::make_unique<Offsets>(std::move(lengths_), total_, offset_);
      if (sums->total() != total_) {
        throw CorruptData(offset_, "strings of " + std::to_string(sums->total()) + " bytes in " +
                                       std::to_string(total_) + " bytes");
      }
      offsets_ = std::move(sums);
    }
    return *offsets_;
  }

  IntsPtr lengths_;
  const uint8_t* data_;
  int64_t total_;
  SharedMemory* shared_memory_;
  int64_t offset_;
  std::unique_ptr<Offsets> offsets_;
  std::vector<int32_t> ends_;  ///< reused memory
  int64_t wanted_ = 0;         ///< number of values read so far
  std::optional<bool> is_utf8_;
};

}  // namespace

StringsPtr OpenPlainStrings(Input in, int64_t n, const Nesting& nesting) {
  int64_t offset = in.offset();
  IntsPtr lengths = OpenInts(&in, n, nesting.Inner(in));
  return MakePlainStrings(n, std::move(lengths), in, offset, false);
}

StringsPtr MakePlainStrings(int64_t n, IntsPtr lengths, const Input& bytes, int64_t offset,
                            bool is_ascii) {
  return std::make_unique<PlainStrings>(n, std::move(lengths), bytes, offset, is_ascii);
}

}  // namespace cif::internal
