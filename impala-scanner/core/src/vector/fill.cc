#include "vector/fill.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "util/budget.h"
#include "vector/vector_ops.h"
#include "vector/views.h"

namespace cif::internal {
namespace {

template <typename T>
void FillValues(Vector* v, T value, int64_t count) {
  T* values = GrowValues<T>(v, count);
  std::fill(values, values + count, value);
}

void FillIntegers(Vector* v, int64_t value, int64_t count) {
  switch (v->type.kind()) {
    case Kind::kBoolean: {
      std::vector<int32_t> flags(static_cast<size_t>(count), value != 0 ? 1 : 0);
      return AppendBooleans(v, flags.data(), count);
    }
    case Kind::kTinyint:
      return FillValues(v, static_cast<int8_t>(value), count);
    case Kind::kSmallint:
      return FillValues(v, static_cast<int16_t>(value), count);
    case Kind::kBigint:
      return FillValues(v, value, count);
    default:
      return FillValues(v, static_cast<int32_t>(value), count);
  }
}

void FillTexts(Vector* v, const std::string& text, int64_t count) {
  const auto length = static_cast<int64_t>(text.size());
  if (HasViews(*v)) {
    // The buffer has slack behind the text.
    Buffer bytes;
    bytes.Resize(text.size() + 1);
    std::memcpy(bytes.data(), text.data(), text.size());
    Budget budget;
    budget.Set(length);
    return AppendSameViews(v, {bytes.data(), static_cast<int32_t>(length)}, count, &budget);
  }
  if (length * count > INT32_MAX) {
    throw TooLarge();
  }
  const auto at = static_cast<int64_t>(v->values.size());
  v->values.Resize(static_cast<size_t>(at + length * count));
  int32_t* offsets = GrowOffsets(v, count);
  for (int64_t i = 0; i < count; i++) {
    std::memcpy(v->values.data() + at + i * length, text.data(), text.size());
    offsets[i + 1] = static_cast<int32_t>(at + (i + 1) * length);
  }
}

}  // namespace

void AppendCopies(Vector* v, const std::optional<Literal>& value, int64_t count) {
  if (!value) {
    return AppendNulls(v, count);
  }
  if (const auto* number = std::get_if<int64_t>(&*value)) {
    FillIntegers(v, *number, count);
  } else if (const auto* floating = std::get_if<double>(&*value)) {
    if (v->type.kind() == Kind::kFloat) {
      FillValues(v, static_cast<float>(*floating), count);
    } else {
      FillValues(v, *floating, count);
    }
  } else if (const auto* decimal = std::get_if<int128>(&*value)) {
    if (v->type.is_decimal64()) {
      FillValues(v, static_cast<int64_t>(*decimal), count);
    } else {
      FillValues(v, *decimal, count);
    }
  } else if (const auto* text = std::get_if<std::string>(&*value)) {
    FillTexts(v, *text, count);
  } else {
    const Timestamp& time = std::get<Timestamp>(*value);
    FillValues(v, time.seconds, count);
    int32_t* nanos = GrowNanos(v, count);
    std::fill(nanos, nanos + count, time.nanos);
  }
  AppendValid(v, count);
}

}  // namespace cif::internal
