#include "exact_text.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include "cif/predicate.h"

namespace cif::differential {
namespace {

void AppendDouble(double value, std::string* out) {
  // All NaNs become the same value.
  constexpr uint64_t kNan = 0x7ff8000000000000;
  std::array<char, 24> text;
  uint64_t bits = std::isnan(value) ? kNan : std::bit_cast<uint64_t>(value);
  std::snprintf(text.data(), text.size(), "%llx", static_cast<unsigned long long>(bits));
  *out += text.data();
}

void AppendInt128(int128 value, std::string* out) {
  std::string digits;
  // Digits are taken from the negative value, whose range is greater.
  for (int128 rest = value < 0 ? value : -value; rest != 0; rest /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' - static_cast<int>(rest % 10)));
  }
  *out += (value < 0 ? "-" : "") + (digits.empty() ? "0" : digits);
}

void AppendBytes(std::string_view bytes, std::string* out) {
  *out += '"';
  for (char c : bytes) {
    if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
      *out += c;
    } else {
      std::array<char, 8> text;
      std::snprintf(text.data(), text.size(), "\\%02x", static_cast<unsigned char>(c));
      *out += text.data();
    }
  }
  *out += '"';
}

void AppendRange(const Vector& v, int64_t i, std::string* out) {
  const int32_t* offsets = v.offsets.as<int32_t>() + i;
  *out += '[';
  for (int64_t e = offsets[0]; e < offsets[1]; e++) {
    *out += e == offsets[0] ? "" : ",";
    for (size_t c = 0; c < v.children.size(); c++) {
      *out += c == 0 ? "" : ":";
      AppendExact(v.children[c], e, out);
    }
  }
  *out += ']';
}

void AppendStruct(const Vector& v, int64_t i, std::string* out) {
  *out += '[';
  for (size_t f = 0; f < v.children.size(); f++) {
    *out += f == 0 ? "" : ",";
    AppendExact(v.children[f], i, out);
  }
  *out += ']';
}

void AppendUnion(const Vector& v, int64_t i, std::string* out) {
  const int tag = v.values.as<int8_t>()[i];
  *out += '<' + std::to_string(tag) + ' ';
  AppendExact(v.children[static_cast<size_t>(tag)], v.offsets.as<int32_t>()[i], out);
  *out += '>';
}

}  // namespace

void AppendExact(const Vector& v, int64_t i, std::string* out) {
  if (v.IsNull(i)) {
    *out += "null";
    return;
  }
  switch (v.type.type_class()) {
    case Class::kInt:
      *out += std::to_string(v.integer(i));
      return;
    case Class::kFloat:
      return AppendDouble(static_cast<double>(v.values.as<float>()[i]), out);
    case Class::kDouble:
      return AppendDouble(v.values.as<double>()[i], out);
    case Class::kDecimal:
      return AppendInt128(
          v.type.is_decimal64() ? v.values.as<int64_t>()[i] : v.values.as<int128>()[i], out);
    case Class::kBytes:
      return AppendBytes(v.bytes(i), out);
    case Class::kTimestamp:
      *out += std::to_string(v.values.as<int64_t>()[i]) + '+' +
              std::to_string(v.nanos.as<int32_t>()[i]);
      return;
    case Class::kList:
    case Class::kMap:
      return AppendRange(v, i, out);
    case Class::kStruct:
      return AppendStruct(v, i, out);
    case Class::kUnion:
      return AppendUnion(v, i, out);
  }
}

}  // namespace cif::differential
