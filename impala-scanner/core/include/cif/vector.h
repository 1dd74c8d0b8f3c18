// Columnar batches, in the shape of Arrow arrays.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cif/buffer.h"
#include "cif/export.h"
#include "cif/type.h"

namespace cif {

/// Values of one type. The reader fills it; the caller may read it and may move its buffers away.
/// Buffers have the layout of Arrow's columnar format, little-endian:
///
/// | class | buffers |
/// |---|---|
/// | INT | `values`: int8 (tinyint), int16, int32 (int, date in days), int64; boolean: a bitmap |
/// | FLOAT, DOUBLE | `values`: float, double |
/// | DECIMAL | `values`: the unscaled integer, int64 up to 18 digits, else 16 bytes |
/// | BYTES | `offsets`: int32 * (length + 1), `values`: the bytes |
/// | TIMESTAMP | `values`: int64 seconds (floor) since the epoch, `nanos`: int32 0..999999999 |
/// | LIST | `offsets`: int32 * (length + 1), one child |
/// | MAP | `offsets`, two children: keys and values |
/// | STRUCT | a child a field, each of the same length |
/// | UNION | `values`: int8 tags, `offsets`: int32 * length, places in the child of the tag |
///
/// Where a value is NULL, fixed-width data have no meaning, ranges are empty, and a struct's
/// children have a slot whose content has no meaning.
struct CIF_EXPORT Vector {
  explicit Vector(Type type);

  Type type;
  int64_t length = 0;
  int64_t null_count = 0;
  Buffer validity;  ///< Bit i set: value i is not NULL. Empty while null_count is 0.
  Buffer values;
  Buffer offsets;
  Buffer nanos;
  std::vector<Vector> children;

  /// Removes all values, keeps the memory.
  void Clear();

  bool IsNull(int64_t i) const {
    return null_count != 0 && (validity.data()[i >> 3] >> (i & 7) & 1) == 0;
  }

  /// Value i of class BYTES; empty if it is NULL. Valid until the vector changes.
  std::string_view bytes(int64_t i) const {
    const int32_t* o = offsets.as<int32_t>() + i;
    return {values.as<char>() + o[0], static_cast<size_t>(o[1] - o[0])};
  }

  /// Value i of class INT, widened.
  int64_t integer(int64_t i) const;

  /// Bytes that the buffers hold, with the children's.
  int64_t memory() const;
};

/// The values of a vector become `count` slots: slot i is the next value where bit i is set, else
/// NULL. As many bits are set as there are values; the lowest of a word is the first.
CIF_EXPORT void SpreadValues(Vector* vector, int64_t count, const uint64_t* bits);

}  // namespace cif
