#include "vectors.h"

#include <gtest/gtest.h>

#include <cstring>

namespace cif::test {
namespace {

template <typename T>
void PushValue(Buffer* buffer, T value) {
  const size_t size = buffer->size();
  buffer->Resize(size + sizeof(T));
  std::memcpy(buffer->data() + size, &value, sizeof(T));
}

void PushBit(Buffer* buffer, int64_t place, bool bit) {
  buffer->Resize(static_cast<size_t>(place / 8 + 1));
  uint8_t& byte = buffer->data()[place / 8];
  const int mask = 1 << (place % 8);
  byte = static_cast<uint8_t>((byte & (mask - 1)) | (bit ? mask : 0));
}

bool HasOffsets(const Vector& v) {
  const Class c = v.type.type_class();
  return c == Class::kBytes || c == Class::kList || c == Class::kMap;
}

/// Records the validity of a value whose data have been appended.
void EndValue(Vector* v, bool is_null) {
  if (HasOffsets(*v)) {
    if (v->length == 0) {
      PushValue<int32_t>(&v->offsets, 0);
    }
    const size_t end = v->type.type_class() == Class::kBytes
                           ? v->values.size()
                           : static_cast<size_t>(v->children[0].length);
    PushValue(&v->offsets, static_cast<int32_t>(end));
  }
  if (is_null && v->null_count == 0) {
    for (int64_t i = 0; i < v->length; i++) {
      PushBit(&v->validity, i, true);
    }
  }
  if (is_null || v->null_count > 0) {
    PushBit(&v->validity, v->length, !is_null);
  }
  v->null_count += is_null ? 1 : 0;
  v->length++;
}

/// Appends the data of a value of fixed width.
void PushFixed(Vector* v, int64_t value) {
  switch (v->type.kind()) {
    case Kind::kBoolean:
      PushBit(&v->values, v->length, value != 0);
      break;
    case Kind::kTinyint:
      PushValue(&v->values, static_cast<int8_t>(value));
      break;
    case Kind::kSmallint:
      PushValue(&v->values, static_cast<int16_t>(value));
      break;
    case Kind::kBigint:
      PushValue(&v->values, value);
      break;
    default:
      PushValue(&v->values, static_cast<int32_t>(value));
  }
}

}  // namespace

Type ParseType(std::string_view text) {
  Result<Type> type = Type::Parse(text);
  EXPECT_TRUE(type.ok()) << text;
  return type.ok() ? *type : Type::Primitive(Kind::kInt);
}

void PushNull(Vector* v) {
  // The data of a NULL have no meaning, so they are values that overflow most easily.
  switch (v->type.type_class()) {
    case Class::kInt:
      PushFixed(v, INT64_MIN + 1);
      break;
    case Class::kFloat:
      PushValue(&v->values, -1.5F);
      break;
    case Class::kDouble:
      PushValue(&v->values, -1e300);
      break;
    case Class::kDecimal:
      v->type.is_decimal64() ? PushValue(&v->values, INT64_MIN)
                             : PushValue(&v->values, int128{INT64_MIN} << 63);
      break;
    case Class::kTimestamp:
      PushValue(&v->values, INT64_MIN);
      PushValue(&v->nanos, INT32_MIN);
      break;
    case Class::kStruct:
      for (Vector& child : v->children) {
        PushNull(&child);
      }
      break;
    default:
      break;
  }
  EndValue(v, true);
}

void PushInt(Vector* v, int64_t value) {
  PushFixed(v, value);
  EndValue(v, false);
}

void PushDouble(Vector* v, double value) {
  v->type.type_class() == Class::kFloat ? PushValue(&v->values, static_cast<float>(value))
                                        : PushValue(&v->values, value);
  EndValue(v, false);
}

void PushDecimal(Vector* v, int128 value) {
  v->type.is_decimal64() ? PushValue(&v->values, static_cast<int64_t>(value))
                         : PushValue(&v->values, value);
  EndValue(v, false);
}

void PushBytes(Vector* v, std::string_view value) {
  const size_t size = v->values.size();
  v->values.Resize(size + value.size());
  if (!value.empty()) {
    std::memcpy(v->values.data() + size, value.data(), value.size());
  }
  EndValue(v, false);
}

void PushTimestamp(Vector* v, int64_t seconds, int32_t nanos) {
  PushValue(&v->values, seconds);
  PushValue(&v->nanos, nanos);
  EndValue(v, false);
}

void PushComplex(Vector* v) { EndValue(v, false); }

Status TestPool::Allocate(int64_t bytes, uint8_t** out) {
  if (bytes < 1 || bytes > limit_ - used_) {
    return Error{ErrorCode::kTooLarge, "", "", -1, "the pool is full"};
  }
  used_ += bytes;
  pieces_.push_back(std::make_unique<uint8_t[]>(static_cast<size_t>(bytes)));
  *out = pieces_.back().get();
  return {};
}

}  // namespace cif::test
