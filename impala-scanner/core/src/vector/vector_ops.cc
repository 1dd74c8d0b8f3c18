#include "vector/vector_ops.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "util/input.h"

namespace cif::internal {
namespace {

size_t BitBytes(int64_t bits) { return static_cast<size_t>((bits + 7) / 8); }

/// Creates the validity bitmap if the vector had no NULL so far.
void NeedValidity(Vector* v) {
  if (v->null_count == 0) {
    v->validity.Resize(BitBytes(v->length));
    FillBits(v->validity.data(), 0, v->length, true);
  }
}

/// Adds `count` NULLs to the validity, not to the data.
void MarkNulls(Vector* v, int64_t count) {
  NeedValidity(v);
  v->validity.Resize(BitBytes(v->length + count));
  FillBits(v->validity.data(), v->length, count, false);
  v->length += count;
  v->null_count += count;
  v->known_utf8 += count;
}

void AppendEmptyRanges(Vector* v, int64_t count) {
  int32_t* offsets = GrowOffsets(v, count);
  std::fill(offsets + 1, offsets + 1 + count, offsets[0]);
}

bool TestBit(const uint64_t* bits, int64_t i) { return (bits[i >> 6] >> (i & 63) & 1) != 0; }

/// Moves dense slots to the positions of the set bits, from the last to the first.
template <typename T>
void MoveSlots(T* data, int64_t dense, int64_t count, const uint64_t* bits) {
  int64_t d = dense;
  for (int64_t i = count - 1; i >= 0 && d > 0; i--) {
    // A NULL slot gets a meaningless copy.
    data[i] = data[d - 1];
    d -= TestBit(bits, i) ? 1 : 0;
  }
  // The remaining slots at the front are NULL.
  if (d == 0) {
    int64_t front = 0;
    while (front < count && !TestBit(bits, front)) {
      front++;
    }
    std::fill(data, data + front, T{});
  }
}

struct Wide {
  uint64_t low, high;
};

/// Moves views like MoveSlots. NULL slots become empty.
void MoveViews(Vector* v, int64_t at, int64_t dense, int64_t count, const uint64_t* bits) {
  v->values.Resize(static_cast<size_t>(at + count) * sizeof(BytesView));
  BytesView* data = v->values.as<BytesView>() + at;
  int64_t d = dense;
  for (int64_t i = count - 1; i >= 0; i--) {
    data[i] = TestBit(bits, i) ? data[--d] : BytesView{};
  }
}

void MoveValues(Vector* v, int64_t at, int64_t dense, int64_t count, const uint64_t* bits) {
  const int width = ValueWidth(v->type);
  v->values.Resize(static_cast<size_t>(at + count) * static_cast<size_t>(width));
  switch (width) {
    case 1:
      MoveSlots(v->values.as<int8_t>() + at, dense, count, bits);
      break;
    case 2:
      MoveSlots(v->values.as<int16_t>() + at, dense, count, bits);
      break;
    case 4:
      MoveSlots(v->values.as<int32_t>() + at, dense, count, bits);
      break;
    case 8:
      MoveSlots(v->values.as<int64_t>() + at, dense, count, bits);
      break;
    default:
      MoveSlots(v->values.as<Wide>() + at, dense, count, bits);
  }
}

/// Moves bits like MoveSlots. The bit of a NULL slot becomes 0.
void MoveBits(uint8_t* data, int64_t at, int64_t dense, int64_t count, const uint64_t* bits) {
  int64_t d = dense;
  for (int64_t i = count - 1; i >= 0; i--) {
    bool value = false;
    if (TestBit(bits, i)) {
      d--;
      value = BitAt(data, at + d);
    }
    FillBits(data, at + i, 1, value);
  }
}

void MoveEnds(Vector* v, int64_t at, int64_t dense, int64_t count, const uint64_t* bits) {
  v->offsets.Resize(static_cast<size_t>(at + count + 1) * sizeof(int32_t));
  int32_t* offsets = v->offsets.as<int32_t>() + at;
  if (at == 0) {
    offsets[0] = 0;
  }
  int64_t d = dense;
  for (int64_t i = count - 1; i >= 0; i--) {
    offsets[i + 1] = offsets[d];
    d -= TestBit(bits, i) ? 1 : 0;
  }
}

void MoveData(Vector* v, int64_t at, int64_t dense, int64_t count, const uint64_t* bits) {
  switch (v->type.type_class()) {
    case Class::kBytes:
      HasViews(*v) ? MoveViews(v, at, dense, count, bits) : MoveEnds(v, at, dense, count, bits);
      break;
    case Class::kList:
    case Class::kMap:
      MoveEnds(v, at, dense, count, bits);
      break;
    case Class::kStruct:
      for (Vector& child : v->children) {
        Spread(&child, dense, count, bits);
      }
      break;
    case Class::kUnion:
      MoveValues(v, at, dense, count, bits);
      v->offsets.Resize(static_cast<size_t>(at + count) * sizeof(int32_t));
      MoveSlots(v->offsets.as<int32_t>() + at, dense, count, bits);
      break;
    case Class::kTimestamp:
      MoveValues(v, at, dense, count, bits);
      v->nanos.Resize(static_cast<size_t>(at + count) * sizeof(int32_t));
      MoveSlots(v->nanos.as<int32_t>() + at, dense, count, bits);
      break;
    case Class::kInt:
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
      if (v->type.kind() == Kind::kBoolean) {
        v->values.Resize(BitBytes(at + count));
        MoveBits(v->values.data(), at, dense, count, bits);
      } else {
        MoveValues(v, at, dense, count, bits);
      }
      break;
  }
}

}  // namespace

int ValueWidth(const Type& type) {
  switch (type.kind()) {
    case Kind::kTinyint:
    case Kind::kUnion:
      return 1;
    case Kind::kSmallint:
      return 2;
    case Kind::kInt:
    case Kind::kDate:
    case Kind::kFloat:
      return 4;
    case Kind::kBigint:
    case Kind::kDouble:
    case Kind::kTimestamp:
    case Kind::kTimestampLocal:
      return 8;
    case Kind::kDecimal:
      return type.is_decimal64() ? 8 : 16;
    case Kind::kBoolean:
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kBinary:
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kStruct:
      break;
  }
  return 0;
}

int64_t SlotBytes(const Type& type) {
  int64_t bytes = 1 + ValueWidth(type);
  switch (type.type_class()) {
    case Class::kBytes:
      return bytes + static_cast<int64_t>(sizeof(BytesView));
    case Class::kList:
    case Class::kMap:
    case Class::kTimestamp:
      return bytes + 4;
    case Class::kStruct:
      for (const Type& child : type.children()) {
        bytes += SlotBytes(child);
      }
      return bytes;
    case Class::kUnion: {
      int64_t most = 0;
      for (const Type& child : type.children()) {
        most = std::max(most, SlotBytes(child));
      }
      return bytes + 4 + most;
    }
    case Class::kInt:
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
      break;
  }
  return bytes;
}

void FillBits(uint8_t* bits, int64_t from, int64_t count, bool value) {
  const int64_t end = from + count;
  int64_t i = from;
  auto set = [&](int64_t k) {
    uint8_t mask = static_cast<uint8_t>(1U << (k & 7));
    bits[k >> 3] = static_cast<uint8_t>(value ? bits[k >> 3] | mask : bits[k >> 3] & ~mask);
  };
  for (; i < end && (i & 7) != 0; i++) {
    set(i);
  }
  int64_t bytes = (end - i) / 8;
  if (bytes > 0) {
    std::memset(bits + i / 8, value ? 0xFF : 0, static_cast<size_t>(bytes));
    i += 8 * bytes;
  }
  for (; i < end; i++) {
    set(i);
  }
}

void CopyBits(const uint8_t* source, int64_t from, int64_t count, uint8_t* target, int64_t at) {
  while (count > 0 && (at & 7) != 0) {
    FillBits(target, at++, 1, BitAt(source, from++));
    count--;
  }
  const int64_t bytes = count / 8;
  const int shift = static_cast<int>(from & 7);
  if (shift == 0 && bytes > 0) {
    std::memcpy(target + at / 8, source + from / 8, static_cast<size_t>(bytes));
  } else {
    for (int64_t b = 0; b < bytes; b++) {
      const uint8_t* s = source + from / 8 + b;
      target[at / 8 + b] = static_cast<uint8_t>((s[0] >> shift) | (s[1] << (8 - shift)));
    }
  }
  for (int64_t i = 8 * bytes; i < count; i++) {
    FillBits(target, at + i, 1, BitAt(source, from + i));
  }
}

int64_t CountBits(const uint8_t* bits, int64_t from, int64_t count) {
  int64_t set = 0;
  int64_t i = from;
  const int64_t end = from + count;
  for (; i < end && (i & 7) != 0; i++) {
    set += BitAt(bits, i) ? 1 : 0;
  }
  for (; i + 64 <= end; i += 64) {
    set += std::popcount(Load<uint64_t>(bits + i / 8));
  }
  for (; i < end; i++) {
    set += BitAt(bits, i) ? 1 : 0;
  }
  return set;
}

int32_t* GrowOffsets(Vector* v, int64_t count) {
  v->offsets.Resize(static_cast<size_t>(v->length + count + 1) * sizeof(int32_t));
  int32_t* offsets = v->offsets.as<int32_t>();
  if (v->length == 0) {
    offsets[0] = 0;
  }
  return offsets + v->length;
}

void AppendRange(Vector* v) {
  if (v->children[0].length > INT32_MAX) {
    throw TooLarge();
  }
  int32_t* offsets = GrowOffsets(v, 1);
  offsets[1] = static_cast<int32_t>(v->children[0].length);
  AppendValid(v, 1);
}

uint8_t* GrowBytes(Vector* v, int64_t count, Budget* budget) {
  const size_t size = v->values.size();
  if (count > INT32_MAX - static_cast<int64_t>(size)) {
    throw TooLarge();
  }
  budget->Charge(count);
  // Memory is allocated even for 0 bytes, since short strings are copied by whole words.
  v->values.Resize(size + static_cast<size_t>(count) + 1);
  v->values.Resize(size + static_cast<size_t>(count));
  return v->values.data() + size;
}

void AppendBooleans(Vector* v, const int32_t* values, int64_t count) {
  v->values.Resize(BitBytes(v->length + count));
  uint8_t* bits = v->values.data();
  int64_t k = 0;
  if ((v->length & 7) == 0) {
    for (; k + 8 <= count; k += 8) {
      unsigned byte = 0;
      for (int b = 0; b < 8; b++) {
        byte |= (values[k + b] != 0 ? 1U : 0U) << b;
      }
      bits[(v->length + k) >> 3] = static_cast<uint8_t>(byte);
    }
  }
  for (; k < count; k++) {
    FillBits(bits, v->length + k, 1, values[k] != 0);
  }
}

void AppendValid(Vector* v, int64_t count) {
  if (v->null_count != 0) {
    v->validity.Resize(BitBytes(v->length + count));
    FillBits(v->validity.data(), v->length, count, true);
  }
  v->length += count;
}

void AppendValidity(Vector* v, const uint8_t* valid, int64_t count) {
  int64_t present = 0;
  for (int64_t k = 0; k < count; k++) {
    present += valid[k] != 0 ? 1 : 0;
  }
  if (present == count) {
    AppendValid(v, count);
    return;
  }
  NeedValidity(v);
  v->validity.Resize(BitBytes(v->length + count));
  for (int64_t k = 0; k < count; k++) {
    FillBits(v->validity.data(), v->length + k, 1, valid[k] != 0);
  }
  v->length += count;
  v->null_count += count - present;
  v->known_utf8 += count - present;
}

void AppendNulls(Vector* v, int64_t count) {
  if (count == 0) {
    return;
  }
  switch (v->type.type_class()) {
    case Class::kBytes:
      if (HasViews(*v)) {
        std::fill_n(GrowValues<BytesView>(v, count), count, BytesView{});
      } else {
        AppendEmptyRanges(v, count);
      }
      break;
    case Class::kList:
    case Class::kMap:
      AppendEmptyRanges(v, count);
      break;
    case Class::kStruct:
      for (Vector& child : v->children) {
        AppendNulls(&child, count);
      }
      break;
    case Class::kUnion:
      v->offsets.Resize(static_cast<size_t>(v->length + count) * sizeof(int32_t));
      std::fill_n(v->offsets.as<int32_t>() + v->length, count, 0);
      std::fill_n(GrowValues<int8_t>(v, count), count, int8_t{0});
      break;
    case Class::kInt:
    case Class::kFloat:
    case Class::kDouble:
    case Class::kDecimal:
    case Class::kTimestamp:
      if (v->type.kind() == Kind::kBoolean) {
        v->values.Resize(BitBytes(v->length + count));
        FillBits(v->values.data(), v->length, count, false);
        break;
      }
      size_t width = static_cast<size_t>(ValueWidth(v->type));
      size_t at = static_cast<size_t>(v->length) * width;
      v->values.Resize(at + static_cast<size_t>(count) * width);
      std::memset(v->values.data() + at, 0, static_cast<size_t>(count) * width);
      if (v->type.type_class() == Class::kTimestamp) {
        std::fill_n(GrowNanos(v, count), count, 0);
      }
      break;
  }
  MarkNulls(v, count);
}

void Spread(Vector* v, int64_t dense, int64_t count, const uint64_t* bits) {
  if (dense == count) {
    return;
  }
  const int64_t at = v->length - dense;
  MoveData(v, at, dense, count, bits);
  NeedValidity(v);
  bool has_nulls = CountBits(v->validity.data(), at, dense) != dense;
  v->validity.Resize(BitBytes(at + count));
  if (has_nulls) {
    MoveBits(v->validity.data(), at, dense, count, bits);
  } else {
    CopyBits(reinterpret_cast<const uint8_t*>(bits), 0, count, v->validity.data(), at);
  }
  v->length = at + count;
  v->null_count += count - dense;
  v->known_utf8 += count - dense;
}

void ExpectTimes(Vector* v, float times) {
  for (Buffer* buffer : {&v->validity, &v->values, &v->offsets, &v->nanos, &v->own_bytes}) {
    buffer->ExpectTimes(times);
  }
  for (Vector& child : v->children) {
    ExpectTimes(&child, times);
  }
}

void Truncate(Vector* v, int64_t length) {
  if (v->null_count != 0) {
    int64_t rest = v->length - length;
    v->null_count -= rest - CountBits(v->validity.data(), length, rest);
  }
  if (v->length != length) {
    v->known_utf8 = 0;
  }
  v->length = length;
  if (HasViews(*v)) {
    v->values.Resize(static_cast<size_t>(length) * sizeof(BytesView));
  } else if (v->type.type_class() == Class::kBytes) {
    v->values.Resize(length == 0 ? 0 : static_cast<size_t>(v->offsets.as<int32_t>()[length]));
  }
  for (Vector& child : v->children) {
    if (v->type.type_class() == Class::kStruct) {
      Truncate(&child, length);
    } else if (v->type.type_class() != Class::kUnion) {
      Truncate(&child, length == 0 ? 0 : v->offsets.as<int32_t>()[length]);
    }
  }
}

}  // namespace cif::internal
