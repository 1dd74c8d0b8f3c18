#include "util/row_ranges.h"

#include <algorithm>

namespace cif::internal {

int64_t RowRanges::rows() const {
  int64_t rows = 0;
  for (const RowSpan& span : spans_) {
    rows += span.end - span.first;
  }
  return rows;
}

void RowRanges::Add(int64_t first, int64_t end) {
  if (first >= end) {
    return;
  }
  if (!spans_.empty() && spans_.back().end >= first) {
    spans_.back().end = std::max(spans_.back().end, end);
  } else {
    spans_.push_back({first, end});
  }
}

RowRanges RowRanges::Intersect(const RowRanges& other) const {
  RowRanges both;
  const std::vector<RowSpan>& a = spans_;
  const std::vector<RowSpan>& b = other.spans_;
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    both.Add(std::max(a[i].first, b[k].first), std::min(a[i].end, b[k].end));
    (a[i].end < b[k].end ? i : k)++;
  }
  return both;
}

RowRanges RowRanges::Unite(const RowRanges& other) const {
  RowRanges either;
  const std::vector<RowSpan>& a = spans_;
  const std::vector<RowSpan>& b = other.spans_;
  for (size_t i = 0, k = 0; i < a.size() || k < b.size();) {
    const bool is_a = k == b.size() || (i < a.size() && a[i].first < b[k].first);
    const RowSpan& next = is_a ? a[i++] : b[k++];
    either.Add(next.first, next.end);
  }
  return either;
}

}  // namespace cif::internal
