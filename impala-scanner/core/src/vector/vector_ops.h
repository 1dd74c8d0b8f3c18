// Appending to vectors: all that writes the buffers of cif::Vector.
#pragma once

#include <cstdint>

#include "cif/vector.h"
#include "util/budget.h"

namespace cif::internal {

/// Bytes of a slot in `values`: 0 for booleans (a bitmap) and for classes without fixed width.
int ValueWidth(const Type& type);

/// Bytes that a slot takes at most, strings as views, NULL or not, beside the bytes of strings and the entries of lists
/// and maps. Few bytes in a file can stand for many slots, so these are charged to a budget.
int64_t SlotBytes(const Type& type);

/// Sets `count` bits from `from` on.
void FillBits(uint8_t* bits, int64_t from, int64_t count, bool value);

/// Copies bits between any two places that do not overlap.
void CopyBits(const uint8_t* source, int64_t from, int64_t count, uint8_t* target, int64_t at);

/// The number of bits that are set.
int64_t CountBits(const uint8_t* bits, int64_t from, int64_t count);

/// Whether the values are strings, as views.
inline bool HasViews(const Vector& v) {
  return v.strings == StringForm::kViews && v.type.type_class() == Class::kBytes;
}

inline bool BitAt(const uint8_t* bits, int64_t i) { return (bits[i >> 3] >> (i & 7) & 1) != 0; }

/// Room for the values of `count` more slots; the first of them.
template <typename T>
T* GrowValues(Vector* v, int64_t count) {
  v->values.Resize(static_cast<size_t>(v->length + count) * sizeof(T));
  return v->values.as<T>() + v->length;
}

inline int32_t* GrowNanos(Vector* v, int64_t count) {
  v->nanos.Resize(static_cast<size_t>(v->length + count) * sizeof(int32_t));
  return v->nanos.as<int32_t>() + v->length;
}

/// Room for the offsets of `count` more ranges: [0] is where the first starts, [1] to [count] are to
/// be set to where each ends.
int32_t* GrowOffsets(Vector* v, int64_t count);

/// Appends a list or map whose entries were appended to the children before. @throws TooLarge
void AppendRange(Vector* v);

/// Room for `count` more bytes of class BYTES that are no views, charged to the budget; the first of them.
uint8_t* GrowBytes(Vector* v, int64_t count, Budget* budget);

/// Appends booleans, each 0 or not, to the bitmap of values. Before AppendValid.
void AppendBooleans(Vector* v, const int32_t* values, int64_t count);

/// Counts `count` slots as values that are not NULL; their data were written before.
void AppendValid(Vector* v, int64_t count);

/// As AppendValid, where slot k is NULL if valid[k] is 0.
void AppendValidity(Vector* v, const uint8_t* valid, int64_t count);

/// Appends NULLs, data and all.
void AppendNulls(Vector* v, int64_t count);

/// The last `dense` slots become `count` slots: slot k of them is the next dense one where bit k is
/// set, else NULL. As many bits are set as there are dense slots.
void Spread(Vector* v, int64_t dense, int64_t count, const uint64_t* bits);

/// What is appended first is a part of what will be, which is so many times as much, at least 1.
void ExpectTimes(Vector* v, float times);

/// Removes all slots from `length` on; children may keep parts that no slot names.
void Truncate(Vector* v, int64_t length);

}  // namespace cif::internal
