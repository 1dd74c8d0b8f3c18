#include <cmath>
#include <string>

#include "file/footer.h"

namespace cif::internal {
namespace {

constexpr int kHasBounds = 1;
constexpr int kMinExact = 2;
constexpr int kMaxExact = 4;
constexpr int kHasNan = 8;
constexpr int kAllFlags = 15;
constexpr int64_t kMaxBytes = 64;

int128 BigEndian(const uint8_t* p, int64_t length) {
  int128 value = static_cast<int8_t>(p[0]);
  for (int64_t i = 1; i < length; i++) {
    value = value * 256 + p[i];
  }
  return value;
}

int128 ReadDecimal(Input* bound) {
  const int64_t length = bound->remaining();
  if (length < 1 || length > 16) {
    bound->Corrupt("a decimal of " + std::to_string(length) + " bytes");
  }
  const uint8_t* p = bound->Skip(length);
  // The first byte only repeats the sign of the second.
  if (length > 1 && (p[0] == 0 || p[0] == 0xFF) && (p[0] ^ p[1]) < 0x80) {
    bound->Corrupt("a decimal that is longer than it must be");
  }
  return BigEndian(p, length);
}

Literal ReadBound(Input* in, const Type& type) {
  Input bound = in->Sized("the length of a bound");
  Literal value;
  switch (type.type_class()) {
    case Class::kInt:
      value = bound.Svarint();
      break;
    case Class::kFloat:
    case Class::kDouble: {
      double d = Load<double>(bound.Skip(8));
      if (std::isnan(d)) {
        bound.Corrupt("a bound that is no number");
      }
      value = d;
      break;
    }
    case Class::kDecimal:
      value = ReadDecimal(&bound);
      break;
    case Class::kBytes: {
      auto length = static_cast<size_t>(bound.remaining());
      if (bound.remaining() > kMaxBytes) {
        bound.Corrupt("a bound of " + std::to_string(length) + " bytes");
      }
      value = std::string(reinterpret_cast<const char*>(bound.Skip(bound.remaining())), length);
      break;
    }
    case Class::kTimestamp: {
      int64_t seconds = bound.Svarint();
      auto nanos = static_cast<int32_t>(bound.Count("nanoseconds", 999'999'999));
      value = Timestamp{seconds, nanos};
      break;
    }
    case Class::kList:
    case Class::kMap:
    case Class::kStruct:
    case Class::kUnion:
      bound.Corrupt("bounds of a complex type");
  }
  bound.ExpectEnd("a bound");
  return value;
}

void CheckFlags(const Input& in, int flags, const Type& type, bool all_null) {
  const bool is_floating =
      type.type_class() == Class::kFloat || type.type_class() == Class::kDouble;
  if ((flags & ~kAllFlags) != 0 ||
      ((flags & kHasBounds) == 0 && (flags & (kMinExact | kMaxExact)) != 0) ||
      ((flags & kHasNan) != 0 && !is_floating)) {
    in.Corrupt("statistics with the flags " + std::to_string(flags));
  }
  if (flags != 0 && all_null) {
    in.Corrupt("statistics of values where there is none");
  }
}

template <typename T>
int Order(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

/// Returns the bits of a number as an integer of the same order: -0.0 below 0.0, NaN above all.
int64_t OrderedBits(double d) {
  const auto bits = Load<int64_t>(reinterpret_cast<const uint8_t*>(&d));
  return bits ^ (bits >> 63 & INT64_MAX);
}

}  // namespace

int CompareLiterals(const Literal& a, const Literal& b) {
  if (const auto* x = std::get_if<double>(&a)) {
    return Order(OrderedBits(*x), OrderedBits(std::get<double>(b)));
  }
  if (const auto* x = std::get_if<int64_t>(&a)) {
    return Order(*x, std::get<int64_t>(b));
  }
  if (const auto* x = std::get_if<int128>(&a)) {
    return Order(*x, std::get<int128>(b));
  }
  if (const auto* x = std::get_if<Timestamp>(&a)) {
    return Order(*x, std::get<Timestamp>(b));
  }
  // std::string compares bytes as unsigned.
  int order = std::get<std::string>(a).compare(std::get<std::string>(b));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

Statistics ReadStatistics(Input* in, const Type& type, int64_t rows) {
  Statistics s;
  s.nulls = in->Count("the number of NULLs", rows);
  int flags = in->U8();
  CheckFlags(*in, flags, type, s.nulls == rows);
  s.has_bounds = (flags & kHasBounds) != 0;
  s.min_exact = (flags & kMinExact) != 0;
  s.max_exact = (flags & kMaxExact) != 0;
  s.has_nan = (flags & kHasNan) != 0;
  if (s.has_bounds) {
    s.min = ReadBound(in, type);
    s.max = ReadBound(in, type);
    if (CompareLiterals(s.min, s.max) > 0) {
      in->Corrupt("a minimum above the maximum");
    }
  }
  return s;
}

}  // namespace cif::internal
