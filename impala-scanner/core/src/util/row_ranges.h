// Ranges of rows of a split.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cif::internal {

/// Rows `first` to `end - 1`.
struct RowSpan {
  int64_t first = 0;
  int64_t end = 0;

  bool operator==(const RowSpan&) const = default;
};

/// Rows that may matter: ranges that ascend, none of them empty, with rows between them.
class RowRanges {
 public:
  RowRanges() = default;

  /// The rows of one range; none if it is empty.
  RowRanges(int64_t first, int64_t end) { Add(first, end); }

  bool empty() const { return spans_.empty(); }
  size_t size() const { return spans_.size(); }
  const RowSpan& operator[](size_t i) const { return spans_[i]; }
  const std::vector<RowSpan>& spans() const { return spans_; }

  /// How many rows they are.
  int64_t rows() const;

  /// Adds a range that does not begin before the last.
  void Add(int64_t first, int64_t end);

  /// The rows of both.
  RowRanges Intersect(const RowRanges& other) const;

  /// The rows of either.
  RowRanges Unite(const RowRanges& other) const;

 private:
  std::vector<RowSpan> spans_;
};

}  // namespace cif::internal
