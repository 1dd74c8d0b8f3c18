#include "scan/partition_value.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "util/calendar.h"
#include "util/failure.h"
#include "util/plain_double.h"
#include "util/text_scanner.h"

namespace cif::internal {
namespace {

constexpr int kMaxDigits = 38;
constexpr size_t kDateLength = 10;  // of 2020-12-31

bool IsFalse(std::string_view text) {
  constexpr std::array<std::string_view, 5> kFalse = {"false", "off", "no", "0", ""};
  return std::any_of(kFalse.begin(), kFalse.end(),
                     [&](std::string_view one) { return EqualsIgnoreCase(one, text); });
}

/// Parses a number by the rules of Double.parseDouble in Java.
std::optional<double> Floating(std::string_view text) {
  std::string number(Trim(text));
  const size_t sign = !number.empty() && (number[0] == '-' || number[0] == '+') ? 1 : 0;
  const std::string_view value = std::string_view(number).substr(sign);
  const bool is_word = value == "NaN" || value == "Infinity";
  if (!is_word) {
    const bool is_hex = value.starts_with("0x") || value.starts_with("0X");
    const bool is_number = !value.empty() && (IsDigit(value[0]) || value[0] == '.');
    if (!is_number || (is_hex && value.find_first_of("pP") == std::string_view::npos)) {
      return {};
    }
    if (number.find_last_of("dDfF") == number.size() - 1) {
      number.pop_back();
    }
  }
  char* end = nullptr;
  const double parsed = PlainDouble(number.c_str(), &end);
  if (end != number.c_str() + number.size()) {
    return {};
  }
  return value == "NaN" ? std::numeric_limits<double>::quiet_NaN() : parsed;
}

/// Digits of a decimal, and where its point stands.
struct Digits {
  std::string digits;  ///< without zeros in front
  int64_t whole = 0;   ///< digits before the point; negative: zeros behind it
};

std::optional<Digits> DigitsOf(std::string_view text) {
  Digits all;
  bool is_behind = false;
  bool has_any = false;
  for (; !text.empty() && (IsDigit(text[0]) || (text[0] == '.' && !is_behind));
       text.remove_prefix(1)) {
    if (text[0] == '.') {
      is_behind = true;
      continue;
    }
    has_any = true;
    if (all.digits.empty() && text[0] == '0') {
      all.whole -= is_behind ? 1 : 0;
      continue;
    }
    all.digits += text[0];
    all.whole += is_behind ? 0 : 1;
  }
  if (has_any && (Take(&text, 'e') || Take(&text, 'E'))) {
    const std::optional<int32_t> exponent = Whole<int32_t>(text);
    if (!exponent) {
      return {};
    }
    all.whole += *exponent;
    text = {};
  }
  return has_any && text.empty() ? std::optional<Digits>(std::move(all)) : std::nullopt;
}

/// Rounded half up to the scale; none if it has more digits than the type.
std::optional<int128> Decimal(const Type& type, std::string_view text) {
  text = Trim(text);
  const bool is_negative = Take(&text, '-');
  if (!is_negative) {
    Take(&text, '+');
  }
  const std::optional<Digits> all = DigitsOf(text);
  if (!all) {
    return {};
  }
  const int64_t kept = all->digits.empty() ? 0 : all->whole + type.scale();
  if (kept > kMaxDigits) {
    return {};
  }
  auto digit = [&](int64_t i) {
    return i >= 0 && i < static_cast<int64_t>(all->digits.size())
               ? all->digits[static_cast<size_t>(i)] - '0'
               : 0;
  };
  int128 value = 0;
  int128 limit = 1;
  for (int64_t i = 0; i < kept; i++) {
    value = value * 10 + digit(i);
  }
  value += kept >= 0 && digit(kept) >= 5 ? 1 : 0;
  for (int i = 0; i < type.precision(); i++) {
    limit *= 10;
  }
  if (value >= limit) {
    return {};
  }
  return is_negative ? -value : value;
}

bool TakeDate(std::string_view* text, size_t years, int64_t* days) {
  const bool is_before = Take(text, '-');
  int64_t year = 0;
  int64_t month = 0;
  int64_t day = 0;
  if (!TakeDigits(text, 1, years, &year) || !Take(text, '-') || !TakeDigits(text, 1, 2, &month) ||
      !Take(text, '-') || !TakeDigits(text, 1, 2, &day)) {
    return false;
  }
  return DaysOf(is_before ? -year : year, month, day, days);
}

/// A date at the front, with whatever but a digit behind it.
std::optional<int64_t> LeadingDate(std::string_view text) {
  constexpr size_t kYears = 4;
  int64_t days = 0;
  if (!TakeDate(&text, kYears, &days) || (!text.empty() && IsDigit(text[0]))) {
    return {};
  }
  return days;
}

/// An offset, or the name of a zone behind a blank; neither moves the time.
bool IsZone(std::string_view text) {
  const bool has_blank = Take(&text, ' ');
  auto is_of_name = [](char c) {
    return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("+-:/_").find(c) != std::string_view::npos;
  };
  const bool is_offset = text.starts_with('+') || text.starts_with('-');
  const bool is_name = has_blank && (text == "UTC" || text == "GMT" || text == "Z" ||
                                     text.find('/') != std::string_view::npos);
  return (is_offset || is_name) && std::all_of(text.begin(), text.end(), is_of_name);
}

/// A date and a time of day.
std::optional<Timestamp> DateAndTime(std::string_view text) {
  constexpr size_t kYears = 10;
  constexpr size_t kNanoDigits = 9;
  const std::string_view all = text;
  int64_t days = 0;
  if (!TakeDate(&text, kYears, &days)) {
    return {};
  }
  const size_t length = all.size() - text.size() - (all[0] == '-' ? 1 : 0);
  const bool is_iso = length == kDateLength && Take(&text, 'T');
  const size_t least = is_iso ? 2 : 1;
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  if ((!is_iso && !Take(&text, ' ')) || !TakeDigits(&text, least, 2, &hour) || !Take(&text, ':') ||
      !TakeDigits(&text, least, 2, &minute)) {
    return {};
  }
  const bool has_second = Take(&text, ':');
  if ((has_second ? !TakeDigits(&text, least, 2, &second) : !is_iso) || hour > 23 || minute > 59 ||
      second > 59) {
    return {};
  }
  Timestamp value;
  value.seconds = days * 86400 + hour * 3600 + minute * 60 + second;
  if (has_second && Take(&text, '.')) {
    const std::string_view fraction = text;
    int64_t nanos = 0;
    if (!TakeDigits(&text, 1, kNanoDigits, &nanos)) {
      return {};
    }
    for (size_t i = fraction.size() - text.size(); i < kNanoDigits; i++) {
      nanos *= 10;
    }
    value.nanos = static_cast<int32_t>(nanos);
    while (!text.empty() && IsDigit(text[0])) {
      text.remove_prefix(1);
    }
  }
  return text.empty() || (!is_iso && IsZone(text)) ? std::optional<Timestamp>(value) : std::nullopt;
}

std::optional<Timestamp> Moment(std::string_view text) {
  text = Trim(text);
  if (text.size() != kDateLength) {
    if (std::optional<Timestamp> value = DateAndTime(text)) {
      return value;
    }
  }
  const std::optional<int64_t> days = LeadingDate(text);
  if (!days) {
    return {};
  }
  return Timestamp{*days * 86400, 0};
}

/// Days of a moment, whose seconds may lie before 1970.
int64_t DayOf(const Timestamp& moment) {
  return moment.seconds / 86400 - (moment.seconds % 86400 < 0 ? 1 : 0);
}

/// At most so many characters of UTF-8.
std::string Cut(std::string_view text, int most) {
  size_t end = 0;
  for (int count = 0; end < text.size(); end++) {
    const bool is_first = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    count += is_first ? 1 : 0;
    if (count > most) {
      break;
    }
  }
  return std::string(text.substr(0, end));
}

template <typename T>
std::optional<Literal> AsLiteral(const std::optional<T>& value) {
  return value ? std::optional<Literal>(static_cast<int64_t>(*value)) : std::nullopt;
}

}  // namespace

std::optional<Literal> PartitionValue(const Type& type, std::string_view text) {
  switch (type.kind()) {
    case Kind::kBoolean:
      return Literal(int64_t{IsFalse(text) ? 0 : 1});
    case Kind::kTinyint:
    case Kind::kSmallint: {
      const std::optional<int32_t> value = Whole<int32_t>(text);
      if (!value) {
        return {};
      }
      return Literal(type.kind() == Kind::kTinyint ? int64_t{static_cast<int8_t>(*value)}
                                                   : int64_t{static_cast<int16_t>(*value)});
    }
    case Kind::kInt:
      return AsLiteral(Whole<int32_t>(text));
    case Kind::kBigint:
      return AsLiteral(Whole<int64_t>(text));
    case Kind::kFloat:
    case Kind::kDouble: {
      const std::optional<double> value = Floating(text);
      if (!value) {
        return {};
      }
      return Literal(type.kind() == Kind::kFloat ? static_cast<double>(static_cast<float>(*value))
                                                 : *value);
    }
    case Kind::kDecimal: {
      const std::optional<int128> value = Decimal(type, text);
      return value ? std::optional<Literal>(*value) : std::nullopt;
    }
    case Kind::kDate: {
      const std::optional<Timestamp> value = Moment(text);
      return value ? std::optional<Literal>(DayOf(*value)) : std::nullopt;
    }
    case Kind::kTimestamp: {
      const std::optional<Timestamp> value = Moment(text);
      return value ? std::optional<Literal>(*value) : std::nullopt;
    }
    case Kind::kVarchar:
      return Literal(Cut(text, type.max_length()));
    case Kind::kChar: {
      std::string cut = Cut(text, type.max_length());
      cut.erase(cut.find_last_not_of(' ') + 1);
      return Literal(std::move(cut));
    }
    case Kind::kString:
    case Kind::kBinary:
    case Kind::kTimestampLocal:
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kStruct:
    case Kind::kUnion:
      break;
  }
  Result<Literal> value = ParseLiteral(type, text);
  if (!value.ok() && !type.is_primitive()) {
    Fail(ErrorCode::kInvalidArgument, value.error().message);
  }
  return value.ok() ? std::optional<Literal>(std::move(*value)) : std::nullopt;
}

}  // namespace cif::internal
