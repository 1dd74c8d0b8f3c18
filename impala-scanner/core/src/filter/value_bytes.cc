#include "filter/value_bytes.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "filter/xxh64.h"

namespace cif::internal {
namespace {

template <typename T>
void AppendFixed(T value, std::string* bytes) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes->append(raw, sizeof(T));
}

void AppendDouble(double value, std::string* bytes) {
  constexpr uint64_t kNan = 0x7FF8000000000000;
  if (std::isnan(value)) {
    AppendFixed(kNan, bytes);
  } else {
    AppendFixed(value == 0 ? 0.0 : value, bytes);
  }
}

/// Appends the two's complement, high byte first, in as few bytes as possible.
void AppendDecimal(int128 value, std::string* bytes) {
  int count = 1;
  // A byte is the highest one if the rest above its sign bit is 0 or -1.
  while (count < 16 && value >> (8 * count - 1) != 0 && value >> (8 * count - 1) != -1) {
    count++;
  }
  for (int k = count - 1; k >= 0; k--) {
    bytes->push_back(static_cast<char>(static_cast<uint8_t>(value >> (8 * k))));
  }
}

void AppendTimestamp(const Timestamp& value, std::string* bytes) {
  AppendFixed(value.seconds, bytes);
  AppendFixed(static_cast<uint32_t>(value.nanos), bytes);
}

struct Appender {
  std::string* bytes;

  void operator()(int64_t value) const { AppendFixed(value, bytes); }
  void operator()(double value) const { AppendDouble(value, bytes); }
  void operator()(const int128& value) const { AppendDecimal(value, bytes); }
  void operator()(const std::string& value) const { bytes->append(value); }
  void operator()(const Timestamp& value) const { AppendTimestamp(value, bytes); }
};

uint64_t Hash(const std::string& bytes) {
  return Xxh64(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

void AppendValueBytes(const Literal& value, std::string* bytes) {
  std::visit(Appender{bytes}, value);
}

void AppendValueBytes(const Vector& values, int64_t i, std::string* bytes) {
  switch (values.type.type_class()) {
    case Class::kInt:
      return AppendFixed(values.integer(i), bytes);
    case Class::kFloat:
      return AppendDouble(static_cast<double>(values.values.as<float>()[i]), bytes);
    case Class::kDouble:
      return AppendDouble(values.values.as<double>()[i], bytes);
    case Class::kDecimal:
      return AppendDecimal(values.type.is_decimal64() ? int128{values.values.as<int64_t>()[i]}
                                                      : values.values.as<int128>()[i],
                           bytes);
    case Class::kTimestamp:
      return AppendTimestamp({values.values.as<int64_t>()[i], values.nanos.as<int32_t>()[i]},
                             bytes);
    case Class::kBytes:
    case Class::kList:
    case Class::kMap:
    case Class::kStruct:
    case Class::kUnion:
      bytes->append(values.bytes(i));
      break;
  }
}

FilterKey FilterKeyOf(std::vector<std::string> values) {
  if (values.size() == 1) {
    const uint64_t hash = Hash(values[0]);
    return {hash, std::move(values[0])};
  }
  std::string hashes;
  for (const std::string& value : values) {
    AppendFixed(Hash(value), &hashes);
  }
  return {Hash(hashes), {}};
}

}  // namespace cif::internal
