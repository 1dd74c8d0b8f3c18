#include "cif/arrow_values.h"

namespace cif {
namespace {

Status Refuse(const char* why) { return Error{ErrorCode::kInvalidArgument, "", "", -1, why}; }

}  // namespace

Status CheckText(const Vector& texts, int64_t first, int64_t count) {
  if (texts.type.kind() == Kind::kBinary || count == 0) {
    return {};
  }
  if (!texts.IsUtf8(first, count)) {
    return Refuse("a text is not UTF-8; read texts as binary instead");
  }
  return {};
}

namespace {

/// Faults of some timestamps.
struct Misfits {
  bool is_beyond = false;  ///< beyond the range of 64 bits
  bool has_rest = false;   ///< has digits below the unit
};

/// Converts points in time. Writes 0 where `is_valid` is false.
template <int64_t kPerSecond, typename IsValid>
Misfits Convert(const int64_t* seconds, const int32_t* nanos, int64_t count, int64_t* out,
                IsValid is_valid) {
  constexpr int32_t kNanosPerUnit = static_cast<int32_t>(1'000'000'000 / kPerSecond);
  constexpr int64_t kMost = INT64_MAX / kPerSecond - 1;
  bool is_beyond = false;
  bool has_rest = false;
  for (int64_t i = 0; i < count; i++) {
    const bool valid = is_valid(i);
    const bool fits = seconds[i] <= kMost && seconds[i] >= -kMost;
    const int32_t units = nanos[i] / kNanosPerUnit;
    is_beyond |= valid && !fits;
    has_rest |= valid && units * kNanosPerUnit != nanos[i];
    out[i] = valid && fits ? seconds[i] * kPerSecond + units : 0;
  }
  return {is_beyond, has_rest};
}

template <int64_t kPerSecond>
Misfits Convert(const Vector& times, int64_t first, int64_t count, int64_t* out) {
  const int64_t* seconds = times.values.as<int64_t>() + first;
  const int32_t* nanos = times.nanos.as<int32_t>() + first;
  // Without the look at validity, the compiler vectorises the loop.
  return times.null_count == 0
             ? Convert<kPerSecond>(seconds, nanos, count, out, [](int64_t) { return true; })
             : Convert<kPerSecond>(seconds, nanos, count, out,
                                   [&](int64_t i) { return !times.IsNull(first + i); });
}

}  // namespace

Status ConvertTimestamps(const Vector& times, int64_t first, int64_t count,
                         const ArrowOptions& options, int64_t* out) {
  const bool is_nano = options.timestamp_unit == TimestampUnit::kNanoseconds;
  const Misfits misfits = is_nano ? Convert<1'000'000'000>(times, first, count, out)
                                  : Convert<1'000'000>(times, first, count, out);
  if (misfits.is_beyond) {
    return Refuse(
        is_nano ? "a timestamp is beyond the years 1677 to 2262 of nanoseconds; read timestamps "
                  "as microseconds"
                : "a timestamp is beyond the years that microseconds can name");
  }
  if (misfits.has_rest && !options.truncate_timestamps) {
    return Refuse(
        "a timestamp has digits below microseconds; read timestamps as nanoseconds, or ask to "
        "have them truncated");
  }
  return {};
}

}  // namespace cif
