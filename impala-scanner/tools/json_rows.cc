#include "json_rows.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

namespace cif::tools {
namespace {

bool IsContinuation(unsigned char c) { return (c & 0xC0) == 0x80; }

/// Returns the length of the UTF-8 sequence at the front; 0 if it is invalid.
size_t SequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  unsigned char c = byte(0);
  if (c < 0x80) {
    return 1;
  }
  if (c >= 0xC2 && c < 0xE0 && IsContinuation(byte(1))) {
    return 2;
  }
  if (c >= 0xE0 && c < 0xF0 && IsContinuation(byte(1)) && IsContinuation(byte(2))) {
    bool is_long = c == 0xE0 && byte(1) < 0xA0;
    bool is_surrogate = c == 0xED && byte(1) >= 0xA0;
    return is_long || is_surrogate ? 0 : 3;
  }
  if (c >= 0xF0 && c < 0xF5 && IsContinuation(byte(1)) && IsContinuation(byte(2)) &&
      IsContinuation(byte(3))) {
    bool is_outside = (c == 0xF0 && byte(1) < 0x90) || (c == 0xF4 && byte(1) >= 0x90);
    return is_outside ? 0 : 4;
  }
  return 0;
}

void AppendBase64(std::string_view bytes, std::string* out) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.size(); i += 3) {
    unsigned word = 0;
    size_t n = std::min<size_t>(3, bytes.size() - i);
    for (size_t k = 0; k < 3; k++) {
      word = word << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (size_t k = 0; k < 4; k++) {
      *out += k <= n ? kLetters[word >> (18 - 6 * k) & 63] : '=';
    }
  }
}

/// Appends a floating-point number like Java: digits around the point from 10^-3 to 10^7, else with
/// an exponent.
template <typename T>
void AppendFloat(T value, std::string* out) {
  if (std::isnan(value)) {
    *out += "\"NaN\"";
    return;
  }
  if (std::isinf(value)) {
    *out += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    return;
  }
  std::array<char, 40> buffer;
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                           std::chars_format::scientific);
  std::string_view text(buffer.data(), static_cast<size_t>(end.ptr - buffer.data()));
  if (text[0] == '-') {
    *out += '-';
    text.remove_prefix(1);
  }
  size_t e = text.find('e');
  std::string digits(1, text[0]);
  digits += text.substr(1, 1) == "." ? text.substr(2, e - 2) : std::string_view();
  int exponent = std::stoi(std::string(text.substr(e + 1)));
  if (value != 0 && (exponent < -3 || exponent >= 7)) {
    *out += digits[0];
    *out += '.';
    *out += digits.size() > 1 ? digits.substr(1) : "0";
    *out += 'E' + std::to_string(exponent);
  } else if (exponent < 0) {
    *out += "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else {
    auto whole = static_cast<size_t>(exponent) + 1;
    if (digits.size() < whole + 1) {
      digits.append(whole + 1 - digits.size(), '0');
    }
    *out += digits.substr(0, whole) + "." + digits.substr(whole);
  }
}

void AppendDecimal(int128 unscaled, int scale, std::string* out) {
  bool negative = unscaled < 0;
  std::string digits;
  // Digits are taken from the negative value, whose range is greater.
  for (int128 rest = negative ? unscaled : -unscaled; rest != 0; rest /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' - static_cast<int>(rest % 10)));
  }
  auto behind = static_cast<size_t>(scale);
  if (digits.size() <= behind) {
    digits.insert(0, behind + 1 - digits.size(), '0');
  }
  if (scale > 0) {
    digits.insert(digits.size() - behind, ".");
  }
  *out += (negative ? "-" : "") + digits;
}

/// Appends year, month and day of a number of days since 1970-01-01, proleptic Gregorian.
void AppendDate(int64_t days, std::string* out) {
  int64_t z = days + 719468;
  int64_t era = (z >= 0 ? z : z - 146096) / 146097;
  int64_t of_era = z - era * 146097;
  int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
  int64_t m = (5 * of_year + 2) / 153;
  int64_t day = of_year - (153 * m + 2) / 5 + 1;
  int64_t month = m < 10 ? m + 3 : m - 9;
  int64_t year = y + era * 400 + (month <= 2 ? 1 : 0);
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), "%s%04lld-%02d-%02d",
                year < 0 ? "-" : (year > 9999 ? "+" : ""),
                static_cast<long long>(year < 0 ? -year : year), static_cast<int>(month),
                static_cast<int>(day));
  *out += text.data();
}

void AppendTimestamp(int64_t seconds, int32_t nanos, std::string* out) {
  int64_t days = seconds / 86400 - (seconds % 86400 < 0 ? 1 : 0);
  auto of_day = static_cast<int>(seconds - days * 86400);
  AppendDate(days, out);
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), " %02d:%02d:%02d", of_day / 3600, of_day / 60 % 60,
                of_day % 60);
  *out += text.data();
  if (nanos != 0) {
    std::snprintf(text.data(), text.size(), ".%09d", nanos);
    std::string fraction = text.data();
    fraction.erase(fraction.find_last_not_of('0') + 1);
    *out += fraction;
  }
}

void AppendInteger(const Vector& v, int64_t i, std::string* out) {
  int64_t value = v.integer(i);
  switch (v.type.kind()) {
    case Kind::kBoolean:
      *out += value != 0 ? "true" : "false";
      break;
    case Kind::kDate:
      *out += '"';
      AppendDate(value, out);
      *out += '"';
      break;
    default:
      *out += std::to_string(value);
  }
}

void AppendObjectMap(const Vector& keys, const Vector& values, int64_t start, int64_t end,
                     std::string* out) {
  std::map<std::string_view, size_t> places;
  std::vector<std::pair<std::string_view, int64_t>> entries;
  for (int64_t e = start; e < end; e++) {
    auto [place, is_new] = places.emplace(keys.bytes(e), entries.size());
    if (is_new) {
      entries.emplace_back(keys.bytes(e), e);
    } else {
      entries[place->second].second = e;
    }
  }
  *out += '{';
  for (size_t k = 0; k < entries.size(); k++) {
    *out += k == 0 ? "" : ",";
    AppendJsonText(entries[k].first, out);
    *out += ':';
    AppendJson(values, entries[k].second, out);
  }
  *out += '}';
}

void AppendMap(const Vector& v, int64_t i, std::string* out) {
  const int32_t* offsets = v.offsets.as<int32_t>() + i;
  const Vector& keys = v.children[0];
  const Vector& values = v.children[1];
  if (keys.type.type_class() == Class::kBytes && keys.type.kind() != Kind::kBinary) {
    AppendObjectMap(keys, values, offsets[0], offsets[1], out);
    return;
  }
  *out += '[';
  for (int64_t e = offsets[0]; e < offsets[1]; e++) {
    *out += e == offsets[0] ? "{\"key\":" : ",{\"key\":";
    AppendJson(keys, e, out);
    *out += ",\"value\":";
    AppendJson(values, e, out);
    *out += '}';
  }
  *out += ']';
}

void AppendList(const Vector& v, int64_t i, std::string* out) {
  const int32_t* offsets = v.offsets.as<int32_t>() + i;
  *out += '[';
  for (int64_t e = offsets[0]; e < offsets[1]; e++) {
    *out += e == offsets[0] ? "" : ",";
    AppendJson(v.children[0], e, out);
  }
  *out += ']';
}

void AppendStruct(const Vector& v, int64_t i, std::string* out) {
  *out += '{';
  for (size_t f = 0; f < v.children.size(); f++) {
    *out += f == 0 ? "" : ",";
    AppendJsonText(v.type.field_names()[f], out);
    *out += ':';
    AppendJson(v.children[f], i, out);
  }
  *out += '}';
}

}  // namespace

void AppendJsonText(std::string_view text, std::string* out) {
  *out += '"';
  while (!text.empty()) {
    char c = text[0];
    size_t length = SequenceLength(text);
    constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
    constexpr std::string_view kNames = "\"\\bfnrt";
    if (length == 0) {
      *out += "\xEF\xBF\xBD";
      length = 1;
    } else if (size_t k = kEscaped.find(c); k != std::string_view::npos) {
      *out += '\\';
      *out += kNames[k];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape;
      std::snprintf(escape.data(), escape.size(), "\\u%04X", static_cast<unsigned>(c));
      *out += escape.data();
    } else {
      *out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  *out += '"';
}

void AppendJson(const Vector& v, int64_t i, std::string* out) {
  if (v.IsNull(i)) {
    *out += "null";
    return;
  }
  switch (v.type.type_class()) {
    case Class::kInt:
      AppendInteger(v, i, out);
      break;
    case Class::kFloat:
      AppendFloat(v.values.as<float>()[i], out);
      break;
    case Class::kDouble:
      AppendFloat(v.values.as<double>()[i], out);
      break;
    case Class::kDecimal:
      AppendDecimal(v.type.is_decimal64() ? v.values.as<int64_t>()[i] : v.values.as<int128>()[i],
                    v.type.scale(), out);
      break;
    case Class::kBytes:
      if (v.type.kind() == Kind::kBinary) {
        *out += '"';
        AppendBase64(v.bytes(i), out);
        *out += '"';
      } else {
        AppendJsonText(v.bytes(i), out);
      }
      break;
    case Class::kTimestamp:
      *out += '"';
      AppendTimestamp(v.values.as<int64_t>()[i], v.nanos.as<int32_t>()[i], out);
      *out += v.type.kind() == Kind::kTimestampLocal ? "Z\"" : "\"";
      break;
    case Class::kList:
      AppendList(v, i, out);
      break;
    case Class::kMap:
      AppendMap(v, i, out);
      break;
    case Class::kStruct:
      AppendStruct(v, i, out);
      break;
    case Class::kUnion: {
      int tag = v.values.as<int8_t>()[i];
      *out += "{\"tag\":" + std::to_string(tag) + ",\"value\":";
      AppendJson(v.children[static_cast<size_t>(tag)], v.offsets.as<int32_t>()[i], out);
      *out += '}';
    }
  }
}

}  // namespace cif::tools
