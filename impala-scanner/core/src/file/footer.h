// Footers and statistics of column files: FORMAT.md sections 5 and 8.
#pragma once

#include "cif/statistics.h"
#include "cif/type.h"
#include "util/input.h"

namespace cif::internal {

inline constexpr int64_t kHeaderBytes = 8;
inline constexpr int64_t kTrailerBytes = 12;

/// Maximum length of a footer in bytes (FORMAT.md section 9).
inline constexpr int64_t kMaxFooter = int64_t{1} << 30;

/// Reads the footer of a column of `type` in a split of `rows` rows. In a file of its own, the
/// blocks end at `blocks_end`. In a group file, which also has blocks of other columns, they end
/// there at the latest. @throws CorruptData
Footer ReadFooter(Input in, const Type& type, int64_t rows, int64_t blocks_end, bool in_group);

/// Reads the statistics of `rows` rows. @throws CorruptData
Statistics ReadStatistics(Input* in, const Type& type, int64_t rows);

/// Compares two literals of the same kind. The result is negative, 0 or positive. -0.0 is below
/// 0.0, NaN above all.
int CompareLiterals(const Literal& a, const Literal& b);

}  // namespace cif::internal
