// Processes that are forked while scans are open.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "store_files.h"
#include "util/process.h"

namespace cif::test {
namespace {

/// Seconds after which a child that hangs is ended.
constexpr unsigned kLongest = 60;

#ifdef __SANITIZE_ADDRESS__

/// The states of this process's other threads, and how often each has waited.
std::string StatesOfOthers(bool* are_waiting) {
  std::string all;
  *are_waiting = true;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    if (task.path().filename() == std::to_string(getpid())) {
      continue;
    }
    std::ifstream status(task.path() / "status");
    for (std::string line; std::getline(status, line);) {
      if (line.rfind("State:", 0) == 0 || line.rfind("voluntary_ctxt_switches:", 0) == 0) {
        all += line + "\n";
        *are_waiting &= line[0] == 'v' || line.find("sleeping") != std::string::npos;
      }
    }
  }
  return all;
}

/// The sanitizer's memory, other than the system's, stays locked in a child if a thread asked for
/// some meanwhile: all have to wait.
void PrepareFork() {
  bool are_waiting = false;
  std::string before;
  std::string now;
  do {
    std::this_thread::yield();
    before = std::exchange(now, StatesOfOthers(&are_waiting));
  } while (!are_waiting || before != now);
}

#else

void PrepareFork() {}

#endif

/// Runs a function in a process that is forked. Its text, if it ends as it should; else how it
/// ended.
std::string InChild(const std::function<std::string()>& f) {
  int ends[2];
  if (pipe(ends) != 0) {
    return "no pipe";
  }
  PrepareFork();
  const pid_t child = fork();
  if (child == 0) {
    alarm(kLongest);
    const std::string text = f();
    const bool is_written =
        write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(is_written ? 0 : 1);
  }
  close(ends[1]);
  std::string text(4096, '\0');
  const ssize_t count = read(ends[0], text.data(), text.size());
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    return "ended by signal " + std::to_string(WTERMSIG(status));
  }
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, count)));
  return text;
}

/// All rows of a scan, or the error.
std::string RowsOf(TableScanner* scanner) {
  Batch batch;
  int64_t rows = 0;
  do {
    const Status status = scanner->Next(&batch);
    if (!status.ok()) {
      return status.error().ToString();
    }
    rows += batch.rows;
  } while (batch.rows > 0);
  return std::to_string(rows) + " rows";
}

std::string RowsOf(const std::shared_ptr<const Table>& table, const TableScanRequest& request) {
  auto scanner = TableScanner::Open(table, request);
  return scanner.ok() ? RowsOf(scanner->get()) : scanner.error().ToString();
}

struct ForkCase {
  std::string name;
  int threads;
  bool in_order;
  int requests;  ///< of the store at a time; 1: nothing is read ahead
};

class ForkTest : public testing::TestWithParam<ForkCase> {
 protected:
  /// Six splits of 3000 rows, and a scan of them of which a batch is read.
  void SetUp() override {
    std::map<std::string, std::string> splits;
    for (const char* split : {"a", "b", "c", "d", "e", "f"}) {
      splits[std::string("/t/") + split] = "encodings";
    }
    store_ = std::make_unique<StoreFiles>(FilesOf(splits), GetParam().requests, 1000);
    table_ = OpenTable(*store_, "/t");
    request_ = RequestOf(*table_, {"html", "packed"});
    request_.threads = GetParam().threads;
    request_.in_order = GetParam().in_order;
    // Threads don't end before the scan does.
    request_.max_ahead_bytes = 1;
    ReadOptions options;
    options.batch_rows = 100;
    auto scanner = TableScanner::Open(table_, request_, options);
    ASSERT_TRUE(scanner.ok());
    scanner_ = std::move(*scanner);
    ASSERT_TRUE(scanner_->Next(&batch_).ok());
  }

  bool HasThreads() const { return GetParam().threads > 1 || GetParam().requests > 1; }

  std::unique_ptr<StoreFiles> store_;
  std::shared_ptr<const Table> table_;
  TableScanRequest request_;
  std::unique_ptr<TableScanner> scanner_;
  Batch batch_;
};

INSTANTIATE_TEST_SUITE_P(Scans, ForkTest,
                         testing::Values(ForkCase{"alone", 1, true, 1},
                                         ForkCase{"in_order", 3, true, 1},
                                         ForkCase{"as_they_come", 3, false, 1},
                                         ForkCase{"read_ahead", 1, true, 4},
                                         ForkCase{"threads_and_read_ahead", 3, false, 4}),
                         [](const auto& p) { return p.param.name; });

TEST_P(ForkTest, AChildDropsTheScan) {
  EXPECT_EQ(InChild([&] {
              scanner_.reset();
              batch_ = Batch();
              table_.reset();
              return "dropped";
            }),
            "dropped");
  EXPECT_EQ(RowsOf(scanner_.get()), std::to_string(18000 - batch_.rows) + " rows")
      << "in the parent";
}

TEST_P(ForkTest, AChildCannotReadWhatNeedsThreads) {
  const std::string read = InChild([&] { return RowsOf(scanner_.get()); });
  if (HasThreads()) {
    EXPECT_EQ(read.find("/t: the scan was opened by another process"), 0U) << read;
  } else {
    EXPECT_EQ(read, "17900 rows");
  }
  EXPECT_EQ(InChild([&] {
              scanner_->Cancel();
              return std::to_string(scanner_->metrics().blocks_read > 0);
            }),
            HasThreads() ? "0" : "1");
}

TEST_P(ForkTest, AChildOpensAScanOfItsOwn) {
  EXPECT_EQ(InChild([&] { return RowsOf(table_, request_); }), "18000 rows");
  EXPECT_EQ(InChild([&] { return RowsOf(OpenTable(*store_, "/t"), request_); }), "18000 rows");
  EXPECT_EQ(InChild([&] { return InChild([&] { return RowsOf(table_, request_); }); }),
            "18000 rows");
}

TEST_P(ForkTest, AChildOfASharedScan) {
  auto shared = SharedTableScan::Open(table_, request_);
  ASSERT_TRUE(shared.ok());
  auto reader = (*shared)->NewReader();
  ASSERT_TRUE(reader.ok() && (*reader)->Next(&batch_).ok());
  const std::string wanted = "/t: the scan was opened by another process";
  EXPECT_EQ(InChild([&] { return (*reader)->Next(&batch_).error().ToString(); }).find(wanted), 0U);
  EXPECT_EQ(InChild([&] { return (*shared)->NewReader().error().ToString(); }).find(wanted), 0U);
  EXPECT_EQ(InChild([&] {
              const int64_t blocks = (*shared)->metrics().blocks_read;
              reader->reset();
              shared->reset();
              return std::to_string(blocks);
            }),
            "0");
}

/// Holds threads of this process up while they read a filter of a store.
class HeldUp {
 public:
  explicit HeldUp(StoreFiles* store) {
    store->Set([this](const std::string& path, uint64_t, size_t) -> Status {
      if (!process_.IsCurrent() || path.find(".filters") == std::string::npos) {
        return {};
      }
      std::unique_lock<std::mutex> lock(mutex_);
      is_there_ = true;
      changed_.notify_all();
      changed_.wait(lock, [this] { return is_released_; });
      return {};
    });
  }

  void Await() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return is_there_; });
  }

  void Release() {
    std::lock_guard<std::mutex> lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }

 private:
  const internal::OwnerProcess process_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_there_ = false;
  bool is_released_ = false;
};

TEST(ForkedLookUpTest, WhatAnotherThreadHasLockedIsNotWaitedFor) {
  MemoryFiles files = MemoryFiles::OfFolder(FiltersRoot() + "/table/split");
  StoreFiles store(std::move(files), 1, 1000);
  auto table = OpenTable(store, "/split");
  const auto look_up = [&] {
    auto key = table->ParseKey({{"guid", GoldenGuid(7)}});
    auto found = Table::LookUp(table, {*key}, {*table->ParseProjection("n")});
    return found.ok() ? RowsOf(found->get()) : found.error().ToString();
  };
  HeldUp held(&store);
  std::thread other([&] { EXPECT_EQ(look_up(), "1 rows"); });
  held.Await();
  EXPECT_EQ(InChild(look_up), "1 rows");
  EXPECT_EQ(InChild([&] {
              table.reset();
              return "dropped";
            }),
            "dropped");
  held.Release();
  other.join();
}

TEST(PerProcessTest, AChildHasAValueOfItsOwn) {
  internal::PerProcess<std::string> value([] { return std::make_unique<std::string>("new"); });
  value.Get() = "old";
  EXPECT_EQ(InChild([&] {
              const std::string first = value.Find() == nullptr ? "none, " : "some, ";
              const std::string second = value.Get() + ", ";
              value.Get() += "er";
              return first + second + *value.Find();
            }),
            "none, new, newer");
  EXPECT_EQ(*value.Find(), "old");
}

}  // namespace
}  // namespace cif::test
