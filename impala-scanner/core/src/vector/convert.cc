#include "vector/convert.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cif/literal.h"
#include "util/calendar.h"
#include "util/plain_double.h"
#include "vector/unscaled.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

bool IsInteger(const Type& t) { return t.kind() >= Kind::kTinyint && t.kind() <= Kind::kBigint; }

bool IsText(const Type& t) {
  return t.kind() == Kind::kString || t.kind() == Kind::kVarchar || t.kind() == Kind::kChar;
}

/// Returns true for types whose values have one form as text. That of floating numbers differs
/// between versions of Java.
bool HasText(const Type& t) {
  return IsText(t) || IsInteger(t) || t.kind() == Kind::kBoolean || t.kind() == Kind::kDecimal ||
         t.kind() == Kind::kDate || t.kind() == Kind::kTimestamp;
}

/// Returns the nearest float of a decimal.
float NearestFloat(int128 unscaled, int scale) {
  const std::string text = Digits(unscaled) + "e-" + std::to_string(scale);
  char* end = nullptr;
  return PlainFloat(text.c_str(), &end);
}

void ToFloat(const Vector& source, Vector* out) {
  float* values = GrowValues<float>(out, source.length);
  std::vector<uint8_t> valid(static_cast<size_t>(source.length));
  for (int64_t i = 0; i < source.length; i++) {
    const bool is_null = source.IsNull(i);
    valid[static_cast<size_t>(i)] = is_null ? 0 : 1;
    values[i] = is_null ? 0
                : source.type.kind() == Kind::kDecimal
                    ? NearestFloat(UnscaledAt(source, i), source.type.scale())
                    : static_cast<float>(source.integer(i));
  }
  AppendValidity(out, valid.data(), source.length);
}

/// Appends a date; years of more than four digits have a sign.
void AppendDay(int64_t days, std::string* text) {
  const CalendarDate date = DateOf(days);
  std::array<char, 48> form;
  std::snprintf(form.data(), form.size(), "%s%04lld-%02d-%02d",
                date.year < 0 ? "-" : (date.year > 9999 ? "+" : ""),
                static_cast<long long>(date.year < 0 ? -date.year : date.year), date.month,
                date.day);
  *text += form.data();
}

void AppendMoment(int64_t seconds, int32_t nanos, std::string* text) {
  const int64_t days = seconds / 86400 - (seconds % 86400 < 0 ? 1 : 0);
  const auto of_day = static_cast<int>(seconds - days * 86400);
  AppendDay(days, text);
  std::array<char, 32> form;
  std::snprintf(form.data(), form.size(), " %02d:%02d:%02d", of_day / 3600, of_day / 60 % 60,
                of_day % 60);
  *text += form.data();
  if (nanos != 0) {
    std::snprintf(form.data(), form.size(), ".%09d", nanos);
    const std::string_view fraction = form.data();
    *text += fraction.substr(0, fraction.find_last_not_of('0') + 1);
  }
}

/// Appends a decimal without zeros at its end.
void AppendDecimal(int128 unscaled, int scale, std::string* text) {
  while (scale > 0 && unscaled % 10 == 0) {
    unscaled /= 10;
    scale--;
  }
  std::string digits = Digits(unscaled < 0 ? -unscaled : unscaled);
  const auto behind = static_cast<size_t>(scale);
  if (digits.size() <= behind) {
    digits.insert(0, behind + 1 - digits.size(), '0');
  }
  *text += unscaled < 0 ? "-" : "";
  text->append(digits, 0, digits.size() - behind);
  if (behind > 0) {
    *text += '.';
    text->append(digits, digits.size() - behind);
  }
}

/// Sets the text of a value, in the form of Hive's CAST.
void SetText(const Vector& v, int64_t i, std::string* text) {
  text->clear();
  switch (v.type.kind()) {
    case Kind::kBoolean:
      *text = v.integer(i) != 0 ? "TRUE" : "FALSE";
      break;
    case Kind::kDate:
      AppendDay(v.integer(i), text);
      break;
    case Kind::kTimestamp:
      AppendMoment(v.values.as<int64_t>()[i], v.nanos.as<int32_t>()[i], text);
      break;
    case Kind::kDecimal:
      AppendDecimal(UnscaledAt(v, i), v.type.scale(), text);
      break;
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
      *text = v.bytes(i);
      break;
    default:
      *text = std::to_string(v.integer(i));
  }
}

/// Cuts a text to the characters that its type holds.
void Cut(const Type& type, std::string* text) {
  if (type.kind() != Kind::kString) {
    size_t end = 0;
    for (int count = 0; end < text->size(); end++) {
      const bool is_first = (static_cast<unsigned char>((*text)[end]) & 0xC0U) != 0x80U;
      count += is_first ? 1 : 0;
      if (count > type.max_length()) {
        break;
      }
    }
    text->resize(end);
  }
  if (type.kind() == Kind::kChar) {
    text->resize(text->find_last_not_of(' ') + 1);
  }
}

void ToText(const Vector& source, Vector* out) {
  Budget budget;
  budget.Set(INT32_MAX);
  std::string text;
  Buffer bytes;
  for (int64_t i = 0; i < source.length; i++) {
    if (source.IsNull(i)) {
      AppendNulls(out, 1);
      continue;
    }
    SetText(source, i, &text);
    Cut(out->type, &text);
    const auto length = static_cast<int64_t>(text.size());
    if (HasViews(*out)) {
      bytes.Resize(text.size() + 1);  // with slack behind the text
      std::memcpy(bytes.data(), text.data(), text.size());
      AppendView(out, {bytes.data(), static_cast<int32_t>(length)}, nullptr, &budget);
    } else {
      const auto at = static_cast<int32_t>(out->values.size());
      std::memcpy(GrowBytes(out, length, &budget), text.data(), text.size());
      int32_t* offsets = GrowOffsets(out, 1);
      offsets[1] = at + static_cast<int32_t>(length);
    }
    AppendValid(out, 1);
  }
}

}  // namespace

bool CanConvert(const Type& from, const Type& to) {
  const bool is_exact = IsInteger(from) || from.kind() == Kind::kDecimal;
  return IsText(to) ? HasText(from) : is_exact && to.kind() == Kind::kFloat;
}

void Convert(const Vector& source, Vector* out) {
  if (out->type.kind() == Kind::kFloat) {
    ToFloat(source, out);
  } else {
    ToText(source, out);
  }
}

}  // namespace cif::internal
