// Appending to vectors. Only this code writes the buffers of cif::Vector.
#pragma once

#include <cstdint>

#include "cif/vector.h"
#include "util/budget.h"

namespace cif::internal {

/// Returns the bytes of a slot in `values`: 0 for booleans (a bitmap) and for classes without fixed
/// width.
int ValueWidth(const Type& type);

/// Returns the maximum number of bytes of a slot, NULL or not, with strings as views. Bytes of
/// strings and entries of lists and maps come on top. Few bytes of a file can stand for many slots,
/// so slots are charged to a budget.
int64_t SlotBytes(const Type& type);

/// Sets `count` bits to `value`, from bit `from` on.
void FillBits(uint8_t* bits, int64_t from, int64_t count, bool value);

/// Copies bits between any two positions that do not overlap.
void CopyBits(const uint8_t* source, int64_t from, int64_t count, uint8_t* target, int64_t at);

/// Returns the number of set bits.
int64_t CountBits(const uint8_t* bits, int64_t from, int64_t count);

/// True if the values are strings in the form of views.
inline bool HasViews(const Vector& v) {
  return v.strings == StringForm::kViews && v.type.type_class() == Class::kBytes;
}

inline bool BitAt(const uint8_t* bits, int64_t i) { return (bits[i >> 3] >> (i & 7) & 1) != 0; }

/// Makes room for the values of `count` more slots and returns the first of them.
template <typename T>
T* GrowValues(Vector* v, int64_t count) {
  v->values.Resize(static_cast<size_t>(v->length + count) * sizeof(T));
  return v->values.as<T>() + v->length;
}

inline int32_t* GrowNanos(Vector* v, int64_t count) {
  v->nanos.Resize(static_cast<size_t>(v->length + count) * sizeof(int32_t));
  return v->nanos.as<int32_t>() + v->length;
}

/// Makes room for the offsets of `count` more ranges. [0] is the start of the first range. The
/// caller sets [1] to [count] to the ends of the ranges.
int32_t* GrowOffsets(Vector* v, int64_t count);

/// Appends a list or map. Its entries have been appended to the children before. @throws TooLarge
void AppendRange(Vector* v);

/// Makes room for `count` more bytes of class BYTES in the form of offsets and charges the budget.
/// Returns the first byte.
uint8_t* GrowBytes(Vector* v, int64_t count, Budget* budget);

/// Appends booleans, each 0 or not, to the bitmap of values. Call it before AppendValid.
void AppendBooleans(Vector* v, const int32_t* values, int64_t count);

/// Counts `count` slots as values that are not NULL. Their data have been written before.
void AppendValid(Vector* v, int64_t count);

/// Does the same as AppendValid, but slot k is NULL if valid[k] is 0.
void AppendValidity(Vector* v, const uint8_t* valid, int64_t count);

/// Appends NULLs with their data.
void AppendNulls(Vector* v, int64_t count);

/// Spreads the last `dense` slots to `count` slots: slot k of them is the next dense one where bit
/// k is set, else NULL. As many bits are set as there are dense slots.
void Spread(Vector* v, int64_t dense, int64_t count, const uint64_t* bits);

/// Announces that the final content will be `times` (at least 1) as large as the first part
/// appended.
void ExpectTimes(Vector* v, float times);

/// Removes all slots from `length` on. Children may keep entries that no slot uses.
void Truncate(Vector* v, int64_t length);

}  // namespace cif::internal
