// Columnar batches, in the shape of Arrow arrays.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cif/buffer.h"
#include "cif/export.h"
#include "cif/result.h"
#include "cif/type.h"

namespace cif {

/// How values of class BYTES stand in a vector.
enum class StringForm {
  kOffsets,  ///< one behind the other in memory of the vector
  kViews,    ///< views, which may point into a block's memory: nothing is copied, repeated values stand once
};

/// A value of class BYTES in 16 bytes, as in Arrow's arrays of views.
struct BytesView {
  static constexpr int32_t kInline = 12;

  int32_t length;
  /// Up to kInline bytes, zeros behind them; or the first 4 bytes, the number of the buffer, and the place in it.
  int32_t words[3];
};

/// Values of one type. The reader fills it; the caller may read it and may move its buffers away.
/// Buffers have the layout of Arrow's columnar format, little-endian:
///
/// | class | buffers |
/// |---|---|
/// | INT | `values`: int8 (tinyint), int16, int32 (int, date in days), int64; boolean: a bitmap |
/// | FLOAT, DOUBLE | `values`: float, double |
/// | DECIMAL | `values`: the unscaled integer, int64 up to 18 digits, else 16 bytes |
/// | BYTES | `offsets`: int32 * (length + 1), `values`: the bytes |
/// | BYTES as views | `values`: BytesView * length; they point into `own_bytes`, buffer 0, and `shared` |
/// | TIMESTAMP | `values`: int64 seconds (floor) since the epoch, `nanos`: int32 0..999999999 |
/// | LIST | `offsets`: int32 * (length + 1), one child |
/// | MAP | `offsets`, two children: keys and values |
/// | STRUCT | a child a field, each of the same length |
/// | UNION | `values`: int8 tags, `offsets`: int32 * length, places in the child of the tag |
///
/// Where a value is NULL, fixed-width data have no meaning, ranges and views are empty, and a struct's
/// children have a slot whose content has no meaning.
///
/// A vector of views keeps the memory that they point into, which may be a block's: it may outlive the
/// scan and the table. Where few of a block's bytes are wanted they are copied to `own_bytes`.
struct CIF_EXPORT Vector {
  explicit Vector(Type type, StringForm strings = StringForm::kOffsets);

  Type type;
  StringForm strings;  ///< of this and the children
  int64_t length = 0;
  int64_t null_count = 0;
  Buffer validity;  ///< Bit i set: value i is not NULL. Empty while null_count is 0.
  Buffer values;
  Buffer offsets;
  Buffer nanos;
  Buffer own_bytes;
  std::vector<SharedBytes> shared;
  /// How many values, NULLs among them, are known to be UTF-8: those of a dictionary are checked once.
  int64_t known_utf8 = 0;
  std::vector<Vector> children;

  /// Removes all values, keeps the memory.
  void Clear();

  bool IsNull(int64_t i) const {
    return null_count != 0 && (validity.data()[i >> 3] >> (i & 7) & 1) == 0;
  }

  /// Value i of class BYTES; empty if it is NULL. Valid until the vector changes.
  std::string_view bytes(int64_t i) const {
    if (strings == StringForm::kViews) {
      return ViewedBytes(values.as<BytesView>()[i]);
    }
    const int32_t* o = offsets.as<int32_t>() + i;
    return {values.as<char>() + o[0], static_cast<size_t>(o[1] - o[0])};
  }

  /// Value i of class INT, widened.
  int64_t integer(int64_t i) const;

  /// Whether `count` values from the place `first` on, of class BYTES, are UTF-8.
  bool IsUtf8(int64_t first, int64_t count) const;

  /// Bytes that the buffers hold, with the children's, and what is needed of shared ones.
  int64_t memory() const;

 private:
  std::string_view ViewedBytes(const BytesView& view) const {
    const auto size = static_cast<size_t>(view.length);
    if (view.length <= BytesView::kInline) {
      return {reinterpret_cast<const char*>(view.words), size};
    }
    const int32_t buffer = view.words[1];
    const uint8_t* start =
        buffer == 0 ? own_bytes.data() : shared[static_cast<size_t>(buffer) - 1].data;
    return {reinterpret_cast<const char*>(start) + view.words[2], size};
  }
};

/// The values of a vector become `count` slots: slot i is the next value where bit i is set, else
/// NULL. As many bits are set as there are values; the lowest of a word is the first.
CIF_EXPORT void SpreadValues(Vector* vector, int64_t count, const uint64_t* bits);

/// Brings the strings of a vector of class BYTES to a form. kTooLarge if they take more than 2^31 - 1 bytes, one
/// behind the other, or if there is no memory.
CIF_EXPORT Status SetStringForm(Vector* vector, StringForm form);

}  // namespace cif
