// Columnar batches in the layout of Arrow arrays.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cif/buffer.h"
#include "cif/export.h"
#include "cif/result.h"
#include "cif/type.h"

namespace cif {

/// Forms of values of class BYTES in a vector.
enum class StringForm {
  kOffsets,  ///< bytes stand in the vector's own memory, one value behind the other
  /// Views, which may point into a block's memory: no value is copied, and repeated values are
  /// stored once.
  kViews,
};

/// Value of class BYTES in 16 bytes, as in Arrow's view arrays.
struct BytesView {
  static constexpr int32_t kInline = 12;

  int32_t length;
  /// Up to kInline bytes followed by zeros. Longer values: their first 4 bytes, the number of the
  /// buffer, and the offset in it.
  int32_t words[3];
};

/// Values of one type. The reader fills it. The caller may read it and may move its buffers away.
/// Buffers have the layout of Arrow's columnar format, little-endian:
///
/// | class | buffers |
/// |---|---|
/// | INT | `values`: int8 (tinyint), int16, int32 (int, date in days), int64; boolean: a bitmap |
/// | FLOAT, DOUBLE | `values`: float, double |
/// | DECIMAL | `values`: the unscaled integer, int64 up to 18 digits, else 16 bytes |
/// | BYTES | `offsets`: int32 * (length + 1), `values`: the bytes |
/// | BYTES as views | `values`: BytesView * length, into `own_bytes` (buffer 0) and `shared` |
/// | TIMESTAMP | `values`: int64 seconds (floor) since the epoch, `nanos`: int32 0..999999999 |
/// | LIST | `offsets`: int32 * (length + 1), one child |
/// | MAP | `offsets`, two children: keys and values |
/// | STRUCT | one child per field, each of the same length |
/// | UNION | `values`: int8 tags, `offsets`: int32 * length, indexes in the child of the tag |
///
/// In a slot that is NULL, fixed-width data have no meaning, ranges and views are empty, and a
/// struct's children have a slot without meaning.
///
/// A vector of views keeps the memory alive that its views point into, which may be a block's. It
/// may outlive the scan and the table. If only few bytes of a block are wanted, they are copied to
/// `own_bytes`.
struct CIF_EXPORT Vector {
  explicit Vector(Type type, StringForm strings = StringForm::kOffsets);

  Type type;
  StringForm strings;  ///< form of the strings in this vector and its children
  int64_t length = 0;
  int64_t null_count = 0;
  Buffer validity;  ///< Bit i set: value i is not NULL. Empty if null_count is 0.
  Buffer values;
  Buffer offsets;
  Buffer nanos;
  Buffer own_bytes;
  std::vector<SharedBytes> shared;
  /// Number of values, including NULLs, that are known to be UTF-8: values of a dictionary are
  /// checked once.
  int64_t known_utf8 = 0;
  std::vector<Vector> children;

  /// Removes all values, but keeps the memory.
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

  /// Value i of class INT, widened to 64 bits.
  int64_t integer(int64_t i) const;

  /// Returns true if `count` values of class BYTES, from value `first` on, are UTF-8.
  bool IsUtf8(int64_t first, int64_t count) const;

  /// Number of bytes in the buffers, including those of the children and the needed part of shared
  /// ones.
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

/// Spreads the values of a vector to `count` slots: slot i is the next value where bit i is set,
/// else NULL. As many bits are set as there are values. The lowest bit of a word comes first.
CIF_EXPORT void SpreadValues(Vector* vector, int64_t count, const uint64_t* bits);

/// Converts the strings of a vector of class BYTES to a form. kTooLarge if they take more than 2^31
/// - 1 bytes in total as kOffsets, or if there is no memory.
CIF_EXPORT Status SetStringForm(Vector* vector, StringForm form);

}  // namespace cif
