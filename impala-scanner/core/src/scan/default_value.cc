#include "scan/default_value.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "util/calendar.h"
#include "util/plain_double.h"
#include "util/text_scanner.h"

namespace cif::internal {
namespace {

std::optional<Literal> Boolean(std::string_view text) {
  for (const std::string_view one : {"true", "t", "1"}) {
    if (EqualsIgnoreCase(text, one)) {
      return Literal(int64_t{1});
    }
  }
  for (const std::string_view one : {"false", "f", "0"}) {
    if (EqualsIgnoreCase(text, one)) {
      return Literal(int64_t{0});
    }
  }
  return {};
}

template <typename Integer>
std::optional<Literal> WholeNumber(std::string_view text) {
  const std::optional<Integer> value = Whole<Integer>(text);
  return value ? std::optional<Literal>(int64_t{*value}) : std::nullopt;
}

/// Parses a number by the rules of Double.parseDouble in Java, but none of Java's source code, such
/// as 1f and 0x1p3.
std::optional<Literal> Floating(const Type& type, std::string_view text) {
  const std::string number(text);
  const std::string_view value =
      text.substr(!text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0);
  const double sign = text.starts_with('-') ? -1 : 1;
  if (value == "NaN") {
    return Literal(std::numeric_limits<double>::quiet_NaN());
  }
  if (value == "Infinity") {
    return Literal(sign * std::numeric_limits<double>::infinity());
  }
  if (value.empty() || value.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
      !(IsDigit(value[0]) || value[0] == '.')) {
    return {};
  }
  char* end = nullptr;
  double parsed = PlainDouble(number.c_str(), &end);
  if (type.kind() == Kind::kFloat) {
    parsed = static_cast<double>(static_cast<float>(parsed));
  }
  const bool is_whole = end == number.c_str() + number.size();
  return is_whole && !std::isinf(parsed) ? std::optional<Literal>(parsed) : std::nullopt;
}

std::optional<Literal> Decimal(const Type& type, std::string_view text) {
  constexpr size_t kLongest = 1000;
  if (text.size() > kLongest) {
    return {};
  }
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  std::string digits;
  int64_t scale = 0;  // digits behind the point
  bool is_behind = false;
  bool has_any = false;
  for (; !text.empty() && (IsDigit(text[0]) || (text[0] == '.' && !is_behind));
       text.remove_prefix(1)) {
    if (text[0] == '.') {
      is_behind = true;
      continue;
    }
    has_any = true;
    scale += is_behind ? 1 : 0;
    if (!digits.empty() || text[0] != '0') {
      digits += text[0];
    }
  }
  if (has_any && (Take(&text, 'e') || Take(&text, 'E'))) {
    const std::optional<int32_t> exponent = Whole<int32_t>(text);
    if (!exponent) {
      return {};
    }
    scale -= *exponent;
    text = {};
  }
  if (!has_any || !text.empty()) {
    return {};
  }
  for (; scale > type.scale() && !digits.empty() && digits.back() == '0'; scale--) {
    digits.pop_back();
  }
  if (digits.empty()) {
    return Literal(int128{0});
  }
  const int64_t zeros = type.scale() - scale;
  if (zeros < 0 || zeros > type.precision() ||
      static_cast<int64_t>(digits.size()) + zeros > type.precision()) {
    return {};
  }
  digits.append(static_cast<size_t>(zeros), '0');
  int128 value = 0;
  for (const char digit : digits) {
    value = value * 10 + (digit - '0');
  }
  return Literal(is_negative ? -value : value);
}

/// Takes a date such as 2020-12-31. Years of more than four digits have a sign.
bool TakeDate(std::string_view* text, int64_t* days) {
  constexpr size_t kYearDigits = 4;
  constexpr size_t kMostYearDigits = 10;
  const bool is_before = Take(text, '-');
  const bool is_after = !is_before && Take(text, '+');
  int64_t year = 0;
  int64_t month = 0;
  int64_t day = 0;
  return TakeDigits(text, kYearDigits, is_before || is_after ? kMostYearDigits : kYearDigits,
                    &year) &&
         Take(text, '-') && TakeDigits(text, 2, 2, &month) && Take(text, '-') &&
         TakeDigits(text, 2, 2, &day) && DaysOf(is_before ? -year : year, month, day, days);
}

std::optional<Literal> Date(std::string_view text) {
  int64_t days = 0;
  return TakeDate(&text, &days) && text.empty() ? std::optional<Literal>(days) : std::nullopt;
}

/// Takes a time of day such as 23:59:59.5.
bool TakeTime(std::string_view* text, Timestamp* value) {
  constexpr size_t kNanoDigits = 9;
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  if (!TakeDigits(text, 2, 2, &hour) || !Take(text, ':') || !TakeDigits(text, 2, 2, &minute) ||
      (Take(text, ':') && !TakeDigits(text, 2, 2, &second)) || hour > 23 || minute > 59 ||
      second > 59) {
    return false;
  }
  value->seconds += hour * 3600 + minute * 60 + second;
  if (Take(text, '.')) {
    const size_t behind = text->size();
    int64_t nanos = 0;
    TakeDigits(text, 0, kNanoDigits, &nanos);
    for (size_t i = behind - text->size(); i < kNanoDigits; i++) {
      nanos *= 10;
    }
    value->nanos = static_cast<int32_t>(nanos);
  }
  return true;
}

/// Takes the zone behind a time, such as Z or +01:00, and moves the time to UTC.
bool TakeZone(std::string_view* text, Timestamp* value) {
  constexpr int64_t kMostHours = 18;
  Take(text, ' ');
  if (Take(text, 'Z')) {
    return true;
  }
  const bool is_behind = Take(text, '-');
  int64_t hours = 0;
  int64_t minutes = 0;
  if ((!is_behind && !Take(text, '+')) || !TakeDigits(text, 2, 2, &hours) || !Take(text, ':') ||
      !TakeDigits(text, 2, 2, &minutes) || hours > kMostHours || minutes > 59) {
    return false;
  }
  value->seconds -= (is_behind ? -1 : 1) * (hours * 3600 + minutes * 60);
  return true;
}

std::optional<Literal> Moment(const Type& type, std::string_view text) {
  Timestamp value;
  int64_t days = 0;
  if (!TakeDate(&text, &days)) {
    return {};
  }
  value.seconds = days * 86400;
  if (text.empty()) {
    return Literal(value);
  }
  if ((!Take(&text, 'T') && !Take(&text, ' ')) || !TakeTime(&text, &value)) {
    return {};
  }
  if (!text.empty() && (type.kind() != Kind::kTimestampLocal || !TakeZone(&text, &value))) {
    return {};
  }
  return text.empty() ? std::optional<Literal>(value) : std::nullopt;
}

std::optional<Literal> Base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    padding++;
  }
  const size_t rest = text.size() % 4;
  if (rest == 1 || (padding > 0 && (text.size() + padding) % 4 != 0)) {
    return {};
  }
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) {
      return {};
    }
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFFU);
    }
  }
  return Literal(std::move(bytes));
}

std::optional<Literal> Characters(const Type& type, std::string_view text) {
  if (type.kind() == Kind::kChar) {
    text = text.substr(0, text.find_last_not_of(' ') + 1);
  }
  const auto count = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return type.kind() == Kind::kString || count <= type.max_length()
             ? std::optional<Literal>(std::string(text))
             : std::nullopt;
}

}  // namespace

std::optional<Literal> DefaultValue(const Type& type, std::string_view text) {
  const std::string_view trimmed = Trim(text);
  switch (type.kind()) {
    case Kind::kBoolean:
      return Boolean(trimmed);
    case Kind::kTinyint:
      return WholeNumber<int8_t>(trimmed);
    case Kind::kSmallint:
      return WholeNumber<int16_t>(trimmed);
    case Kind::kInt:
      return WholeNumber<int32_t>(trimmed);
    case Kind::kBigint:
      return WholeNumber<int64_t>(trimmed);
    case Kind::kFloat:
    case Kind::kDouble:
      return Floating(type, trimmed);
    case Kind::kDecimal:
      return Decimal(type, trimmed);
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
      return Characters(type, text);
    case Kind::kBinary:
      return Base64(trimmed);
    case Kind::kDate:
      return Date(trimmed);
    case Kind::kTimestamp:
    case Kind::kTimestampLocal:
      return Moment(type, trimmed);
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kStruct:
    case Kind::kUnion:
      break;
  }
  return {};
}

}  // namespace cif::internal
