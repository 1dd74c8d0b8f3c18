// Read-ahead of scans: rows, limits, unwanted data, faults of stores, and the end of a scan.

#include "file/read_ahead.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "group_split.h"
#include "store_files.h"

namespace cif::test {
namespace {

using internal::ReadAhead;

/// Ways to read files: as a whole, or footers and blocks apart.
constexpr int64_t kWhole = 1 << 20;
constexpr int64_t kApart = 0;

/// Makes a table of splits of 3,000 rows each.
MemoryFiles Encodings(int splits) {
  std::map<std::string, std::string> golden;
  for (int i = 0; i < splits; i++) {
    golden["/t/" + std::string(1, static_cast<char>('a' + i))] = "encodings";
  }
  return FilesOf(golden);
}

std::vector<std::string> LocalLines(const MemoryFiles& files,
                                    const std::vector<std::string>& columns,
                                    const std::string& runs = "") {
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, columns);
  if (!runs.empty()) {
    request.predicate.push_back(*table->ParsePredicate("runs", Op::kEq, runs));
  }
  auto lines = Lines(table, request);
  EXPECT_TRUE(lines.ok()) << lines.error().ToString();
  return *lines;
}

struct How {
  int64_t near_bytes;
  int64_t read_ahead_bytes;
  int threads;
};

class ReadAheadScanTest : public testing::TestWithParam<How> {};

INSTANTIATE_TEST_SUITE_P(All, ReadAheadScanTest,
                         testing::Values(How{kWhole, 64 << 20, 1}, How{kWhole, 64 << 20, 3},
                                         How{kApart, 64 << 20, 1}, How{kApart, 64 << 20, 3},
                                         How{kApart, 3000, 1}, How{kApart, 3000, 3},
                                         How{4096, 20000, 2}),
                         [](const auto& p) {
                           return "near_" + std::to_string(p.param.near_bytes) + "_of_" +
                                  std::to_string(p.param.read_ahead_bytes) + "_by_" +
                                  std::to_string(p.param.threads);
                         });

TEST_P(ReadAheadScanTest, RowsAreThoseOfAScanThatReadsNothingAhead) {
  for (const char* name : {"auto", "encodings", "skiplist"}) {
    const MemoryFiles files = FilesOf({{"/t/a", name}, {"/t/b/c", name}, {"/t/b/d", name}});
    const StoreFiles store(files, 5, GetParam().near_bytes);
    auto table = OpenTable(store, "/t");
    TableScanRequest request = RequestOf(*table, ColumnNames(*table));
    request.threads = GetParam().threads;
    request.read_ahead_bytes = GetParam().read_ahead_bytes;
    auto lines = Lines(table, request);
    ASSERT_TRUE(lines.ok()) << lines.error().ToString();
    EXPECT_EQ(*lines, LocalLines(files, ColumnNames(*table))) << name;
  }
}

TEST_P(ReadAheadScanTest, RowsOfGroupFilesAndOfPartsOfColumns) {
  MemoryFiles files;
  for (const char* root : {"/t/a", "/t/b", "/t/c"}) {
    for (const auto& [path, content] : GroupedGolden("map-columns", 2).files) {
      files.files[root + path] = content;
    }
  }
  const StoreFiles store(files, 5, GetParam().near_bytes);
  auto table = OpenTable(store, "/t");
  std::vector<std::string> columns = ColumnNames(*table);
  for (const Column& column : table->schema().columns) {
    if (column.type.kind() == Kind::kMap && column.type.child(0).type_class() == Class::kBytes) {
      columns.push_back(column.name + "['content-type']");
    }
  }
  TableScanRequest request = RequestOf(*table, columns);
  request.threads = GetParam().threads;
  request.read_ahead_bytes = GetParam().read_ahead_bytes;
  auto lines = Lines(table, request);
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, LocalLines(files, columns));
}

TEST_P(ReadAheadScanTest, ConditionsLeaveTheSameRowsAndMetrics) {
  const MemoryFiles files = Encodings(6);
  const StoreFiles store(files, 5, GetParam().near_bytes);
  for (const char* runs : {"3", "100000"}) {
    auto table = OpenTable(store, "/t");
    TableScanRequest request = RequestOf(*table, {"html", "packed"});
    request.predicate.push_back(*table->ParsePredicate("runs", Op::kEq, runs));
    request.threads = GetParam().threads;
    request.read_ahead_bytes = GetParam().read_ahead_bytes;
    auto scanner = TableScanner::Open(table, request);
    ASSERT_TRUE(scanner.ok());
    std::vector<std::string> lines;
    Batch batch;
    do {
      ASSERT_TRUE((*scanner)->Next(&batch).ok());
      AppendLines(batch, {"html", "packed"}, &lines);
    } while (batch.rows > 0);
    EXPECT_EQ(lines, LocalLines(files, {"html", "packed"}, runs));
    const ScanMetrics metrics = (*scanner)->metrics();
    EXPECT_EQ(static_cast<int64_t>(lines.size()) + metrics.rows_filtered + metrics.rows_pruned,
              table->schema().rows);
  }
}

TEST(ReadAheadTest, NoMoreIsReadThanWithoutIt) {
  const MemoryFiles files = Encodings(4);
  std::vector<StoreFiles::Counts> counts;
  for (int requests : {1, 4}) {
    StoreFiles store(files, requests, kApart);
    auto table = OpenTable(store, "/t");
    store.Clear();
    ASSERT_TRUE(Lines(table, RequestOf(*table, {"html", "packed"})).ok());
    counts.push_back(store.counts());
  }
  EXPECT_EQ(counts[1].bytes, counts[0].bytes);
  EXPECT_EQ(counts[1].files, counts[0].files);
  EXPECT_EQ(counts[1].files.size(), 8U);
}

TEST(ReadAheadTest, SmallFilesTakeOneRequestEach) {
  StoreFiles store(Encodings(4), 4, kWhole);
  auto table = OpenTable(store, "/t");
  store.Clear();
  ASSERT_TRUE(Lines(table, RequestOf(*table, {"runs", "html", "packed"})).ok());
  EXPECT_EQ(store.counts().requests, 12);
}

TEST(ReadAheadTest, ColumnsBehindAConditionThatLeavesNoRowAreNotRead) {
  StoreFiles store(Encodings(6), 4, kWhole);
  auto table = OpenTable(store, "/t");
  TableScanRequest request = RequestOf(*table, {"html", "packed"});
  const auto count = [&](const char* column, Op op, const char* literal) {
    request.predicate = {*table->ParsePredicate(column, op, literal)};
    store.Clear();
    EXPECT_TRUE(Lines(table, request).ok());
    return store.counts().files.size();
  };
  // Statistics cannot decide, so the column is read.
  EXPECT_EQ(count("html", Op::kContains, "no page has this"), 6U) << "html alone";
  EXPECT_EQ(count("html", Op::kContains, ""), 12U) << "packed, too";
}

TEST(ReadAheadTest, RequestsAreSentAtATimeButNoMoreThanTheStoreWants) {
  StoreFiles store(Encodings(6), 4, kWhole);
  auto table = OpenTable(store, "/t");
  store.Clear();
  // No request ends before four are waiting.
  std::mutex mutex;
  std::condition_variable changed;
  int waiting = 0;
  bool have_met = false;
  store.Set([&](const std::string&, uint64_t, size_t) -> Status {
    std::unique_lock<std::mutex> lock(mutex);
    have_met = ++waiting == 4 || have_met;
    changed.notify_all();
    changed.wait_for(lock, std::chrono::seconds(20), [&] { return have_met; });
    return {};
  });
  TableScanRequest request = RequestOf(*table, {"runs", "html", "packed"});
  auto scanner = TableScanner::Open(table, request);
  ASSERT_TRUE(scanner.ok());
  {
    std::unique_lock<std::mutex> lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(20), [&] { return have_met; }))
        << "the threads read before the scan asks for anything";
  }
  EXPECT_LE(store.counts().most_at_a_time, 4);
  scanner->reset();
}

TEST(ReadAheadTest, BlocksAreReadAsRowsWantThem) {
  StoreFiles store(Encodings(1), 2, kApart);
  auto table = OpenTable(store, "/t");
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::pair<std::string, uint64_t>> asked;
  store.Set([&](const std::string& path, uint64_t offset, size_t) -> Status {
    std::unique_lock<std::mutex> lock(mutex);
    asked.emplace_back(path, offset);
    changed.notify_all();
    // Blocks are released in pairs, so that none overtakes more than the other.
    const size_t enough = asked.size() <= 6 ? 0 : (asked.size() + 1) / 2 * 2;
    changed.wait_for(lock, std::chrono::seconds(20), [&] { return asked.size() >= enough; });
    return {};
  });
  // Six columns have a footer and two blocks each. The first block is at the start of the file. No
  // rows are requested meanwhile.
  auto scanner = TableScanner::Open(
      table, RequestOf(*table, {"packed", "wide", "letters", "alphabet", "words", "html"}));
  ASSERT_TRUE(scanner.ok());
  std::unique_lock<std::mutex> lock(mutex);
  ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(20), [&] { return asked.size() == 18; }));
  std::map<std::string, std::set<uint64_t>> offsets;
  for (const auto& [path, offset] : asked) {
    offsets[path].insert(offset);
  }
  int first = 0;
  int too_early = 0;
  for (const auto& [path, offset] : asked) {
    ASSERT_EQ(offsets[path].size(), 3U);
    first += offset == 0 ? 1 : 0;
    too_early += offset == *std::next(offsets[path].begin()) && first < 6 ? 1 : 0;
  }
  EXPECT_EQ(first, 6);
  EXPECT_LE(too_early, 1) << "two requests at a time may overtake each other";
  lock.unlock();
  scanner->reset();
}

TEST(ReadAheadTest, SplitsAreReadInTheirOrderWhicheverIsPlannedFirst) {
  StoreFiles store(Encodings(2), 4, kApart);
  auto table = OpenTable(store, "/t");
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> blocks;
  int footers_of_b = 0;
  store.Set([&](const std::string& path, uint64_t offset, size_t) -> Status {
    std::unique_lock<std::mutex> lock(mutex);
    const bool is_a = path.rfind("/t/a/", 0) == 0;
    if (offset == 0) {
      blocks.push_back(is_a ? "a" : "b");
    } else if (!is_a) {
      footers_of_b++;
    } else if (blocks.empty()) {
      // The plan of the second split has ended when that of the first one goes on.
      changed.wait_for(lock, std::chrono::seconds(20), [&] { return footers_of_b >= 2; });
      changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return !blocks.empty(); });
    }
    changed.notify_all();
    return {};
  });
  auto scanner = TableScanner::Open(table, RequestOf(*table, {"packed", "html"}));
  ASSERT_TRUE(scanner.ok());
  std::unique_lock<std::mutex> lock(mutex);
  ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(60), [&] { return blocks.size() == 4; }));
  EXPECT_EQ(blocks[0], "a");
  lock.unlock();
  scanner->reset();
}

TEST(ReadAheadTest, BytesThatWaitAreBounded) {
  constexpr int64_t kMost = 1000;
  constexpr int64_t kPiece = 300;
  MemoryFiles files;
  files.files["/t/f"] = std::string(20 * 400, 'x');
  StoreFiles store(files, 4, kApart);
  std::atomic<int64_t> started = 0;
  std::atomic<int64_t> taken = 0;
  std::atomic<int64_t> most = 0;
  store.Set([&](const std::string&, uint64_t, size_t length) -> Status {
    const int64_t now = (started += static_cast<int64_t>(length)) - taken;
    most = std::max<int64_t>(most, now);
    return {};
  });
  ReadAhead ahead(store, kMost);
  ahead.Start([] { return false; });
  for (int i = 0; i < 20; i++) {
    ahead.Expect({{"/t/f", 8000, i * 400, kPiece, ReadAhead::Keep::kOnce}});
  }
  auto file = ahead.files().OpenSized("/t/f", 8000);
  ASSERT_TRUE(file.ok());
  for (int i = 0; i < 20; i++) {
    taken += kPiece;
    Bytes bytes;
    ASSERT_TRUE((*file)->Read(static_cast<uint64_t>(i) * 400, kPiece, &bytes).ok());
    EXPECT_EQ(bytes.size(), static_cast<size_t>(kPiece));
  }
  EXPECT_EQ(started, 20 * kPiece) << "each piece once";
  EXPECT_LE(most, kMost);
}

TEST(ReadAheadTest, BytesOutliveWhatReadThem) {
  MemoryFiles files;
  files.files["/t/f"] = "0123456789";
  const StoreFiles store(files, 2, kApart);
  Bytes bytes;
  {
    ReadAhead ahead(store, 100);
    ahead.Start([] { return false; });
    ahead.Expect({{"/t/f", 10, 2, 6, ReadAhead::Keep::kOnce}});
    auto file = ahead.files().OpenSized("/t/f", 10);
    ASSERT_TRUE((*file)->Read(3, 4, &bytes).ok());
    ahead.Forget("/t");
  }
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "3456");
}

TEST_P(ReadAheadScanTest, AFaultIsAnErrorOfTheColumnThatWantsTheBytes) {
  StoreFiles store(Encodings(5), 4, GetParam().near_bytes);
  auto table = OpenTable(store, "/t");
  store.Set([](const std::string& path, uint64_t offset, size_t length) -> Status {
    if (path.find("/t/c/") == 0 && path.find("html") != std::string::npos && offset <= 1000 &&
        offset + length > 1000) {
      return Error{ErrorCode::kIo, path, "", static_cast<int64_t>(offset), "connection reset"};
    }
    return {};
  });
  TableScanRequest request = RequestOf(*table, {"packed", "html"});
  request.threads = GetParam().threads;
  request.read_ahead_bytes = GetParam().read_ahead_bytes;
  auto scanner = TableScanner::Open(table, request);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  int64_t rows = 0;
  Status status;
  do {
    status = (*scanner)->Next(&batch);
    rows += status.ok() ? batch.rows : 0;
  } while (status.ok() && batch.rows > 0);
  ASSERT_FALSE(status.ok());
  EXPECT_GE(rows, 6000) << "the splits before";
  EXPECT_NE(status.error().file.find("/t/c/"), std::string::npos);
  EXPECT_EQ(status.error().column, "html");
  EXPECT_NE(status.error().message.find("connection reset"), std::string::npos);
  EXPECT_TRUE(Lines(table, RequestOf(*table, {"packed"})).ok()) << "who does not read it, reads on";
}

TEST_P(ReadAheadScanTest, WhatFailsAheadIsAskedForOnceMore) {
  const MemoryFiles files = Encodings(4);
  StoreFiles store(files, 4, GetParam().near_bytes);
  auto table = OpenTable(store, "/t");
  const std::thread::id own = std::this_thread::get_id();
  store.Set([own](const std::string& path, uint64_t, size_t) -> Status {
    return std::this_thread::get_id() == own
               ? Status()
               : Status(Error{ErrorCode::kIo, path, "", -1, "too many requests"});
  });
  TableScanRequest request = RequestOf(*table, {"packed", "html"});
  request.read_ahead_bytes = GetParam().read_ahead_bytes;
  auto lines = Lines(table, request);
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, LocalLines(files, {"packed", "html"}));
}

TEST_P(ReadAheadScanTest, AFileThatIsShorterThanItsSchemaFileSaysIsAnError) {
  MemoryFiles files = Encodings(3);
  for (auto& [path, content] : files.files) {
    if (path.find("/t/b/") == 0 && path.find("html") != std::string::npos) {
      content.resize(content.size() - 1);
    }
  }
  const StoreFiles store(files, 4, GetParam().near_bytes);
  auto table = OpenTable(store, "/t");
  TableScanRequest request = RequestOf(*table, {"packed", "html"});
  request.threads = GetParam().threads;
  request.read_ahead_bytes = GetParam().read_ahead_bytes;
  auto lines = Lines(table, request);
  ASSERT_FALSE(lines.ok());
  EXPECT_EQ(lines.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(lines.error().file.find("/t/b/"), std::string::npos);
  EXPECT_EQ(lines.error().column, "html");
  EXPECT_NE(lines.error().message.find("ends here"), std::string::npos);
}

TEST(ReadAheadTest, AScanEndsWithRequestsOnTheirWay) {
  StoreFiles store(Encodings(6), 4, kWhole);
  auto table = OpenTable(store, "/t");
  std::promise<void> begun;
  std::promise<void> ended;
  std::atomic<bool> is_first = true;
  store.Set(
      [&, may_end = ended.get_future().share()](const std::string&, uint64_t, size_t) -> Status {
        if (is_first.exchange(false)) {
          begun.set_value();
        }
        may_end.wait();
        return {};
      });
  auto scanner = TableScanner::Open(table, RequestOf(*table, {"html"}));
  ASSERT_TRUE(scanner.ok());
  begun.get_future().wait();
  std::thread end([&] { scanner->reset(); });
  ended.set_value();
  end.join();
  EXPECT_LE(store.counts().requests, 200);
}

TEST(ReadAheadTest, ThreadsShareWhatIsReadAhead) {
  const MemoryFiles files = Encodings(6);
  const StoreFiles store(files, 4, 4096);
  auto table = OpenTable(store, "/t");
  TableScanRequest request = RequestOf(*table, {"html", "packed"});
  request.threads = 3;
  auto scan = SharedTableScan::Open(table, request);
  ASSERT_TRUE(scan.ok());
  std::atomic<int64_t> rows = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) {
    threads.emplace_back([&] {
      auto reader = std::move(*(*scan)->NewReader());
      Batch batch;
      do {
        ASSERT_TRUE(reader->Next(&batch).ok());
        rows += batch.rows;
      } while (batch.rows > 0);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(rows, table->schema().rows);
}

TEST(ParallelOpenTest, SplitsAreThoseOfOneRequestAtATimeInTheSameOrder) {
  std::map<std::string, std::string> golden;
  for (const char* folder :
       {"/t/a=1/b=2", "/t/a=1/b=1", "/t/a=0/b=7", "/t/a=2/b=0", "/t/a=2/b=9"}) {
    golden[folder] = "plain";
  }
  MemoryFiles files = FilesOf(golden);
  files.files["/t/_not/schema.cif"] = "";
  files.files["/t/empty/file"] = "";
  const StoreFiles store(files, 3, kWhole);
  auto splits = ListSplits(store, "/t");
  ASSERT_TRUE(splits.ok());
  EXPECT_EQ(*splits, (std::vector<std::string>{"/t/a=0/b=7", "/t/a=1/b=1", "/t/a=1/b=2",
                                               "/t/a=2/b=0", "/t/a=2/b=9"}));
  auto table = OpenTable(store, "/t");
  for (size_t i = 0; i < splits->size(); i++) {
    EXPECT_EQ(table->splits()[i].split->folder(), (*splits)[i]);
  }
}

TEST(ParallelOpenTest, TheFirstOfSeveralErrorsIsTold) {
  MemoryFiles files = Encodings(8);
  for (const char* damaged : {"/t/c/schema.cif", "/t/e/schema.cif", "/t/h/schema.cif"}) {
    files.files[damaged][20] ^= 1;
  }
  const StoreFiles store(files, 3, kWhole);
  for (int i = 0; i < 20; i++) {
    auto table = Table::Open(store, "/t");
    ASSERT_FALSE(table.ok());
    EXPECT_EQ(table.error().file, "/t/c/schema.cif");
  }
}

}  // namespace
}  // namespace cif::test
