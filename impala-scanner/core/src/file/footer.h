// Footers and statistics of column files: FORMAT.md sections 5 and 8.
#pragma once

#include "cif/statistics.h"
#include "cif/type.h"
#include "util/input.h"

namespace cif::internal {

inline constexpr int64_t kHeaderBytes = 8;
inline constexpr int64_t kTrailerBytes = 12;

/// A footer may be this long (FORMAT.md section 9).
inline constexpr int64_t kMaxFooter = int64_t{1} << 30;

/// Reads the footer of a column of a type and a split of so many rows. The blocks end at `blocks_end`
/// in the file; in a group file, which holds those of other columns between them, they end there at the
/// latest. @throws CorruptData
Footer ReadFooter(Input in, const Type& type, int64_t rows, int64_t blocks_end, bool in_group);

/// Reads the statistics of so many rows. @throws CorruptData
Statistics ReadStatistics(Input* in, const Type& type, int64_t rows);

/// Orders two literals of the same kind: negative, 0 or positive. -0.0 is below 0.0, NaN above all.
int CompareLiterals(const Literal& a, const Literal& b);

}  // namespace cif::internal
