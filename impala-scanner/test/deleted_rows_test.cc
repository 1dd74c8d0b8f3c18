// Bitmaps of deleted rows (FORMAT.md section 3.3) are read as they were written, or refused.

#include "file/deleted_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "deletes.h"
#include "util/input.h"

namespace cif::test {
namespace {

using internal::DeletedRows;
using internal::RowRanges;
using Rows = std::set<uint32_t>;

constexpr int64_t kRows = 200'000;

/// Reads a bitmap from memory of its exact size.
std::unique_ptr<DeletedRows> Read(const std::string& content, int64_t rows, int64_t count) {
  Bytes bytes;
  if (!content.empty()) {
    std::memcpy(bytes.Allocate(content.size()), content.data(), content.size());
  }
  return std::make_unique<DeletedRows>(std::move(bytes), rows, count);
}

/// Returns the error of a bitmap; empty if there is none.
std::string ErrorOf(const std::string& content, int64_t count) {
  try {
    Read(content, kRows, count);
    return "";
  } catch (const internal::CorruptData& e) {
    EXPECT_GE(e.offset(), 0);
    EXPECT_LE(e.offset(), static_cast<int64_t>(content.size()));
    return e.message();
  }
}

void ExpectRefused(const std::string& content, int64_t count, const std::string& why) {
  EXPECT_NE(ErrorOf(content, count).find(why), std::string::npos) << ErrorOf(content, count);
}

/// Returns all of 0 to `rows` - 1 that are not among some.
std::vector<int32_t> Live(const Rows& deleted, int64_t first, int64_t end) {
  std::vector<int32_t> live;
  for (int64_t row = first; row < end; row++) {
    if (deleted.count(static_cast<uint32_t>(row)) == 0) {
      live.push_back(static_cast<int32_t>(row - first));
    }
  }
  return live;
}

/// Rows in all kinds of containers.
Rows Mixed() {
  Rows rows = {1, 5, 70'000};
  for (uint32_t row = 131'072; row < 131'200; row++) {
    rows.insert(row);
  }
  for (uint32_t row = 65'536; row < 100'000; row += 3) {
    rows.insert(row);
  }
  for (uint32_t row = 10'000; row < 12'500; row++) {
    rows.insert(row);
  }
  for (uint32_t row = 195'000; row < 197'000; row++) {
    rows.insert(row);
  }
  return rows;
}

/// Returns rows of a shape, below `most`.
Rows Random(int shape, int64_t most, std::mt19937* random) {
  Rows rows;
  const auto any = [&](int64_t below) { return static_cast<int64_t>((*random)() % below); };
  for (int64_t row = any(most); row < most;) {
    const int64_t end = std::min(most, row + 1 + (shape == 0 ? 0 : any(shape == 1 ? 9 : 90'000)));
    for (; row < end; row++) {
      rows.insert(static_cast<uint32_t>(row));
    }
    row += 1 + any(shape == 0 ? 2'000 : shape == 1 ? 5 : 80'000);
  }
  return rows;
}

void ExpectRows(const DeletedRows& read, const Rows& rows, int64_t all, std::mt19937* random) {
  EXPECT_EQ(read.count(), static_cast<int64_t>(rows.size()));
  const std::vector<int32_t> live = Live(rows, 0, all);
  std::vector<int32_t> found = {-7};
  read.AppendLive(0, all, &found);
  found.erase(found.begin());
  ASSERT_EQ(found, live);
  for (int i = 0; i < 200; i++) {
    const int64_t first = static_cast<int64_t>((*random)() % all);
    const int64_t count = 1 + static_cast<int64_t>((*random)() % (i % 2 == 0 ? 100 : all));
    const int64_t end = std::min(all, first + count);
    const auto next = rows.lower_bound(static_cast<uint32_t>(first));
    EXPECT_EQ(read.HasWithin(first, end), next != rows.end() && *next < end);
    const internal::RowSpan run = read.Next(first);
    if (next == rows.end()) {
      EXPECT_EQ(run.first, INT64_MAX);
    } else {
      EXPECT_EQ(run.first, *next);
      ASSERT_GT(run.end, run.first);
      EXPECT_EQ(rows.count(static_cast<uint32_t>(run.end - 1)), 1U);
      EXPECT_EQ(std::distance(next, rows.lower_bound(static_cast<uint32_t>(run.end))),
                run.end - run.first);
    }
    found.clear();
    read.AppendLive(first, end - first, &found);
    const auto at = [&](int64_t row) {
      return std::lower_bound(live.begin(), live.end(), static_cast<int32_t>(row));
    };
    std::vector<int32_t> wanted(at(first), at(end));
    std::for_each(wanted.begin(), wanted.end(),
                  [&](int32_t& row) { row -= static_cast<int32_t>(first); });
    ASSERT_EQ(found, wanted) << first << " to " << end;
    if (!live.empty()) {
      const size_t number = (*random)() % live.size();
      EXPECT_EQ(read.RowOf(static_cast<int64_t>(number)), live[number]);
    }
  }
  EXPECT_GE(read.RowOf(static_cast<int64_t>(live.size())), live.empty() ? 0 : live.back() + 1);
  EXPECT_LE(read.RowOf(static_cast<int64_t>(live.size())), all);
}

TEST(DeletedRowsTest, BitmapsOfAllKindsAreReadAsTheyWereWritten) {
  std::mt19937 random(3);
  ExpectRows(*Read(BitmapOf({3, 9}, false), kRows, 2), {3, 9}, kRows, &random);
  for (int i = 0; i < 24; i++) {
    const Rows rows = i < 2 ? Mixed() : Random(i % 3, kRows, &random);
    if (!rows.empty()) {
      const auto count = static_cast<int64_t>(rows.size());
      ExpectRows(*Read(BitmapOf(rows, i % 2 == 0), kRows, count), rows, kRows, &random);
    }
  }
}

TEST(DeletedRowsTest, RowsUpToTheLastThatCanBeAreRead) {
  const auto read = Read(BitmapOf({7, UINT32_MAX}, true), INT64_MAX, 2);
  EXPECT_TRUE(read->HasWithin(UINT32_MAX, int64_t{1} << 32));
  EXPECT_FALSE(read->HasWithin(int64_t{1} << 32, INT64_MAX));
  EXPECT_EQ(read->RowOf(int64_t{1} << 40), (int64_t{1} << 40) + 2);
  std::vector<int32_t> live;
  read->AppendLive(int64_t{UINT32_MAX} - 1, 4, &live);
  EXPECT_EQ(live, (std::vector<int32_t>{0, 2, 3}));
}

TEST(DeletedRowsTest, LongRunsAreLeftOutWhole) {
  Rows rows = {5};
  for (uint32_t row = 60'000; row < 140'000; row++) {
    rows.insert(row);
  }
  for (uint32_t row = 150'000; row < 150'000 + DeletedRows::kLongRun - 1; row++) {
    rows.insert(row);
  }
  for (const bool with_runs : {true, false}) {
    const auto read = Read(BitmapOf(rows, with_runs), kRows, static_cast<int64_t>(rows.size()));
    const auto without = [&](int64_t first, int64_t end) {
      return read->WithoutLongRuns(RowRanges(first, end)).spans();
    };
    using Spans = std::vector<internal::RowSpan>;
    EXPECT_EQ(without(0, kRows), (Spans{{0, 60'000}, {140'000, kRows}}));
    EXPECT_EQ(without(60'000, 140'000), Spans());
    EXPECT_EQ(without(70'000, 140'001), (Spans{{140'000, 140'001}}));
    EXPECT_EQ(without(140'000, 160'000), (Spans{{140'000, 160'000}}));
  }
}

TEST(DeletedRowsTest, ImpossibleBitmapsAreRefused) {
  const std::string array = BitmapOf({3, 9}, false);
  const auto with = [](std::string bytes, size_t at, const std::string& other) {
    return bytes.replace(at, other.size(), other);
  };
  const auto number = [](uint16_t value) {
    return std::string(reinterpret_cast<const char*>(&value), 2);
  };
  ExpectRefused(with(array, 16, number(10)), 2, "deleted row 9 comes after row 10 of 200000 rows");
  ExpectRefused(with(array, 16, number(9)), 2, "deleted row 9 comes after row 9");
  ExpectRefused(array, 3, "it has 2 deleted rows, the schema file says 3");
  ExpectRefused(BitmapOf({kRows}, false), 1, "deleted row 200000");
  ExpectRefused(array + '\0', 2, "1 bytes too many behind the bitmap");
  ExpectRefused("", 1, "the data end");
  ExpectRefused({1, 2, 3, 4, 5, 6, 7, 8}, 1, "it begins with 67305985");
  ExpectRefused(with(array, 4, {'\xFF', '\xFF', '\xFF', '\x7F'}), 1, "2147483647 containers");
  ExpectRefused(with(array, 4, number(0xFFFF)), 1, "the data end");
  ExpectRefused(with(array, 12, number(17)), 2, "a container stands elsewhere");
  const std::string two = BitmapOf({3, 70'000}, false);
  ExpectRefused(with(two, 12, number(0)), 2, "its containers do not ascend");

  Rows run;
  for (uint32_t row = 100; row < 400; row++) {
    run.insert(row);
  }
  run.insert(1'000);
  // Cookie, flags, the container's head, the number of runs, and the runs.
  const std::string runs = BitmapOf(run, true);
  ASSERT_EQ(runs.size(), 4U + 1 + 4 + 2 + 8);
  EXPECT_EQ(ErrorOf(runs, 301), "");
  ExpectRefused(with(runs, 15, number(399)), 301, "deleted row 399 comes after row 399");
  ExpectRefused(with(runs, 17, number(0xFFFF)), 301, "a run beyond its container");
  ExpectRefused(with(runs, 17, number(1)), 301, "a container of 302 rows, which states 301");
  ExpectRefused(with(runs, 9, number(0)), 301, "a container of 0 rows, which states 301");
  ExpectRefused(with(runs, 9, number(3)), 301, "the data end");

  Rows many;
  for (uint32_t row = 0; row < 30'000; row += 3) {
    many.insert(row);
  }
  const std::string bits = BitmapOf(many, false);
  ASSERT_EQ(bits.size(), 16U + 8192);
  EXPECT_EQ(ErrorOf(bits, 10'000), "");
  ExpectRefused(with(bits, 16, {'\x48'}), 10'000, "a container of 9999 rows, which states 10000");
  ExpectRefused(bits.substr(0, bits.size() - 1), 10'000, "the data end");
}

TEST(DeletedRowsTest, MutationsAreRefusedOrPossible) {
  const Rows rows = Mixed();
  std::mt19937 random(7);
  int accepted = 0;
  for (int i = 0; i < 6'000; i++) {
    std::string bad = BitmapOf(rows, i % 2 == 0);
    if (random() % 4 == 0) {
      bad.resize(random() % bad.size());
    }
    for (uint32_t k = random() % 4; k > 0 && !bad.empty(); k--) {
      const size_t near = random() % 2 == 0 ? std::min<size_t>(64, bad.size()) : bad.size();
      bad[random() % near] = static_cast<char>(random());
    }
    try {
      const auto count = static_cast<int64_t>(rows.size());
      const auto read = Read(bad, kRows, count);
      std::vector<int32_t> live;
      read->AppendLive(0, kRows, &live);
      EXPECT_EQ(static_cast<int64_t>(live.size()), kRows - count);
      EXPECT_TRUE(std::is_sorted(live.begin(), live.end(), std::less_equal<>()));
      accepted++;
    } catch (const internal::CorruptData& e) {
      EXPECT_LE(e.offset(), static_cast<int64_t>(bad.size()));
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace cif::test
