// Slots of a fixed width.

#include "cif/literal.h"
#include "plan.h"

namespace cif::internal {
namespace {

__extension__ typedef unsigned __int128 uint128;

Status FillBooleans(const Vector& values, int64_t first, const Target& target, const FillContext&) {
  const uint8_t* bits = values.values.data();
  uint8_t* out = target.slot;
  for (int64_t i = first; i < first + target.count; i++, out += target.stride) {
    *out = static_cast<uint8_t>(bits[i >> 3] >> (i & 7) & 1);
  }
  return {};
}

template <typename From, typename To>
Status FillNumbers(const Vector& values, int64_t first, const Target& target, const FillContext&) {
  const From* in = values.values.as<From>() + first;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    Store(out, static_cast<To>(in[i]));
  }
  return {};
}

/// Converts decimals. `From` is the stored integer. Unsigned arithmetic is used, since values
/// behind NULLs may overflow.
template <typename From, typename To>
Status FillDecimals(const Vector& values, int64_t first, const Target& target,
                    const FillContext& context) {
  const int from_scale = values.type.kind() == Kind::kDecimal ? values.type.scale() : 0;
  uint128 factor = 1;
  for (int digit = from_scale; digit < context.plan.slot.scale; digit++) {
    factor *= 10;
  }
  const From* in = values.values.as<From>() + first;
  uint8_t* out = target.slot;
  if (factor == 1) {
    for (int64_t i = 0; i < target.count; i++, out += target.stride) {
      Store(out, static_cast<To>(in[i]));
    }
    return {};
  }
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    Store(out, static_cast<To>(static_cast<uint128>(static_cast<int128>(in[i])) * factor));
  }
  return {};
}

Status FillDates(const Vector& values, int64_t first, const Target& target, const FillContext&) {
  constexpr int32_t kFirstDay = -719162;  // 0001-01-01
  constexpr int32_t kLastDay = 2932896;   // 9999-12-31
  const int32_t* in = values.values.as<int32_t>() + first;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    Store(out, in[i]);
    const bool out_of_range = (in[i] < kFirstDay) | (in[i] > kLastDay);
    target.nulls[i] = static_cast<uint8_t>(target.nulls[i] | uint8_t{out_of_range});
  }
  return {};
}

/// Writes a point in time. Returns true if Impala can represent it.
inline bool StoreTimestamp(int64_t seconds, int32_t nanos, uint8_t* out) {
  constexpr int64_t kDaySeconds = 86400;
  constexpr int64_t kFirstDay = -208188;     // 1400-01-01
  constexpr int64_t kLastDay = 2932896;      // 9999-12-31
  constexpr int64_t kJulianEpoch = 2440588;  // the Julian day number of 1970-01-01
  int64_t day = seconds / kDaySeconds;
  int64_t second = seconds % kDaySeconds;
  const int64_t borrow = second >> 63;  // -1 or 0
  day += borrow;
  second += borrow & kDaySeconds;
  Store(out, second * 1000000000 + nanos);
  Store(out + 8, static_cast<uint32_t>(day + kJulianEpoch));
  return (day >= kFirstDay) & (day <= kLastDay);
}

Status FillTimestamps(const Vector& values, int64_t first, const Target& target,
                      const FillContext&) {
  const int64_t* seconds = values.values.as<int64_t>() + first;
  const int32_t* nanos = values.nanos.as<int32_t>() + first;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    const bool valid = StoreTimestamp(seconds[i], nanos[i], out);
    target.nulls[i] = static_cast<uint8_t>(target.nulls[i] | uint8_t{!valid});
  }
  return {};
}

Status FillLocalTimestamps(const Vector& values, int64_t first, const Target& target,
                           const FillContext& context) {
  const TimeZone* zone = context.options.zone;
  if (zone == nullptr) {
    return FillTimestamps(values, first, target, context);
  }
  const int64_t* seconds = values.values.as<int64_t>() + first;
  const int32_t* nanos = values.nanos.as<int32_t>() + first;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    if (target.nulls[i] != 0) {
      continue;  // time zones are only applied to valid points in time
    }
    int64_t local;
    const bool overflow =
        __builtin_add_overflow(seconds[i], zone->OffsetSeconds(seconds[i]), &local);
    const bool valid = !overflow && StoreTimestamp(local, nanos[i], out);
    target.nulls[i] = uint8_t{!valid};
  }
  return {};
}

/// Converts decimals, stored as `From`, to doubles.
template <typename From>
Status FillDoubles(const Vector& values, int64_t first, const Target& target, const FillContext&) {
  const From* in = values.values.as<From>() + first;
  uint8_t* out = target.slot;
  for (int64_t i = 0; i < target.count; i++, out += target.stride) {
    Store(out, NearestDouble(in[i], values.type.scale()));
  }
  return {};
}

template <typename From>
Fill WidenInteger(const Slot& slot, int digits) {
  switch (slot.type) {
    case SlotType::kTinyint:
      return sizeof(From) > 1 ? nullptr : &FillNumbers<From, int8_t>;
    case SlotType::kSmallint:
      return sizeof(From) > 2 ? nullptr : &FillNumbers<From, int16_t>;
    case SlotType::kInt:
      return sizeof(From) > 4 ? nullptr : &FillNumbers<From, int32_t>;
    case SlotType::kBigint:
      return &FillNumbers<From, int64_t>;
    case SlotType::kFloat:
      return &FillNumbers<From, float>;
    case SlotType::kDouble:
      return &FillNumbers<From, double>;
    case SlotType::kDecimal:
      break;
    default:
      return nullptr;
  }
  if (slot.precision - slot.scale < digits) {
    return nullptr;
  }
  switch (SlotSize(slot)) {
    case 4:
      return &FillDecimals<From, int32_t>;
    case 8:
      return &FillDecimals<From, int64_t>;
    default:
      return &FillDecimals<From, int128>;
  }
}

Fill WidenDecimal(const Type& from, const Slot& slot) {
  if (slot.type == SlotType::kDouble) {
    return from.is_decimal64() ? &FillDoubles<int64_t> : &FillDoubles<int128>;
  }
  if (slot.type != SlotType::kDecimal || slot.scale < from.scale() ||
      slot.precision - slot.scale < from.precision() - from.scale()) {
    return nullptr;
  }
  const bool is_long = from.is_decimal64();
  switch (SlotSize(slot)) {
    case 4:
      return &FillDecimals<int64_t, int32_t>;
    case 8:
      return &FillDecimals<int64_t, int64_t>;
    default:
      return is_long ? &FillDecimals<int64_t, int128> : &FillDecimals<int128, int128>;
  }
}

Fill ChooseText(const Slot& slot) {
  if (slot.type == SlotType::kChar) {
    return &FillChars;
  }
  return slot.type == SlotType::kString || slot.type == SlotType::kVarchar ? &FillStrings : nullptr;
}

}  // namespace

Fill ChooseFill(const Type& from, const Slot& slot) {
  switch (from.kind()) {
    case Kind::kBoolean:
      return slot.type == SlotType::kBoolean ? &FillBooleans : nullptr;
    case Kind::kTinyint:
      return WidenInteger<int8_t>(slot, 3);
    case Kind::kSmallint:
      return WidenInteger<int16_t>(slot, 5);
    case Kind::kInt:
      return WidenInteger<int32_t>(slot, 10);
    case Kind::kBigint:
      return WidenInteger<int64_t>(slot, 19);
    case Kind::kFloat:
      return slot.type == SlotType::kFloat    ? &FillNumbers<float, float>
             : slot.type == SlotType::kDouble ? &FillNumbers<float, double>
                                              : nullptr;
    case Kind::kDouble:
      return slot.type == SlotType::kDouble ? &FillNumbers<double, double> : nullptr;
    case Kind::kDecimal:
      return WidenDecimal(from, slot);
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kBinary:
      return ChooseText(slot);
    case Kind::kDate:
      return slot.type == SlotType::kDate ? &FillDates : nullptr;
    case Kind::kTimestamp:
      return slot.type == SlotType::kTimestamp ? &FillTimestamps : nullptr;
    case Kind::kTimestampLocal:
      return slot.type == SlotType::kTimestamp ? &FillLocalTimestamps : nullptr;
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kStruct:
    case Kind::kUnion:
      break;
  }
  return nullptr;
}

}  // namespace cif::internal
