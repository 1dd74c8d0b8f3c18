#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "codec/codec.h"
#include "encoding/content_strings.h"
#include "encoding/ids.h"
#include "util/bits.h"
#include "util/utf8.h"

namespace cif::internal {
namespace {

constexpr int64_t kMostSymbols = 1 << 16;
constexpr int64_t kMostCodes = 1 << 24;
constexpr int64_t kMostBytes = 32;

constexpr IdWords kCode = {"a code of ", " where there are ", " symbols"};

static_assert(kSlack >= kMostBytes, "a symbol is copied whole to the end of a buffer");

/// Symbols of the codes. They stand at equal distances, so that each is copied by one or two loads
/// and stores.
class SymbolTable {
 public:
  SymbolTable(Strings* symbols, int64_t offset) : offset_(offset) {
    std::vector<StringView> views;
    symbols->Views(&views);
    lengths_.resize(views.size());
    for (size_t i = 0; i < views.size(); i++) {
      const StringView& symbol = views[i];
      if (symbol.length < 1 || symbol.length > kMostBytes) {
        throw CorruptData(offset_, "a symbol of " + std::to_string(symbol.length) +
                                       " bytes: 1 to " + std::to_string(kMostBytes) + " can be");
      }
      lengths_[i] = static_cast<uint8_t>(symbol.length);
      stride_ = std::max(stride_, symbol.length > 16 ? int64_t{32} : int64_t{16});
      is_ascii_ = is_ascii_ && IsAscii(symbol.data, symbol.length);
    }
    bytes_.Resize(views.size() * static_cast<size_t>(stride_));
    for (size_t i = 0; i < views.size(); i++) {
      std::memcpy(bytes_.data() + i * static_cast<size_t>(stride_), views[i].data,
                  static_cast<size_t>(stride_));
    }
  }

  bool is_ascii() const { return is_ascii_; }

  /// Writes the symbols of the codes to `out`, and up to kMostBytes behind them. Returns their end,
  /// at most `end`. Each code must have a symbol.
  uint8_t* Expand(const int32_t* codes, int64_t count, uint8_t* out, const uint8_t* end) const {
    return stride_ == 16 ? Expand<16>(codes, count, out, end) : Expand<32>(codes, count, out, end);
  }

 private:
  template <int kStride>
  uint8_t* Expand(const int32_t* codes, int64_t count, uint8_t* out, const uint8_t* end) const {
    const uint8_t* bytes = bytes_.data();
    const uint8_t* lengths = lengths_.data();
    const bool fits = end - out >= count * kStride;
    for (int64_t i = 0; i < count; i++) {
      const int64_t code = codes[i];
      if (!fits && lengths[code] > end - out) {
        throw CorruptData(offset_, "symbols of more bytes than were announced");
      }
      std::memcpy(out, bytes + code * kStride, kStride);
      out += lengths[code];
    }
    return out;
  }

  int64_t offset_;
  Buffer bytes_;
  std::vector<uint8_t> lengths_;
  int64_t stride_ = 16;
  bool is_ascii_ = true;
};

/// Encoding 5: codes of symbols. The concatenated symbols are the concatenated values.
class SymbolStrings final : public ContentStrings {
 public:
  SymbolStrings(Input in, int64_t n, const Nesting& nesting)
      : ContentStrings(n), offset_(in.offset()), budget_(nesting.budget()) {
    const Nesting inner = nesting.Inner(in);
    lengths_ = OpenInts(&in, n, inner);
    symbols_ = OpenStrings(&in, CountOf(&in, "the number of symbols", kMostSymbols), inner);
    raw_length_ = CountOf(&in, "the length of the values", INT32_MAX);
    CheckRawLength(in, raw_length_);
    const int64_t count = CountOf(&in, "the number of codes", kMostCodes);
    codes_ = std::make_unique<Ids>(OpenInts(&in, count, inner), symbols_->size(), offset_, kCode);
    in.ExpectEnd("a stream of symbols");
  }

 protected:
  StringsPtr OpenContent() override {
    const bool is_ascii = Expand();
    Input bytes = Input::Decompressed(shared_memory_.data(),
                                      static_cast<size_t>(shared_memory_.size()), offset_);
    bytes.set_shared_memory(&shared_memory_);
    return MakePlainStrings(size(), std::move(lengths_), bytes, offset_, is_ascii);
  }

 private:
  static int64_t CountOf(Input* in, const char* what, int64_t most) {
    const int64_t count = in->Count(what, most);
    if (count == 0) {
      in->Corrupt(std::string(what) + " is 0");
    }
    return count;
  }

  /// Expands all values. Returns true if the bytes are ASCII.
  bool Expand() {
    const SymbolTable table(symbols_.get(), offset_);
    if (budget_ != nullptr) {
      budget_->ChargeBlock(raw_length_);
    }
    auto raw = std::make_shared<Buffer>();
    raw->Resize(static_cast<size_t>(raw_length_));
    uint8_t* out = raw->data();
    const uint8_t* end = out + raw_length_;
    int32_t codes[kVector];
    for (int64_t from = 0; from < codes_->size(); from += kVector) {
      const int64_t count = std::min(kVector, codes_->size() - from);
      codes_->Read(from, count, codes);
      out = table.Expand(codes, count, out, end);
    }
    if (out != end) {
      throw CorruptData(offset_, "symbols of " + std::to_string(raw_length_ - (end - out)) +
                                     " bytes, " + std::to_string(raw_length_) + " were announced");
    }
    shared_memory_ = SharedMemory(raw);
    return table.is_ascii();
  }

  int64_t offset_;
  Budget* budget_;
  IntsPtr lengths_;
  StringsPtr symbols_;
  int64_t raw_length_;
  std::unique_ptr<Ids> codes_;
  SharedMemory shared_memory_;  ///< memory of all values
};

}  // namespace

StringsPtr OpenSymbolStrings(Input in, int64_t n, const Nesting& nesting) {
  return std::make_unique<SymbolStrings>(in, n, nesting);
}

}  // namespace cif::internal
