// Streams of byte strings: FORMAT.md section 6.2. Each encoding has its file, all of one shape.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "cif/vector.h"
#include "encoding/ids.h"
#include "encoding/ints.h"
#include "encoding/nesting.h"
#include "util/budget.h"
#include "util/input.h"
#include "util/shared_memory.h"
#include "vector/rows.h"
#include "vector/string_view.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// Stream of n >= 1 values. Decoding raises errors in the payload (CorruptData).
class Strings {
 public:
  static constexpr int32_t kNoId = -1;
  static constexpr int32_t kManyIds = -2;

  explicit Strings(int64_t size) : size_(size) {}
  virtual ~Strings() = default;

  int64_t size() const { return size_; }

  /// Appends the data of the rows, without validity, from slot out->length on, in the vector's
  /// form.
  void Append(const Rows& rows, Vector* out, Budget* budget) {
    const int64_t known_utf8 = out->known_utf8 + rows.count;
    if (out->strings == StringForm::kViews) {
      AppendViews(rows, out, budget);
    } else {
      AppendBytes(rows, out, budget);
    }
    if (out->type.kind() != Kind::kBinary && IsUtf8()) {
      out->known_utf8 = known_utf8;
    }
  }

  /// True if few distinct values stand for many: a dictionary, a constant.
  virtual bool has_few_values() { return false; }

  /// Appends the slots of the rows that a matcher wants, without decoding their values. Returns
  /// false if the encoding does not support that.
  virtual bool Select(const Rows&, const ValueMatcher&, std::vector<int32_t>*) { return false; }

  /// Returns true if value i equals the bytes.
  virtual bool Equals(int64_t i, std::string_view bytes) = 0;

  /// Returns all values, for use as a dictionary. They live as long as the stream.
  virtual void Views(std::vector<StringView>* out) = 0;

  /// Returns true if all values are known to be UTF-8, by one check for many values. After false,
  /// the caller has to check by itself.
  virtual bool IsUtf8() { return false; }

  /// Memory of the values that Views has returned; nullptr if it cannot be shared.
  virtual SharedMemory* shared_memory() = 0;

  /// Returns the values of the dictionary of ids(). They live as long as the stream.
  virtual void Dictionary(std::vector<StringView>*) {}

  /// Returns the ids if the values have a dictionary that is decoded to a table; else nullptr.
  virtual Ids* ids() { return nullptr; }

  /// Returns the id of a value in the dictionary of ids(); kNoId if it is not there, kManyIds if it
  /// is there more than once.
  virtual int32_t IdOf(std::string_view) { return kNoId; }

 protected:
  /// Implements Append in the form of offsets.
  virtual void AppendBytes(const Rows& rows, Vector* out, Budget* budget) = 0;
  /// Implements Append in the form of views.
  virtual void AppendViews(const Rows& rows, Vector* out, Budget* budget) = 0;

 private:
  int64_t size_;
};

using StringsPtr = std::unique_ptr<Strings>;

/// Appends the indexes of the wanted ones among the first `count` values. Returns false if they
/// would have to be copied and are too large for it.
bool SelectAmong(Strings* strings, int64_t count, const ValueMatcher& matcher,
                 std::vector<int32_t>* places);

/// Opens the sized stream at the input's position and moves behind it.
StringsPtr OpenStrings(Input* in, int64_t n, const Nesting& nesting = Nesting());

/// Opens the `u8 encoding, payload` that fills the input.
StringsPtr OpenStringsContent(Input in, int64_t n, const Nesting& nesting);

StringsPtr OpenConstantStrings(Input in, int64_t n);
StringsPtr OpenPlainStrings(Input in, int64_t n, const Nesting& nesting);
StringsPtr OpenPackedStrings(Input in, int64_t n, const Nesting& nesting);
StringsPtr OpenDictionaryStrings(Input in, int64_t n, const Nesting& nesting);
StringsPtr OpenCompressedStrings(Input in, int64_t n, const Nesting& nesting);
StringsPtr OpenSymbolStrings(Input in, int64_t n, const Nesting& nesting);

/// Makes strings of the given lengths, which cover all of the bytes.
/// @param offset offset that errors name
/// @param is_ascii true if the bytes are known to be ASCII
StringsPtr MakePlainStrings(int64_t n, IntsPtr lengths, const Input& bytes, int64_t offset,
                            bool is_ascii);

}  // namespace cif::internal
