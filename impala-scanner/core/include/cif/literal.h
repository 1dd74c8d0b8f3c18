// Single values of primitive types.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "cif/export.h"
#include "cif/result.h"
#include "cif/type.h"

namespace cif {

__extension__ typedef __int128 int128;

/// A point in time: seconds since the epoch (floor), and nanoseconds 0..999999999.
struct Timestamp {
  int64_t seconds = 0;
  int32_t nanos = 0;
  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

/// Value of a primitive type: int64 for class INT, double for FLOAT and DOUBLE, the unscaled
/// integer at the column's scale for DECIMAL, bytes for BYTES, Timestamp for TIMESTAMP.
using Literal = std::variant<int64_t, double, int128, std::string, Timestamp>;

/// Parses a literal of a primitive type from text: numbers, `true`, `2026-11-21`, `2026-11-21
/// 10:20:30.5`, or the text itself.
CIF_EXPORT Result<Literal> ParseLiteral(const Type& type, std::string_view text);

/// Returns the nearest double of a decimal (FORMAT.md section 4.1).
CIF_EXPORT double NearestDouble(int128 unscaled, int scale);

}  // namespace cif
