#include "cif/vector.h"

#include <utility>

#include "vector/vector_ops.h"

namespace cif {

Vector::Vector(Type vector_type) : type(std::move(vector_type)) {
  for (const Type& child : type.children()) {
    children.emplace_back(child);
  }
}

void Vector::Clear() {
  length = 0;
  null_count = 0;
  validity.Clear();
  values.Clear();
  offsets.Clear();
  nanos.Clear();
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

int64_t Vector::memory() const {
  size_t bytes = validity.size() + values.size() + offsets.size() + nanos.size();
  auto total = static_cast<int64_t>(bytes);
  for (const Vector& child : children) {
    total += child.memory();
  }
  return total;
}

void SpreadValues(Vector* vector, int64_t count, const uint64_t* bits) {
  internal::Spread(vector, vector->length, count, bits);
}

}  // namespace cif
