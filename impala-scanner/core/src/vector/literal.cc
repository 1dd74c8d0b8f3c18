// Parsing of literals.

#include <cerrno>
#include <charconv>
#include <cmath>

#include "cif/literal.h"
#include "util/calendar.h"
#include "util/failure.h"
#include "util/plain_double.h"

namespace cif {
namespace {

using internal::Fail;

[[noreturn]] void Bad(const Type& type, std::string_view text) {
  constexpr size_t kShown = 200;
  const std::string shown =
      "'" + std::string(text.substr(0, kShown)) +
      (text.size() > kShown ? "...' of " + std::to_string(text.size()) + " bytes" : "'");
  Fail(ErrorCode::kInvalidArgument, shown + " is no value of type " + type.ToString());
}

/// Takes a number from the front, with a sign if `is_signed`, and moves behind it.
bool TakeNumber(std::string_view* text, int64_t* value, bool is_signed = false) {
  if (!is_signed && (text->empty() || text->front() < '0' || text->front() > '9')) {
    return false;
  }
  auto end = std::from_chars(text->data(), text->data() + text->size(), *value);
  if (end.ec != std::errc()) {
    return false;
  }
  text->remove_prefix(static_cast<size_t>(end.ptr - text->data()));
  return true;
}

bool Take(std::string_view* text, char c) {
  if (text->empty() || text->front() != c) {
    return false;
  }
  text->remove_prefix(1);
  return true;
}

bool TakeDate(std::string_view* text, int64_t* days) {
  int64_t year = 0;
  int64_t month = 0;
  int64_t day = 0;
  return TakeNumber(text, &year, true) && Take(text, '-') && TakeNumber(text, &month) &&
         Take(text, '-') && TakeNumber(text, &day) && internal::DaysOf(year, month, day, days);
}

bool TakeTime(std::string_view* text, Timestamp* value) {
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  if (!TakeNumber(text, &hour) || !Take(text, ':') || !TakeNumber(text, &minute) ||
      !Take(text, ':') || !TakeNumber(text, &second) || hour > 23 || minute > 59 || second > 59) {
    return false;
  }
  value->seconds += 3600 * hour + 60 * minute + second;
  if (Take(text, '.')) {
    int32_t unit = 100'000'000;
    while (!text->empty() && text->front() >= '0' && text->front() <= '9' && unit > 0) {
      value->nanos += (text->front() - '0') * unit;
      unit /= 10;
      text->remove_prefix(1);
    }
  }
  return true;
}

Literal ParseInteger(const Type& type, std::string_view text) {
  int64_t value = 0;
  std::string_view rest = text;
  if (type.kind() == Kind::kBoolean && (text == "true" || text == "false")) {
    return int64_t{text == "true" ? 1 : 0};
  }
  bool ok = type.kind() == Kind::kDate ? TakeDate(&rest, &value) : TakeNumber(&rest, &value, true);
  if (!ok || !rest.empty()) {
    Bad(type, text);
  }
  return value;
}

Literal ParseDecimal(const Type& type, std::string_view text) {
  std::string_view rest = text;
  bool negative = Take(&rest, '-');
  if (rest.find_first_of("0123456789") == std::string_view::npos) {
    Bad(type, text);
  }
  int128 value = 0;
  int digits = 0;
  int behind = -1;  // digits behind the point; -1 before it
  for (; !rest.empty(); rest.remove_prefix(1)) {
    char c = rest.front();
    if (c == '.' && behind < 0) {
      behind = 0;
    } else if (c >= '0' && c <= '9' && (behind < type.scale() || c == '0')) {
      if (behind < type.scale()) {
        value = value * 10 + (c - '0');
        digits += value != 0 ? 1 : 0;
      }
      behind += behind >= 0 ? 1 : 0;
    } else {
      Bad(type, text);
    }
    if (digits > 38) {
      Bad(type, text);
    }
  }
  for (int i = std::max(behind, 0); i < type.scale(); i++) {
    value *= 10;
    digits += value != 0 ? 1 : 0;
    if (digits > 38) {
      Bad(type, text);
    }
  }
  return negative ? -value : value;
}

/// Parses a floating-point number in the form of std::from_chars: no blanks or plus sign before it,
/// not hexadecimal.
bool ToDouble(const std::string& text, double* value) {
  if (text.empty() || text[0] == '+' || text[0] <= ' ' ||
      text.find_first_of("xX") != std::string::npos) {
    return false;
  }
  char* end = nullptr;
  errno = 0;
  *value = internal::PlainDouble(text.c_str(), &end);
  const bool is_out_of_range = errno == ERANGE && (*value == 0 || std::isinf(*value));
  return end == text.c_str() + text.size() && !is_out_of_range;
}

Literal ParseDouble(const Type& type, std::string_view text) {
  double value = 0;
  if (!ToDouble(std::string(text), &value)) {
    Bad(type, text);
  }
  // Floats of a column are compared as doubles, so the literal is rounded to float and widened,
  // too.
  return type.kind() == Kind::kFloat ? static_cast<double>(static_cast<float>(value)) : value;
}

Literal ParseTimestamp(const Type& type, std::string_view text) {
  Timestamp value;
  int64_t days = 0;
  std::string_view rest = text;
  if (!TakeDate(&rest, &days)) {
    Bad(type, text);
  }
  value.seconds = days * 86400;
  if (!rest.empty() && (!(Take(&rest, ' ') || Take(&rest, 'T')) || !TakeTime(&rest, &value))) {
    Bad(type, text);
  }
  if (!rest.empty() && !(type.kind() == Kind::kTimestampLocal && rest == "Z")) {
    Bad(type, text);
  }
  return value;
}

}  // namespace

Result<Literal> ParseLiteral(const Type& type, std::string_view text) {
  return internal::Guard("", "", [&]() -> Result<Literal> {
    switch (type.type_class()) {
      case Class::kInt:
        return ParseInteger(type, text);
      case Class::kFloat:
      case Class::kDouble:
        return ParseDouble(type, text);
      case Class::kDecimal:
        return ParseDecimal(type, text);
      case Class::kTimestamp:
        return ParseTimestamp(type, text);
      case Class::kBytes: {
        size_t end = type.kind() == Kind::kChar ? text.find_last_not_of(' ') + 1 : text.size();
        return Literal(std::string(text.substr(0, end)));
      }
      case Class::kList:
      case Class::kMap:
      case Class::kStruct:
      case Class::kUnion:
        break;
    }
    Fail(ErrorCode::kInvalidArgument, "there are no literals of type " + type.ToString());
  });
}

}  // namespace cif
