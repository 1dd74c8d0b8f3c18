// Files of deleted rows. Input: the rows of the split, the deleted ones, then the bitmap.

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "file/deleted_rows.h"
#include "fuzz_input.h"
#include "util/row_ranges.h"

namespace cif::fuzz {
namespace {

constexpr int64_t kWindow = 50'000;

/// Reads rows window by window, and compares the ways to ask for them.
void Check(const internal::DeletedRows& deleted, int64_t rows) {
  const int64_t looked_at = std::min<int64_t>(rows, 20 * kWindow);
  int64_t live = 0;
  std::vector<int32_t> slots;
  for (int64_t first = 0; first < looked_at; first += kWindow) {
    const int64_t count = std::min(kWindow, looked_at - first);
    slots.clear();
    deleted.AppendLive(first, count, &slots);
    Require(std::is_sorted(slots.begin(), slots.end(), std::less_equal<>()), "slots ascend");
    Require(slots.empty() || (slots.front() >= 0 && slots.back() < count), "slots are in range");
    const auto left = static_cast<int64_t>(slots.size());
    Require(deleted.HasWithin(first, first + count) == (left < count), "rows are found");
    if (left > 0) {
      Require(deleted.RowOf(live) == first + slots.front(), "rows are counted");
      Require(deleted.RowOf(live + left - 1) == first + slots.back(), "rows are counted");
    }
    const int64_t short_runs =
        deleted.WithoutLongRuns(internal::RowRanges(first, first + count)).rows();
    Require(short_runs >= left && short_runs <= count, "ranges have the rows that are left");
    live += left;
  }
  Require(looked_at < rows || live == rows - deleted.count(), "all rows are counted");
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const int64_t rows = input.Number(INT64_MAX);
  const int64_t count = input.Number(int64_t{1} << 32);
  const cif::internal::Input rest = input.Rest();
  cif::Bytes bytes;
  if (rest.remaining() > 0) {
    const auto length = static_cast<size_t>(rest.remaining());
    std::copy_n(rest.position(), length, bytes.Allocate(length));
  }
  try {
    const cif::internal::DeletedRows deleted(std::move(bytes), rows, count);
    cif::fuzz::Require(deleted.count() == count, "the rows are as many as stated");
    cif::fuzz::Check(deleted, rows);
  } catch (const cif::internal::CorruptData&) {
  }
  return 0;
}
