#include "vector/widen.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cif/literal.h"
#include "util/failure.h"
#include "vector/convert.h"
#include "vector/unscaled.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

constexpr int kMaxDigits = 38;

bool IsInteger(const Type& t) { return t.kind() >= Kind::kTinyint && t.kind() <= Kind::kBigint; }

bool IsFloating(const Type& t) { return t.kind() == Kind::kFloat || t.kind() == Kind::kDouble; }

bool IsText(const Type& t) {
  return t.kind() == Kind::kString || t.kind() == Kind::kVarchar || t.kind() == Kind::kChar;
}

bool IsNumber(const Type& t) { return IsInteger(t) || IsFloating(t) || t.kind() == Kind::kDecimal; }

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

/// The positions of a struct's fields whose names differ from a name by case at most.
std::vector<size_t> Alike(const Type& type, const std::string& name) {
  std::vector<size_t> alike;
  for (size_t i = 0; i < type.field_names().size(); i++) {
    if (EqualsIgnoreCase(type.field_names()[i], name)) {
      alike.push_back(i);
    }
  }
  return alike;
}

/// The fields of the first, then those that only the second has.
std::optional<Type> WiderStruct(const Type& a, const Type& b) {
  std::vector<std::string> names = a.field_names();
  std::vector<Type> types = a.children();
  for (size_t i = 0; i < b.children().size(); i++) {
    const std::string& name = b.field_names()[i];
    const std::vector<size_t> alike = Alike(a, name);
    if (alike.empty()) {
      names.push_back(name);
      types.push_back(b.child(i));
      continue;
    }
    size_t k = alike[0];
    const size_t twins = Alike(b, name).size();
    if (alike.size() > 1 || twins > 1) {
      // Fields that differ by case alone are told apart by it, so both structs need all of them.
      const auto exact = std::find(a.field_names().begin(), a.field_names().end(), name);
      if (alike.size() != twins || exact == a.field_names().end()) {
        return {};
      }
      k = static_cast<size_t>(exact - a.field_names().begin());
    }
    std::optional<Type> wider = WiderType(a.child(k), b.child(i));
    if (!wider) {
      return {};
    }
    types[k] = *wider;
  }
  return *Type::Struct(std::move(names), std::move(types));
}

/// Returns true if the wanted fields of a struct, in any order, can be had of the stored ones.
/// Fields that are not wanted are left out.
bool CanWidenFields(const Type& from, const Type& to) {
  for (size_t i = 0; i < to.children().size(); i++) {
    const int k = from.FindField(to.field_names()[i]);
    if (k == Type::kAmbiguous ||
        (k >= 0 && !CanWiden(from.child(static_cast<size_t>(k)), to.child(i)))) {
      return false;
    }
  }
  return true;
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

void WidenToDouble(const Vector& source, Vector* out) {
  if (source.type.kind() == Kind::kFloat) {
    const float* values = source.values.as<float>();
    return Fill<double>(source, out, [=](int64_t i) { return static_cast<double>(values[i]); });
  }
  if (IsInteger(source.type)) {
    return Fill<double>(source, out,
                        [&](int64_t i) { return static_cast<double>(source.integer(i)); });
  }
  const int scale = source.type.scale();
  Fill<double>(source, out, [&](int64_t i) {
    return source.IsNull(i) ? 0 : NearestDouble(UnscaledAt(source, i), scale);
  });
}

/// Rounds half up, which is away from zero, to fewer digits.
int128 Rounded(int128 value, int128 unit) {
  const int128 quotient = value / unit;
  const int128 rest = value % unit;
  if (rest >= unit / 2) {
    return quotient + 1;
  }
  return rest <= -unit / 2 ? quotient - 1 : quotient;
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
  int128 divisor = 1;
  for (int i = out->type.scale(); i < Scale(source.type); i++) {
    divisor *= 10;
  }
  const bool is_narrow = out->type.is_decimal64();
  auto* narrow = is_narrow ? GrowValues<int64_t>(out, source.length) : nullptr;
  auto* wide = is_narrow ? nullptr : GrowValues<int128>(out, source.length);
  std::vector<uint8_t> valid(static_cast<size_t>(source.length));
  for (int64_t i = 0; i < source.length; i++) {
    int128 value = 0;
    bool fits = !source.IsNull(i);
    if (fits) {
      int128 stored = UnscaledAt(source, i);
      if (divisor > 1) {
        stored = Rounded(stored, divisor);
      }
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
  if (from == to) {
    return true;
  }
  if (from.is_primitive() || from.kind() != to.kind()) {
    const std::optional<Type> wider = WiderType(from, to);
    const bool are_exact =
        (IsInteger(from) || from.kind() == Kind::kDecimal) && to.kind() == Kind::kDecimal;
    return (wider && *wider == to) || are_exact || CanConvert(from, to);
  }
  switch (from.kind()) {
    case Kind::kStruct:
      return CanWidenFields(from, to);
    case Kind::kArray:
      return CanWiden(from.child(0), to.child(0));
    case Kind::kMap:
      return CanWiden(from.child(0), to.child(0)) && CanWiden(from.child(1), to.child(1));
    default:
      return false;
  }
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
      return IsText(source->type) ? MoveBuffers(source, out) : Convert(*source, out);
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kFloat:
      return Convert(*source, out);
    case Kind::kDouble:
      return WidenToDouble(*source, out);
    case Kind::kDecimal:
      return WidenToDecimal(*source, out);
    default:
      return WidenToInteger(*source, out);
  }
}

bool HasSameNulls(const Type& from, const Type& to) {
  if (from == to || to.kind() != Kind::kDecimal) {
    return true;
  }
  const int room = WholeDigits(to) - WholeDigits(from);
  return room > 0 || (room == 0 && Scale(to) >= Scale(from));
}

bool HasSameLiterals(const Type& a, const Type& b) {
  if (a.kind() == Kind::kDecimal || b.kind() == Kind::kDecimal) {
    return a == b;
  }
  if (b.kind() == Kind::kVarchar || b.kind() == Kind::kChar) {
    return a == b;  // texts of other types are cut
  }
  auto literal_class = [](const Type& t) {
    return IsFloating(t) ? Class::kDouble : t.type_class();
  };
  return a.is_primitive() && literal_class(a) == literal_class(b);
}

}  // namespace cif::internal
