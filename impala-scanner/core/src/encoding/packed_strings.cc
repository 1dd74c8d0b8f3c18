#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "encoding/id_matches.h"
#include "encoding/offsets.h"
#include "encoding/strings.h"
#include "util/bits.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

/// Letters of a packed stream.
struct Letters {
  const uint8_t* data = nullptr;
  int64_t size = 0;  ///< bytes
  int bits = 0;
  int count = 0;  ///< size of the alphabet; 0: numbers stand for themselves
  int64_t offset = 0;
  std::array<uint8_t, 128> alphabet{};

  bool IsAscii() const {
    return std::all_of(alphabet.begin(), alphabet.begin() + count,
                       [](uint8_t letter) { return letter < 0x80; });
  }

  /// Writes letters `from` to `from + n - 1`. May write up to 32 bytes behind them.
  void Unpack(int64_t from, int64_t n, uint8_t* out) const {
    // Unpacks a piece at a time, so that the second pass finds it in the cache.
    constexpr int64_t kPiece = 8192;
    for (int64_t done = 0; done < n; done += kPiece) {
      int64_t step = std::min(kPiece, n - done);
      if (count == 0) {
        UnpackLetters(data, bits, from + done, step, out + done);
      } else {
        int greatest = UnpackText(data, bits, from + done, step, alphabet.data(), out + done);
        if (greatest >= count) {
          throw CorruptData(offset, "letter " + std::to_string(greatest) + " of an alphabet of " +
                                        std::to_string(count));
        }
      }
    }
  }
};

/// Encoding 2: letters of 1 to 7 bits.
class PackedStrings final : public Strings {
 public:
  PackedStrings(int64_t n, IntsPtr lengths, const Letters& letters)
      : Strings(n), lengths_(std::move(lengths)), letters_(letters) {}

  bool Equals(int64_t i, std::string_view bytes) override {
    Offsets& offsets = Sums();
    auto length = static_cast<int64_t>(bytes.size());
    if (offsets.Length(i) != length) {
      return false;
    }
    scratch_.Resize(bytes.size());
    letters_.Unpack(offsets.Start(i), length, scratch_.data());
    return bytes.empty() || std::memcmp(scratch_.data(), bytes.data(), bytes.size()) == 0;
  }

  void Views(std::vector<StringView>* out) override {
    Offsets& offsets = Sums();
    if (all_.data() == nullptr) {
      auto all = std::make_shared<Buffer>();
      // Memory is allocated even for 0 letters, since its slack may be loaded.
      all->Resize(static_cast<size_t>(offsets.total() + 1));
      letters_.Unpack(0, offsets.total(), all->data());
      all_ = SharedMemory(all);
    }
    out->clear();
    for (int64_t i = 0; i < size(); i++) {
      out->push_back({all_.data() + offsets.Start(i), static_cast<int32_t>(offsets.Length(i))});
    }
  }

  SharedMemory* shared_memory() override { return &all_; }

  bool IsUtf8() override { return letters_.IsAscii(); }

  bool has_few_values() override { return AreLetters(); }

  bool Select(const Rows& rows, const ValueMatcher& matcher, std::vector<int32_t>* slots) override {
    if (!AreLetters() || rows.index != nullptr) {
      return false;
    }
    const uint8_t* matches = matches_.Of(matcher.id(), 256, [&](std::vector<int32_t>* letters) {
      Vector values(matcher.type(), StringForm::kViews);
      BytesView* views = GrowValues<BytesView>(&values, 256);
      for (int32_t letter = 0; letter < 256; letter++) {
        views[letter] = OneLetter(static_cast<uint8_t>(letter));
      }
      AppendValid(&values, 256);
      matcher.Select(values, letters);
    });
    scratch_.Resize(static_cast<size_t>(rows.count + 1));
    letters_.Unpack(rows.from, rows.count, scratch_.data());
    SelectMatches(scratch_.data(), rows.count, matches, 0, slots);
    return true;
  }

 protected:
  void AppendBytes(const Rows& rows, Vector* out, Budget* budget) override {
    Offsets& offsets = Sums();
    uint8_t* bytes = GrowBytes(out, offsets.Sum(rows), budget);
    int32_t* ends = GrowOffsets(out, rows.count);
    offsets.Ends(rows, ends[0], ends + 1);
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t at) {
      int64_t length = ends[at + count] - ends[at];
      letters_.Unpack(offsets.Start(from), length, bytes);
      bytes += length;
    });
  }

  /// Unpacks to memory of the vector. The vector keeps it if a value is too long for its view.
  void AppendViews(const Rows& rows, Vector* out, Budget* budget) override {
    Offsets& offsets = Sums();
    if (offsets.each() >= 0 && offsets.each() <= BytesView::kInline) {
      return AppendInline(rows, static_cast<int32_t>(offsets.each()), out);
    }
    const size_t own = out->own_bytes.size();
    uint8_t* bytes = GrowOwnBytes(out, offsets.Sum(rows) + 1, budget);
    ends_.assign(static_cast<size_t>(rows.count + 1), 0);
    offsets.Ends(rows, 0, ends_.data() + 1);
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t at) {
      const int32_t start = ends_[static_cast<size_t>(at)];
      letters_.Unpack(offsets.Start(from), ends_[static_cast<size_t>(at + count)] - start,
                      bytes + start);
    });
    BytesView* views = GrowValues<BytesView>(out, rows.count);
    bool is_needed = false;
    for (int64_t k = 0; k < rows.count; k++) {
      const int32_t start = ends_[static_cast<size_t>(k)];
      const StringView value{bytes + start, ends_[static_cast<size_t>(k + 1)] - start};
      views[k] = MakeView(value, 0, static_cast<int64_t>(own) + start);
      is_needed = is_needed || !IsInline(views[k]);
    }
    if (!is_needed) {
      out->own_bytes.Resize(own);
    }
  }

 private:
  /// Returns true if each value is one letter.
  bool AreLetters() { return Sums().each() == 1; }

  static BytesView OneLetter(uint8_t letter) { return {1, {letter, 0, 0}}; }

  /// Appends values that all have this length.
  void AppendInline(const Rows& rows, int32_t length, Vector* out) {
    BytesView* views = GrowValues<BytesView>(out, rows.count);
    uint8_t letters[kVector * BytesView::kInline + kSlack];
    ForEachRun(rows, [&](int64_t from, int64_t count, int64_t at) {
      for (int64_t done = 0; done < count; done += kVector) {
        const int64_t step = std::min(kVector, count - done);
        letters_.Unpack((from + done) * length, step * length, letters);
        BytesView* to = views + at + done;
        if (length == 1) {
          for (int64_t k = 0; k < step; k++) {
            to[k] = OneLetter(letters[k]);
          }
        } else {
          for (int64_t k = 0; k < step; k++) {
            to[k] = MakeInlineView(letters + k * length, length);
          }
        }
      }
    });
  }

  Offsets& Sums() {
    if (offsets_ == nullptr) {
      if (lengths_ == nullptr) {
        throw CorruptData(letters_.offset, "the lengths of strings are damaged");
      }
      int64_t most = std::min<int64_t>(INT32_MAX, 8 * letters_.size / letters_.bits);
      auto sums = std::make_unique<Offsets>(std::move(lengths_), most, letters_.offset);
      int64_t needed = PackedBytes(sums->total(), letters_.bits);
      if (needed != letters_.size) {
        throw CorruptData(letters_.offset, std::to_string(sums->total()) + " letters take " +
                                               std::to_string(needed) + " bytes, there are " +
                                               std::to_string(letters_.size));
      }
      offsets_ = std::move(sums);
    }
    return *offsets_;
  }

  IntsPtr lengths_;
  Letters letters_;
  std::unique_ptr<Offsets> offsets_;
  Buffer scratch_;
  SharedMemory all_;           ///< all values, for Views
  std::vector<int32_t> ends_;  ///< reused memory
  IdMatches matches_;          ///< matching letters
};

}  // namespace

StringsPtr OpenPackedStrings(Input in, int64_t n, const Nesting& nesting) {
  Letters letters;
  letters.offset = in.offset();
  IntsPtr lengths = OpenInts(&in, n, nesting.Inner(in));
  letters.bits = in.U8();
  if (letters.bits < 1 || letters.bits > 7) {
    in.Corrupt("letters of " + std::to_string(letters.bits) + " bits: 1 to 7 can be");
  }
  letters.count = static_cast<int>(in.Count("the number of letters", 1 << letters.bits));
  if (letters.count == 0 && letters.bits < 7) {
    in.Corrupt("no letters for numbers of " + std::to_string(letters.bits) + " bits");
  }
  if (letters.count > 0) {
    std::memcpy(letters.alphabet.data(), in.Skip(letters.count),
                static_cast<size_t>(letters.count));
  }
  letters.data = in.position();
  letters.size = in.remaining();
  return std::make_unique<PackedStrings>(n, std::move(lengths), letters);
}

}  // namespace cif::internal
