#include "vector/widen.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cif/literal.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

constexpr int kMaxDigits = 38;

bool IsInteger(const Type& t) { return t.kind() >= Kind::kTinyint && t.kind() <= Kind::kBigint; }

bool IsFloating(const Type& t) { return t.kind() == Kind::kFloat || t.kind() == Kind::kDouble; }

bool IsText(const Type& t) {
  return t.kind() == Kind::kString || t.kind() == Kind::kVarchar || t.kind() == Kind::kChar;
}

bool IsNumber(const Type& t) {
  return IsInteger(t) || IsFloating(t) || t.kind() == Kind::kDecimal;
}

/// Returns the number of digits before the point.
int WholeDigits(const Type& t) {
  switch (t.kind()) {
    case Kind::kTinyint:
      return 3;
    case Kind::kSmallint:
      return 5;
    case Kind::kInt:
      return 10;
    case Kind::kBigint:
      return 19;
    default:
      return t.precision() - t.scale();
  }
}

int Scale(const Type& t) { return t.kind() == Kind::kDecimal ? t.scale() : 0; }

std::optional<Type> WiderNumber(const Type& a, const Type& b) {
  if (IsInteger(a) && IsInteger(b)) {
    return a.kind() > b.kind() ? a : b;
  }
  if (IsFloating(a) || IsFloating(b)) {
    return Type::Primitive(Kind::kDouble);
  }
  int scale = std::max(Scale(a), Scale(b));
  int digits = std::max(WholeDigits(a), WholeDigits(b)) + scale;
  if (digits > kMaxDigits) {
    return {};
  }
  return *Type::Decimal(digits, scale);
}

std::optional<Type> WiderStruct(const Type& a, const Type& b) {
  std::vector<std::string> names = a.field_names();
  std::vector<Type> types = a.children();
  for (size_t i = 0; i < b.children().size(); i++) {
    int k = a.FindField(b.field_names()[i]);
    if (k < 0) {
      names.push_back(b.field_names()[i]);
      types.push_back(b.child(i));
      continue;
    }
    std::optional<Type> wider = WiderType(a.child(static_cast<size_t>(k)), b.child(i));
    if (!wider) {
      return {};
    }
    types[static_cast<size_t>(k)] = *wider;
  }
  return *Type::Struct(std::move(names), std::move(types));
}

std::optional<Type> WiderParts(const Type& a, const Type& b) {
  std::vector<Type> parts;
  for (size_t i = 0; i < a.children().size(); i++) {
    std::optional<Type> wider = WiderType(a.child(i), b.child(i));
    if (!wider) {
      return {};
    }
    parts.push_back(*wider);
  }
  if (a.kind() == Kind::kArray) {
    return Type::Array(parts[0]);
  }
  return *Type::Map(parts[0], parts[1]);
}

/// Copies the validity of `source` to `out`, whose data have been written.
void AppendMarks(const Vector& source, Vector* out) {
  if (source.null_count == 0) {
    AppendValid(out, source.length);
    return;
  }
  std::vector<uint8_t> valid(static_cast<size_t>(source.length));
  for (int64_t i = 0; i < source.length; i++) {
    valid[static_cast<size_t>(i)] = source.IsNull(i) ? 0 : 1;
  }
  AppendValidity(out, valid.data(), source.length);
}

template <typename To, typename Value>
void Fill(const Vector& source, Vector* out, Value value) {
  To* to = GrowValues<To>(out, source.length);
  for (int64_t i = 0; i < source.length; i++) {
    to[i] = value(i);
  }
  AppendMarks(source, out);
}

void WidenToInteger(const Vector& source, Vector* out) {
  auto value = [&source](int64_t i) { return source.integer(i); };
  switch (out->type.kind()) {
    case Kind::kSmallint:
      return Fill<int16_t>(source, out, [&](int64_t i) { return static_cast<int16_t>(value(i)); });
    case Kind::kInt:
      return Fill<int32_t>(source, out, [&](int64_t i) { return static_cast<int32_t>(value(i)); });
    default:
      return Fill<int64_t>(source, out, value);
  }
}

int128 DecimalAt(const Vector& v, int64_t i) {
  if (IsInteger(v.type)) {
    return v.integer(i);
  }
  return v.type.is_decimal64() ? int128{v.values.as<int64_t>()[i]} : v.values.as<int128>()[i];
}

double PowerOfTen(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; i++) {
    power *= 10;
  }
  return power;
}

void WidenToDouble(const Vector& source, Vector* out) {
  if (source.type.kind() == Kind::kFloat) {
    const float* values = source.values.as<float>();
    return Fill<double>(source, out, [=](int64_t i) { return static_cast<double>(values[i]); });
  }
  const double unit = PowerOfTen(Scale(source.type));
  Fill<double>(source, out, [&source, unit](int64_t i) {
    return source.IsNull(i) ? 0 : static_cast<double>(DecimalAt(source, i)) / unit;
  });
}

void WidenToDecimal(const Vector& source, Vector* out) {
  int128 limit = 1;
  for (int i = 0; i < out->type.precision(); i++) {
    limit *= 10;
  }
  int128 unit = 1;
  for (int i = Scale(source.type); i < out->type.scale(); i++) {
    unit *= 10;
  }
  const bool is_narrow = out->type.is_decimal64();
  auto* narrow = is_narrow ? GrowValues<int64_t>(out, source.length) : nullptr;
  auto* wide = is_narrow ? nullptr : GrowValues<int128>(out, source.length);
  std::vector<uint8_t> valid(static_cast<size_t>(source.length));
  for (int64_t i = 0; i < source.length; i++) {
    int128 value = 0;
    bool fits = !source.IsNull(i);
    if (fits) {
      int128 stored = DecimalAt(source, i);
      int128 bound = limit / unit;
      fits = stored < bound && stored > -bound;
      value = fits ? stored * unit : 0;
    }
    valid[static_cast<size_t>(i)] = fits ? 1 : 0;
    if (is_narrow) {
      narrow[i] = static_cast<int64_t>(value);
    } else {
      wide[i] = value;
    }
  }
  AppendValidity(out, valid.data(), source.length);
}

/// Moves the buffers of a vector whose type differs only in its name. `out` is empty.
void MoveBuffers(Vector* source, Vector* out) {
  out->length = source->length;
  out->null_count = source->null_count;
  out->validity = std::move(source->validity);
  out->values = std::move(source->values);
  out->offsets = std::move(source->offsets);
  out->nanos = std::move(source->nanos);
  out->own_bytes = std::move(source->own_bytes);
  out->shared = std::move(source->shared);
  out->known_utf8 = source->known_utf8;
}

void WidenParts(Vector* source, Vector* out) {
  if (out->type.kind() != Kind::kStruct) {
    for (size_t i = 0; i < out->children.size(); i++) {
      Widen(&source->children[i], &out->children[i]);
    }
    return MoveBuffers(source, out);
  }
  for (size_t i = 0; i < out->children.size(); i++) {
    int k = source->type.FindField(out->type.field_names()[i]);
    if (k < 0) {
      AppendNulls(&out->children[i], source->length);
    } else {
      Widen(&source->children[static_cast<size_t>(k)], &out->children[i]);
    }
  }
  MoveBuffers(source, out);
}

}  // namespace

std::optional<Type> WiderType(const Type& a, const Type& b) {
  if (a == b) {
    return a;
  }
  if (IsNumber(a) && IsNumber(b)) {
    return WiderNumber(a, b);
  }
  if (IsText(a) && IsText(b)) {
    return Type::Primitive(Kind::kString);
  }
  if (a.kind() != b.kind()) {
    return {};
  }
  switch (a.kind()) {
    case Kind::kStruct:
      return WiderStruct(a, b);
    case Kind::kArray:
    case Kind::kMap:
      return WiderParts(a, b);
    default:
      return {};
  }
}

bool CanWiden(const Type& from, const Type& to) {
  std::optional<Type> wider = WiderType(from, to);
  return wider && *wider == to;
}

void Widen(Vector* source, Vector* out) {
  if (source->type == out->type) {
    std::swap(out->children, source->children);
    return MoveBuffers(source, out);
  }
  switch (out->type.kind()) {
    case Kind::kStruct:
    case Kind::kArray:
    case Kind::kMap:
      return WidenParts(source, out);
    case Kind::kString:
      return MoveBuffers(source, out);
    case Kind::kDouble:
      return WidenToDouble(*source, out);
    case Kind::kDecimal:
      return WidenToDecimal(*source, out);
    default:
      return WidenToInteger(*source, out);
  }
}

bool HasSameLiterals(const Type& a, const Type& b) {
  if (a.kind() == Kind::kDecimal || b.kind() == Kind::kDecimal) {
    return a == b;
  }
  auto literal_class = [](const Type& t) {
    return IsFloating(t) ? Class::kDouble : t.type_class();
  };
  return a.is_primitive() && literal_class(a) == literal_class(b);
}

}  // namespace cif::internal
