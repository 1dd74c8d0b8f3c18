#include "cif/vector.h"

#include <new>
#include <utility>

#include "util/utf8.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif {

Vector::Vector(Type vector_type, StringForm form) : type(std::move(vector_type)), strings(form) {
  for (const Type& child : type.children()) {
    children.emplace_back(child, form);
  }
}

void Vector::Clear() {
  length = 0;
  null_count = 0;
  validity.Clear();
  values.Clear();
  offsets.Clear();
  nanos.Clear();
  own_bytes.Clear();
  shared.clear();
  known_utf8 = 0;
  for (Vector& child : children) {
    child.Clear();
  }
}

int64_t Vector::integer(int64_t i) const {
  switch (type.kind()) {
    case Kind::kBoolean:
      return values.data()[i >> 3] >> (i & 7) & 1;
    case Kind::kTinyint:
      return values.as<int8_t>()[i];
    case Kind::kSmallint:
      return values.as<int16_t>()[i];
    case Kind::kBigint:
      return values.as<int64_t>()[i];
    default:
      return values.as<int32_t>()[i];
  }
}

bool Vector::IsUtf8(int64_t first, int64_t count) const {
  if (known_utf8 == length || count == 0) {
    return true;
  }
  return strings == StringForm::kViews
             ? internal::AreUtf8(*this, first, count)
             : internal::FindInvalidUtf8(values.data(), offsets.as<int32_t>() + first, count) < 0;
}

int64_t Vector::memory() const {
  size_t bytes = validity.size() + values.size() + offsets.size() + nanos.size() + own_bytes.size();
  auto total = static_cast<int64_t>(bytes);
  for (const SharedBytes& one : shared) {
    total += one.needed;
  }
  for (const Vector& child : children) {
    total += child.memory();
  }
  return total;
}

Status SetStringForm(Vector* vector, StringForm form) {
  if (vector->strings == form) {
    return {};
  }
  try {
    form == StringForm::kViews ? internal::ToViews(vector) : internal::ToOffsets(vector);
    return {};
  } catch (const internal::TooLarge& e) {
    return Error{ErrorCode::kTooLarge, "", "", -1, e.what()};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kTooLarge, "", "", -1, "out of memory"};
  }
}

void SpreadValues(Vector* vector, int64_t count, const uint64_t* bits) {
  internal::Spread(vector, vector->length, count, bits);
}

}  // namespace cif
