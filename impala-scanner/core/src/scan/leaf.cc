#include "scan/leaf.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "file/footer.h"
#include "scan/leaf_matcher.h"
#include "util/failure.h"
#include "util/find.h"
#include "vector/fill.h"
#include "vector/vector_ops.h"

namespace cif::internal {
namespace {

/// Appends the slots of non-NULL values for which the test holds, without a branch per value.
template <typename Test>
void Append(const Vector& v, std::vector<int32_t>* slots, Test test) {
  size_t at = slots->size();
  slots->resize(at + static_cast<size_t>(v.length));
  int32_t* out = slots->data();
  for (int64_t i = 0; i < v.length; i++) {
    out[at] = static_cast<int32_t>(i);
    at += !v.IsNull(i) && test(i) ? 1 : 0;
  }
  slots->resize(at);
}

/// Dispatches on the operator once, not per value.
template <typename T, typename Value>
void AppendCompared(const Vector& v, Op op, const T& literal, std::vector<int32_t>* slots,
                    Value value) {
  auto with = [&](auto compare) {
    Append(v, slots, [&](int64_t i) { return compare(value(i), literal); });
  };
  switch (op) {
    case Op::kEq:
      return with([](const auto& a, const auto& b) { return a == b; });
    case Op::kNe:
      return with([](const auto& a, const auto& b) { return a != b; });
    case Op::kLt:
      return with([](const auto& a, const auto& b) { return a < b; });
    case Op::kLe:
      return with([](const auto& a, const auto& b) { return a <= b; });
    case Op::kGt:
      return with([](const auto& a, const auto& b) { return a > b; });
    default:
      return with([](const auto& a, const auto& b) { return a >= b; });
  }
}

template <typename T>
void AppendFixed(const Vector& v, Op op, T literal, std::vector<int32_t>* slots) {
  const T* values = v.values.as<T>();
  AppendCompared(v, op, literal, slots, [values](int64_t i) { return values[i]; });
}

/// Returns the integers whose comparison with the literal is true.
IntegerRange RangeOf(Op op, int64_t literal) {
  switch (op) {
    case Op::kEq:
    case Op::kNe:
      return {literal, literal, op == Op::kNe};
    case Op::kLt:
    case Op::kGe:
      return {literal, INT64_MAX, op == Op::kLt};
    default:
      return {INT64_MIN, literal, op == Op::kGt};
  }
}

/// Does the same for a literal that may lie beyond 64 bits.
IntegerRange RangeOf(Op op, int128 literal) {
  if (literal >= INT64_MIN && literal <= INT64_MAX) {
    return RangeOf(op, static_cast<int64_t>(literal));
  }
  // All integers are on the same side of the literal.
  const bool is_below = op == Op::kLt || op == Op::kLe;
  const bool is_above = op == Op::kGt || op == Op::kGe;
  const bool are_all = op == Op::kNe || (literal > 0 ? is_below : is_above);
  return {INT64_MAX, INT64_MIN, are_all};
}

void AppendIntegers(const Vector& v, const IntegerRange& range, std::vector<int32_t>* slots) {
  const size_t known = slots->size();
  switch (ValueWidth(v.type)) {
    case 4:
      SelectIn32(v.values.as<int32_t>(), false, v.length, range, 0, slots);
      break;
    case 8:
      SelectIn(v.values.as<int64_t>(), v.length, range, 0, slots);
      break;
    default:
      return Append(v, slots, [&](int64_t i) { return range.Has(v.integer(i)); });
  }
  if (v.null_count > 0) {
    const auto is_null = [&v](int32_t slot) { return v.IsNull(slot); };
    slots->erase(
        std::remove_if(slots->begin() + static_cast<std::ptrdiff_t>(known), slots->end(), is_null),
        slots->end());
  }
}

void AppendDecimals(const Vector& v, Op op, int128 literal, std::vector<int32_t>* slots) {
  if (v.type.is_decimal64()) {
    AppendIntegers(v, RangeOf(op, literal), slots);
  } else {
    AppendFixed<int128>(v, op, literal, slots);
  }
}

double FloatAt(const Vector& v, int64_t i) {
  return v.type.kind() == Kind::kFloat ? static_cast<double>(v.values.as<float>()[i])
                                       : v.values.as<double>()[i];
}

void AppendFloats(const Vector& v, Op op, double literal, std::vector<int32_t>* slots) {
  if (v.type.kind() == Kind::kFloat) {
    const float* values = v.values.as<float>();
    AppendCompared(v, op, literal, slots,
                   [values](int64_t i) { return static_cast<double>(values[i]); });
  } else {
    AppendFixed<double>(v, op, literal, slots);
  }
}

/// Appends the slots of values that contain the needle. Searches values that are neighbours in
/// memory at once.
void AppendContainingViews(const Vector& v, const std::string& needle,
                           std::vector<int32_t>* slots) {
  std::vector<int32_t> offsets;
  const char* start = nullptr;
  auto search = [&](int64_t next) {
    if (!offsets.empty()) {
      const auto count = static_cast<int64_t>(offsets.size()) - 1;
      SelectContaining(reinterpret_cast<const uint8_t*>(start), offsets.data(), count, needle,
                       next - count, slots);
      offsets.clear();
    }
  };
  for (int64_t i = 0; i < v.length; i++) {
    const std::string_view value = v.bytes(i);
    if (value.size() <= static_cast<size_t>(BytesView::kInline)) {
      search(i);
      if (value.find(needle) != std::string_view::npos && !v.IsNull(i)) {
        slots->push_back(static_cast<int32_t>(i));
      }
      continue;
    }
    if (!offsets.empty() && (value.data() != start + offsets.back() ||
                             value.size() > static_cast<size_t>(INT32_MAX - offsets.back()))) {
      search(i);
    }
    if (offsets.empty()) {
      start = value.data();
      offsets.push_back(0);
    }
    offsets.push_back(offsets.back() + static_cast<int32_t>(value.size()));
  }
  search(v.length);
}

void AppendContaining(const Vector& v, const std::string& needle, std::vector<int32_t>* slots) {
  if (needle.empty()) {
    Append(v, slots, [](int64_t) { return true; });
  } else if (HasViews(v)) {
    AppendContainingViews(v, needle, slots);
  } else if (v.length > 0) {
    SelectContaining(v.values.data(), v.offsets.as<int32_t>(), v.length, needle, 0, slots);
  }
}

void AppendBytes(const Vector& v, Op op, const std::string& literal, std::vector<int32_t>* slots) {
  const std::string_view wanted = literal;
  if (op == Op::kContains) {
    AppendContaining(v, literal, slots);
    return;
  }
  if (op == Op::kStartsWith) {
    Append(v, slots, [&](int64_t i) { return v.bytes(i).starts_with(wanted); });
    return;
  }
  AppendCompared(v, op, wanted, slots, [&v](int64_t i) { return v.bytes(i); });
}

void AppendTimestamps(const Vector& v, Op op, const Timestamp& literal,
                      std::vector<int32_t>* slots) {
  const int64_t* seconds = v.values.as<int64_t>();
  const int32_t* nanos = v.nanos.as<int32_t>();
  AppendCompared(v, op, literal, slots, [=](int64_t i) { return Timestamp{seconds[i], nanos[i]}; });
}

bool LiteralFits(const Literal& literal, Class type_class) {
  switch (type_class) {
    case Class::kInt:
      return std::holds_alternative<int64_t>(literal);
    case Class::kFloat:
    case Class::kDouble:
      return std::holds_alternative<double>(literal);
    case Class::kDecimal:
      return std::holds_alternative<int128>(literal);
    case Class::kBytes:
      return std::holds_alternative<std::string>(literal);
    case Class::kTimestamp:
      return std::holds_alternative<Timestamp>(literal);
    case Class::kList:
    case Class::kMap:
    case Class::kStruct:
    case Class::kUnion:
      break;
  }
  return false;
}

/// Compares like CompareLiterals, but -0.0 equals 0.0 as in SQL.
int CompareBounds(const Literal& a, const Literal& b) {
  const auto* x = std::get_if<double>(&a);
  return x != nullptr && *x == std::get<double>(b) ? 0 : CompareLiterals(a, b);
}

/// Returns the operator that holds for two values exactly if `op` does not.
Op Negated(Op op) {
  switch (op) {
    case Op::kEq:
      return Op::kNe;
    case Op::kNe:
      return Op::kEq;
    case Op::kLt:
      return Op::kGe;
    case Op::kLe:
      return Op::kGt;
    case Op::kGt:
      return Op::kLe;
    default:
      return Op::kLt;
  }
}

/// Returns true if a comparison of a literal may hold for values between two bounds.
bool MayHold(Op op, const Literal& literal, const Literal& min, const Literal& max) {
  const int low = CompareBounds(min, literal);
  const int high = CompareBounds(max, literal);
  switch (op) {
    case Op::kEq:
      return low <= 0 && high >= 0;
    case Op::kNe:
      return low != 0 || high != 0;
    case Op::kLt:
      return low < 0;
    case Op::kLe:
      return low <= 0;
    case Op::kGt:
      return high > 0;
    default:
      return high >= 0;
  }
}

/// Returns true if values between two bounds may begin with a prefix or, with `truth` false, may
/// not.
bool MayStartWith(const std::string& prefix, bool truth, const std::string& min,
                  const std::string& max) {
  return truth ? max >= prefix && (min <= prefix || min.starts_with(prefix))
               : !min.starts_with(prefix) || !max.starts_with(prefix);
}

/// Returns true if a literal of a set may occur between two bounds or, with `truth` false, another
/// value.
bool MayBeIn(const std::vector<Literal>& literals, bool truth, const Literal& min,
             const Literal& max) {
  return truth ? std::any_of(literals.begin(), literals.end(),
                             [&](const Literal& one) { return MayHold(Op::kEq, one, min, max); })
               : std::all_of(literals.begin(), literals.end(),
                             [&](const Literal& one) { return MayHold(Op::kNe, one, min, max); });
}

[[noreturn]] void CannotCompare(const Predicate& leaf, const Type& type) {
  Fail(ErrorCode::kInvalidArgument, "'" + leaf.target.ToString() + "' of type " + type.ToString() +
                                        " cannot be compared with such a literal");
}

}  // namespace

void CheckLeaf(const Predicate& leaf, const Type& type) {
  if (leaf.op == Op::kIsNull || leaf.op == Op::kIsNotNull) {
    return;
  }
  if (leaf.op == Op::kIn) {
    for (const Literal& literal : leaf.literals) {
      if (!LiteralFits(literal, type.type_class())) {
        CannotCompare(leaf, type);
      }
    }
    return;
  }
  const bool is_of_text = leaf.op == Op::kContains || leaf.op == Op::kStartsWith;
  if (!LiteralFits(leaf.literal, type.type_class()) ||
      (is_of_text && type.type_class() != Class::kBytes)) {
    CannotCompare(leaf, type);
  }
}

void CheckCombined(const Predicate& condition) {
  if (condition.op == Op::kNot && condition.conditions.size() != 1) {
    Fail(ErrorCode::kInvalidArgument,
         "NOT of " + std::to_string(condition.conditions.size()) + " conditions: it takes one");
  }
}

bool IsNan(const Literal& literal) {
  const auto* number = std::get_if<double>(&literal);
  return number != nullptr && std::isnan(*number);
}

bool MayBe(const Predicate& leaf, bool truth, const Statistics& statistics, int64_t rows) {
  if (leaf.op == Op::kIsNull || leaf.op == Op::kIsNotNull) {
    return truth == (leaf.op == Op::kIsNull) ? statistics.nulls > 0 : statistics.nulls < rows;
  }
  if (statistics.nulls == rows) {
    return false;
  }
  if (leaf.op == Op::kContains || !statistics.has_bounds || statistics.has_nan) {
    return true;
  }
  if (leaf.op == Op::kIn) {
    return std::any_of(leaf.literals.begin(), leaf.literals.end(), IsNan) ||
           MayBeIn(leaf.literals, truth, statistics.min, statistics.max);
  }
  if (leaf.op == Op::kStartsWith) {
    return MayStartWith(std::get<std::string>(leaf.literal), truth,
                        std::get<std::string>(statistics.min),
                        std::get<std::string>(statistics.max));
  }
  return IsNan(leaf.literal) ||
         MayHold(truth ? leaf.op : Negated(leaf.op), leaf.literal, statistics.min, statistics.max);
}

std::optional<IntegerRange> RangeOf(const Predicate& leaf, const Type& type) {
  if (leaf.op > Op::kGe) {
    return {};
  }
  if (type.type_class() == Class::kInt) {
    return RangeOf(leaf.op, std::get<int64_t>(leaf.literal));
  }
  if (type.type_class() == Class::kDecimal && type.is_decimal64()) {
    return RangeOf(leaf.op, std::get<int128>(leaf.literal));
  }
  return {};
}

void SelectNulls(bool are_null, const Vector& v, std::vector<int32_t>* slots) {
  for (int64_t i = 0; i < v.length; i++) {
    if (v.IsNull(i) == are_null) {
      slots->push_back(static_cast<int32_t>(i));
    }
  }
}

void SelectSlots(const Predicate& leaf, const Vector& v, std::vector<int32_t>* slots) {
  const Op op = leaf.op;
  if (op == Op::kIsNull || op == Op::kIsNotNull) {
    return SelectNulls(op == Op::kIsNull, v, slots);
  }
  switch (v.type.type_class()) {
    case Class::kInt:
      return AppendIntegers(v, RangeOf(op, std::get<int64_t>(leaf.literal)), slots);
    case Class::kFloat:
    case Class::kDouble:
      return AppendFloats(v, op, std::get<double>(leaf.literal), slots);
    case Class::kDecimal:
      return AppendDecimals(v, op, std::get<int128>(leaf.literal), slots);
    case Class::kBytes:
      return AppendBytes(v, op, std::get<std::string>(leaf.literal), slots);
    case Class::kTimestamp:
    case Class::kList:
    case Class::kMap:
    case Class::kStruct:
    case Class::kUnion:
      break;
  }
  return AppendTimestamps(v, op, std::get<Timestamp>(leaf.literal), slots);
}

void SelectKeySlots(const Predicate& leaf, const Vector& v, std::vector<int32_t>* slots) {
  if (IsNan(leaf.literal)) {
    Append(v, slots, [&](int64_t i) { return std::isnan(FloatAt(v, i)); });
  } else {
    SelectSlots(leaf, v, slots);
  }
}

bool Holds(const Predicate& leaf, bool truth, const Type& type,
           const std::optional<Literal>& value) {
  Vector values(type);
  AppendCopies(&values, value, 1);
  std::vector<int32_t> slots;
  LeafMatcher(leaf, truth, type, LeafMatcher::SetOf(leaf)).Select(values, &slots);
  return !slots.empty();
}

}  // namespace cif::internal
