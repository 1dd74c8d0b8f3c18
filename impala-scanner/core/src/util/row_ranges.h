// Ranges of rows of a split.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cif::internal {

/// Range of the rows `first` to `end - 1`.
struct RowSpan {
  int64_t first = 0;
  int64_t end = 0;

  bool operator==(const RowSpan&) const = default;
};

/// Rows that may matter: ascending, non-empty ranges with gaps between them.
class RowRanges {
 public:
  RowRanges() = default;

  /// Makes a single range; none if it is empty.
  RowRanges(int64_t first, int64_t end) { Add(first, end); }

  bool empty() const { return spans_.empty(); }
  size_t size() const { return spans_.size(); }
  const RowSpan& operator[](size_t i) const { return spans_[i]; }
  const std::vector<RowSpan>& spans() const { return spans_; }

  /// Number of rows in all ranges.
  int64_t rows() const;

  /// Adds a range. It must not begin before the last one.
  void Add(int64_t first, int64_t end);

  /// Returns the rows that are in both.
  RowRanges Intersect(const RowRanges& other) const;

  /// Returns the rows that are in either.
  RowRanges Unite(const RowRanges& other) const;

 private:
  std::vector<RowSpan> spans_;
};

}  // namespace cif::internal
