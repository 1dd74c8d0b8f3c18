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

Status ConvertTimestamps(const Vector& times, int64_t first, int64_t count,
                         const ArrowOptions& options, int64_t* out) {
  const bool is_nano = options.timestamp_unit == TimestampUnit::kNanoseconds;
  const int64_t per_second = is_nano ? 1'000'000'000 : 1'000'000;
  const int32_t nanos_per_unit = is_nano ? 1 : 1000;
  const int64_t most = INT64_MAX / per_second - 1;
  const int64_t* seconds = times.values.as<int64_t>() + first;
  const int32_t* nanos = times.nanos.as<int32_t>() + first;
  bool is_beyond = false;
  bool has_rest = false;
  for (int64_t i = 0; i < count; i++) {
    if (times.IsNull(first + i)) {
      out[i] = 0;
      continue;
    }
    const bool fits = seconds[i] <= most && seconds[i] >= -most;
    is_beyond |= !fits;
    has_rest |= nanos[i] % nanos_per_unit != 0;
    out[i] = (fits ? seconds[i] : 0) * per_second + nanos[i] / nanos_per_unit;
  }
  if (is_beyond) {
    return Refuse(is_nano ? "a timestamp is beyond the years 1677 to 2262 of nanoseconds; read timestamps "
                            "as microseconds"
                          : "a timestamp is beyond the years that microseconds can name");
  }
  if (has_rest && !options.truncate_timestamps) {
    return Refuse("a timestamp has digits below microseconds; read timestamps as nanoseconds, or ask to "
                  "have them truncated");
  }
  return {};
}

}  // namespace cif
