// Scans of tables by several threads: order, errors, the limit on waiting batches, cancellation.

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "group_split.h"

namespace cif::test {
namespace {

/// Fixture for one thread, several in order, or several without order: `threads`, `in_order`.
class TableThreadsTest : public testing::TestWithParam<std::pair<int, bool>> {
 protected:
  Result<std::vector<std::string>> Read(std::shared_ptr<const Table> table,
                                        TableScanRequest request) {
    request.threads = GetParam().first;
    request.in_order = GetParam().second;
    ReadOptions options;
    options.batch_rows = 100;
    auto lines = Lines(std::move(table), request, options);
    if (lines.ok() && !GetParam().second) {
      std::sort(lines->begin(), lines->end());
    }
    return lines;
  }
};

INSTANTIATE_TEST_SUITE_P(Threads, TableThreadsTest,
                         testing::Values(std::pair{1, true}, std::pair{2, true}, std::pair{5, true},
                                         std::pair{2, false}, std::pair{3, false}),
                         [](const auto& p) {
                           return std::to_string(p.param.first) +
                                  (p.param.second ? "_in_order" : "_as_they_come");
                         });

TEST_P(TableThreadsTest, RowsOfAllSplits) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}, {"/t/b", "plain"}, {"/t/c/d", "skiplist"}});
  auto table = OpenTable(files, "/t");
  EXPECT_EQ(table->schema().rows, 900);
  EXPECT_EQ(table->partition_columns(), 0U);
  std::vector<std::string> wanted;
  for (const char* golden : {"auto", "plain", "skiplist"}) {
    for (const std::string& line : GoldenLines(golden)) {
      wanted.push_back(line);
    }
  }
  if (!GetParam().second) {
    std::sort(wanted.begin(), wanted.end());
  }
  auto lines = Read(table, RequestOf(*table, ColumnNames(*table)));
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, wanted);
}

TEST_P(TableThreadsTest, RowsOfGroupFiles) {
  MemoryFiles files = GroupedGolden("encodings", 1);
  for (const auto& [path, content] : GroupedGolden("encodings", 3).files) {
    files.files["/more" + path] = content;
  }
  std::vector<std::string> wanted = GoldenLines("encodings");
  for (const char* root : {"/encodings", "/more"}) {
    auto table = OpenTable(files, root);
    auto lines = Read(table, RequestOf(*table, ColumnNames(*table)));
    ASSERT_TRUE(lines.ok()) << lines.error().ToString();
    if (!GetParam().second) {
      std::sort(wanted.begin(), wanted.end());
    }
    EXPECT_EQ(*lines, wanted);
  }
}

TEST_P(TableThreadsTest, DamageInOneSplitIsAnError) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}, {"/t/b", "auto"}});
  files.files["/t/b/4-c3_int.col"][10] ^= 1;
  auto table = OpenTable(files, "/t");
  auto lines = Read(table, RequestOf(*table, {"c4 bigint", "c3 int"}));
  ASSERT_FALSE(lines.ok());
  EXPECT_EQ(lines.error().file, "/t/b/4-c3_int.col");
  EXPECT_EQ(lines.error().column, "c3 int");
  auto others = Read(table, RequestOf(*table, {"c4 bigint"}));
  EXPECT_TRUE(others.ok()) << "a damaged column stops only scans that read it";
}

TEST_P(TableThreadsTest, AScanMayBeDroppedHalfWay) {
  MemoryFiles files = FilesOf({{"/t/a", "encodings"}, {"/t/b", "encodings"}});
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"html"});
  request.threads = GetParam().first;
  request.in_order = GetParam().second;
  ReadOptions options;
  options.batch_rows = 7;
  auto scanner = TableScanner::Open(table, request, options);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 7);
}

TEST_P(TableThreadsTest, MetricsAreCompleteAtTheEnd) {
  MemoryFiles files = FilesOf({{"/t/a", "encodings"}, {"/t/b", "encodings"}});
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"packed"});
  request.predicate.push_back(*table->ParsePredicate("runs", Op::kEq, "3"));
  request.threads = GetParam().first;
  request.in_order = GetParam().second;
  auto scanner = TableScanner::Open(table, request);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  int64_t rows = 0;
  do {
    ASSERT_TRUE((*scanner)->Next(&batch).ok());
    rows += batch.rows;
  } while (batch.rows > 0);
  ScanMetrics metrics = (*scanner)->metrics();
  EXPECT_EQ(rows + metrics.rows_filtered + metrics.rows_pruned, 6000);
  EXPECT_GT(metrics.bytes_read, 0);
}

TEST(SharedTableScanTest, ThreadsReadEveryRowOnce) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}, {"/t/b", "plain"}, {"/t/c/d", "skiplist"}});
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, ColumnNames(*table));
  request.threads = 4;
  auto scan = SharedTableScan::Open(table, request);
  ASSERT_TRUE(scan.ok());
  std::vector<std::vector<std::string>> lines(4);
  std::vector<std::thread> threads;
  for (std::vector<std::string>& own : lines) {
    threads.emplace_back([&] {
      auto reader = std::move(*(*scan)->NewReader());
      Batch batch;
      do {
        ASSERT_TRUE(reader->Next(&batch).ok());
        AppendLines(batch, ColumnNames(*table), &own);
      } while (batch.rows > 0);
    });
  }
  std::vector<std::string> all;
  for (size_t i = 0; i < lines.size(); i++) {
    threads[i].join();
    all.insert(all.end(), lines[i].begin(), lines[i].end());
  }
  std::vector<std::string> wanted;
  for (const char* golden : {"auto", "plain", "skiplist"}) {
    for (const std::string& line : GoldenLines(golden)) {
      wanted.push_back(line);
    }
  }
  std::sort(all.begin(), all.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(all, wanted);
  EXPECT_GT((*scan)->metrics().bytes_read, 0);
}

TEST(SharedTableScanTest, AnErrorStaysWithItsReader) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}, {"/t/b", "auto"}});
  files.files["/t/a/4-c3_int.col"][10] ^= 1;
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"c3 int"});
  request.threads = 2;
  auto scan = SharedTableScan::Open(table, request);
  ASSERT_TRUE(scan.ok());
  auto first = std::move(*(*scan)->NewReader());
  Batch batch;
  Status failed = first->Next(&batch);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().file, "/t/a/4-c3_int.col");
  EXPECT_FALSE(first->Next(&batch).ok());
  auto second = std::move(*(*scan)->NewReader());
  ASSERT_TRUE(second->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 300);
}

/// File system that calls a function before a column file is opened.
class WatchedFiles final : public FileSystem {
 public:
  explicit WatchedFiles(MemoryFiles files) : files_(std::move(files)) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    if (path.ends_with(".col")) {
      opened++;
      if (on_open) {
        on_open();
      }
    }
    return files_.Open(path);
  }
  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    return files_.List(folder);
  }

  mutable std::atomic<int> opened{0};
  std::function<void()> on_open;

 private:
  MemoryFiles files_;
};

/// Makes a table of splits of 3,000 rows each.
WatchedFiles ManySplits(int splits) {
  std::map<std::string, std::string> folders;
  for (int i = 0; i < splits; i++) {
    folders["/t/" + std::to_string(100 + i)] = "encodings";
  }
  return WatchedFiles(FilesOf(folders));
}

TEST(ThreadsTest, WhatWaitsInOrderIsBoundedInBytes) {
  constexpr int kSplits = 30;
  constexpr int64_t kSplitRows = 3000;
  WatchedFiles files = ManySplits(kSplits);
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"html"});
  request.threads = 4;
  request.max_ahead_bytes = 1;
  ReadOptions options;
  options.batch_rows = 100;
  auto scanner = TableScanner::Open(table, request, options);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  int64_t rows = 0;
  do {
    // A thread holds at most one batch that nobody waits for, so it is still in its first split.
    EXPECT_LE(files.opened, rows / kSplitRows + 1 + request.threads);
    ASSERT_TRUE((*scanner)->Next(&batch).ok());
    rows += batch.rows;
  } while (batch.rows > 0);
  EXPECT_EQ(rows, kSplits * kSplitRows);
}

TEST(ThreadsTest, ABoundBelowOneByteIsRefused) {
  MemoryFiles files = FilesOf({{"/t/a", "plain"}});
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"c3 int"});
  request.max_ahead_bytes = 0;
  auto scanner = TableScanner::Open(table, request);
  ASSERT_FALSE(scanner.ok());
  EXPECT_EQ(scanner.error().code, ErrorCode::kInvalidArgument);
}

/// Makes a scan of 200 splits that finds nothing, but has to read every value.
TableScanRequest FindsNothing(const Table& table, std::pair<int, bool> threads) {
  TableScanRequest request = RequestOf(table, {"packed"});
  request.predicate.push_back(*table.ParsePredicate("html", Op::kContains, "is nowhere"));
  request.threads = threads.first;
  request.in_order = threads.second;
  return request;
}

TEST_P(TableThreadsTest, AScanThatFindsNothingIsCancelled) {
  WatchedFiles files = ManySplits(200);
  auto table = OpenTable(files, "/t");
  std::unique_ptr<TableScanner> scanner;
  std::atomic<bool> may_cancel{false};
  files.on_open = [&] {
    while (!may_cancel) {
      std::this_thread::yield();
    }
    scanner->Cancel();
  };
  auto opened = TableScanner::Open(table, FindsNothing(*table, GetParam()));
  ASSERT_TRUE(opened.ok());
  scanner = std::move(*opened);
  may_cancel = true;
  Batch batch;
  for (int call = 0; call < 2; call++) {
    Status status = scanner->Next(&batch);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  }
  EXPECT_LE(files.opened, GetParam().first) << "threads go on after the scan was cancelled";
}

TEST_P(TableThreadsTest, AScanEndsWhenTheCallerSaysSo) {
  WatchedFiles files = ManySplits(200);
  auto table = OpenTable(files, "/t");
  std::atomic<bool> is_unwanted{false};
  std::atomic<bool> has_ended{false};
  const std::thread::id caller = std::this_thread::get_id();
  files.on_open = [&] {
    is_unwanted = true;
    // Other threads work until the caller has got its error.
    while (std::this_thread::get_id() != caller && !has_ended) {
      std::this_thread::yield();
    }
  };
  ReadOptions options;
  options.cancelled = [&] {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    return is_unwanted.load();
  };
  auto scanner = TableScanner::Open(table, FindsNothing(*table, GetParam()), options);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  Status status = (*scanner)->Next(&batch);
  has_ended = true;
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
}

TEST(SharedTableScanTest, AReaderEndsWhenTheCallerSaysSo) {
  WatchedFiles files = ManySplits(50);
  auto table = OpenTable(files, "/t");
  int asked = 0;
  ReadOptions options;
  options.cancelled = [&] { return ++asked > 10; };
  auto scan = SharedTableScan::Open(table, FindsNothing(*table, {1, false}), options);
  ASSERT_TRUE(scan.ok());
  auto reader = std::move(*(*scan)->NewReader());
  Batch batch;
  Status status = reader->Next(&batch);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(asked, 11);
}

TEST(ThreadsTest, LookUpsOfSeveralThreadsShareWhatIsKept) {
  const MemoryFiles split = MemoryFiles::OfFolder(FiltersRoot() + "/table/split");
  MemoryFiles files;
  for (const char* folder : {"/t/a", "/t/b", "/t/c"}) {
    for (const auto& [path, content] : split.files) {
      files.files[folder + path.substr(path.rfind('/'))] = content;
    }
  }
  for (const int64_t memory : {int64_t{0}, int64_t{3000}, int64_t{1} << 20}) {
    TableOptions options;
    options.look_up_memory = memory;
    auto table = OpenTable(files, "/t", options);
    std::vector<std::thread> threads;
    std::atomic<int64_t> found = 0;
    for (int64_t t = 0; t < 4; t++) {
      threads.emplace_back([&, t] {
        for (int64_t row = t; row < 200; row += 4) {
          auto scanner = Table::LookUp(table, {{{"guid", GoldenGuid(row)}}, {{"n", int64_t{-1}}}},
                                       RequestOf(*table, {"n", "guid"}).columns, {}, t < 2 ? 1 : 2);
          Batch batch;
          do {
            ASSERT_TRUE((*scanner)->Next(&batch).ok());
            found += batch.rows;
          } while (batch.rows > 0);
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    EXPECT_EQ(found, 3 * (200 - 4)) << "each key in each split, but for NULLs; memory " << memory;
  }
}

}  // namespace
}  // namespace cif::test
