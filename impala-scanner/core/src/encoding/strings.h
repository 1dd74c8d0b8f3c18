// Streams of byte strings: FORMAT.md section 6.2. A file an encoding, all of one shape.
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
#include "util/home.h"
#include "util/input.h"
#include "vector/rows.h"
#include "vector/string_view.h"
#include "vector/value_matcher.h"

namespace cif::internal {

/// A stream of n >= 1 values. Errors in the payload are raised (CorruptData) when it is decoded.
class Strings {
 public:
  static constexpr int32_t kNoId = -1;
  static constexpr int32_t kManyIds = -2;

  explicit Strings(int64_t size) : size_(size) {}
  virtual ~Strings() = default;

  int64_t size() const { return size_; }

  /// Appends the data of the rows, without validity, from slot out->length on, in the vector's form.
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

  /// Whether few values stand for many: a dictionary, a constant.
  virtual bool has_few_values() { return false; }

  /// Appends the slots of the rows that a matcher wants, without decoding their values; false: there is no such way.
  virtual bool Select(const Rows&, const ValueMatcher&, std::vector<int32_t>*) { return false; }

  /// Whether value i equals the bytes.
  virtual bool Equals(int64_t i, std::string_view bytes) = 0;

  /// All values; they live as long as the stream. For dictionaries.
  virtual void Views(std::vector<StringView>* out) = 0;

  /// Whether all values are UTF-8, where that is found out once for many; false: who needs it has to look.
  virtual bool IsUtf8() { return false; }

  /// Where the values lie that Views gives, once it was called; nullptr: where nobody can have a share.
  virtual Home* home() = 0;

  /// The values of the dictionary that ids() speaks of; they live as long as the stream.
  virtual void Dictionary(std::vector<StringView>*) {}

  /// The ids, where the values have a dictionary that is decoded to a table; else nullptr.
  virtual Ids* ids() { return nullptr; }

  /// The id of a value in the dictionary that ids() speaks of; kNoId if it is not there, kManyIds if
  /// it stands there twice.
  virtual int32_t IdOf(std::string_view) { return kNoId; }

 protected:
  /// Append, of offsets and bytes.
  virtual void AppendBytes(const Rows& rows, Vector* out, Budget* budget) = 0;
  /// Append, of views.
  virtual void AppendViews(const Rows& rows, Vector* out, Budget* budget) = 0;

 private:
  int64_t size_;
};

using StringsPtr = std::unique_ptr<Strings>;

/// Appends the places of those of the first `count` values that a matcher wants; false: they would have to be copied, and
/// are too large for it.
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

/// Strings of these lengths, which are all of the bytes.
/// @param offset that errors name
/// @param is_ascii whether the bytes are known to be ASCII letters
StringsPtr MakePlainStrings(int64_t n, IntsPtr lengths, const Input& bytes, int64_t offset, bool is_ascii);

}  // namespace cif::internal
