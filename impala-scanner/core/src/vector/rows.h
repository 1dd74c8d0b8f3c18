// Selection of values of a node, stream or block.
#pragma once

#include <algorithm>
#include <cstdint>

namespace cif::internal {

/// Selected rows: a range, or a list of strictly ascending indexes.
struct Rows {
  int64_t from = 0;
  int64_t count = 0;
  const int32_t* index = nullptr;  ///< nullptr: the range from `from` on

  static Rows Range(int64_t from, int64_t count) { return {from, count, nullptr}; }
  static Rows List(const int32_t* index, int64_t count) { return {0, count, index}; }

  int64_t operator[](int64_t k) const { return index == nullptr ? from + k : index[k]; }
};

/// Returns the first k, from `k` on, of a list whose row is `end` or lies behind it.
inline int64_t EndOfRows(const Rows& rows, int64_t k, int64_t end) {
  // Many rows are often wanted and sometimes few, so steps double until they are too long.
  int64_t step = 1;
  while (k + step < rows.count && rows[k + step] < end) {
    k += step;
    step *= 2;
  }
  const int64_t last = std::min(k + step, rows.count);
  return std::lower_bound(rows.index + k, rows.index + last, end) - rows.index;
}

/// Calls f(from, count, at) for each run of neighbouring rows; `at` counts from 0.
template <typename F>
void ForEachRun(const Rows& rows, F f) {
  if (rows.index == nullptr) {
    if (rows.count > 0) {
      f(rows.from, rows.count, int64_t{0});
    }
    return;
  }
  for (int64_t k = 0; k < rows.count;) {
    int64_t first = rows.index[k];
    int64_t end = k + 1;
    while (end < rows.count && rows.index[end] - first == end - k) {
      end++;
    }
    f(first, end - k, k);
    k = end;
  }
}

/// Calls f(piece, count, at) for pieces of at most 1,024 rows; `at` counts from 0.
template <typename F>
void ForEachPiece(const Rows& rows, F f) {
  constexpr int64_t kPiece = 1024;
  for (int64_t at = 0; at < rows.count; at += kPiece) {
    const int64_t count = std::min(kPiece, rows.count - at);
    f(rows.index == nullptr ? Rows::Range(rows.from + at, count)
                            : Rows::List(rows.index + at, count),
      count, at);
  }
}

}  // namespace cif::internal
