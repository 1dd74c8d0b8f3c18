// Distribution of rows to threads, without order.

#include "scan/range_queue.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace cif::internal {
namespace {

TEST(RangeQueueTest, EveryRowIsHandedOutOnce) {
  constexpr int64_t kRows[] = {1'000'000, 10, 300'001, 0};
  RangeQueue queue(3);
  for (size_t split = 0; split < 4; split++) {
    queue.Add({split, 0, kRows[split]});
  }
  // The third thread is fast: no split of its own is left for it.
  std::vector<size_t> tasks(3, RangeQueue::kNone);
  std::vector<int64_t> taken(3);
  std::map<std::pair<size_t, int64_t>, int64_t> ranges;
  RowRange range;
  std::set<size_t> ended;
  for (size_t turn = 0; ended.size() < 3; turn++) {
    const size_t thread = turn % 5 == 0 ? 0 : turn % 5 == 1 ? 1 : 2;
    if (!queue.Take(&tasks[thread], &range)) {
      ended.insert(thread);
      continue;
    }
    taken[thread] += range.rows;
    EXPECT_TRUE(ranges.emplace(std::pair(range.split, range.first), range.rows).second);
  }
  std::vector<int64_t> next(4);
  for (const auto& [start, rows] : ranges) {
    EXPECT_EQ(start.second, next[start.first]);
    next[start.first] += rows;
  }
  EXPECT_EQ(next, std::vector<int64_t>(std::begin(kRows), std::end(kRows)));
  EXPECT_GT(taken[2], kRows[2]) << "it took of what the others had left";
}

TEST(RangeQueueTest, OneThreadTakesWholeSplits) {
  RangeQueue queue(1);
  queue.Add({7, 0, 1'000'000});
  size_t task = RangeQueue::kNone;
  RowRange range;
  ASSERT_TRUE(queue.Take(&task, &range));
  EXPECT_EQ(range.rows, 1'000'000);
  EXPECT_FALSE(queue.Take(&task, &range));
}

}  // namespace
}  // namespace cif::internal
