// Moments: split-directories that are opened one by one show one state of their table.

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "cif/table.h"
#include "described_table.h"
#include "query_moments.h"
#include "support.h"

namespace cif::test {
namespace {

const std::vector<std::string> kSplits = {"p=0/a", "p=0/b", "p=1/a"};

std::string ChangesRoot() { return GoldenRoot() + "/../changes"; }

/// The golden table of changes in memory.
class Golden {
 public:
  Golden() {
    for (const std::string& split : kSplits) {
      const MemoryFiles one = MemoryFiles::OfFolder(ChangesRoot() + "/table/" + split);
      for (const auto& [path, content] : one.files) {
        files.files["/table/" + split + path.substr(path.rfind('/'))] = content;
      }
    }
  }

  /// Sets the status of a change; none if it is empty.
  void Set(const std::string& id, const std::string& status) {
    std::erase_if(files.files, [&](const auto& file) {
      return file.first.starts_with("/table/_cif_changes/" + id + ".");
    });
    if (!status.empty()) {
      files.files["/table/_cif_changes/" + id + "." + status] = "{}";
    }
  }

  /// Sets the status of each of the table's three changes.
  void SetAll(const std::string& first, const std::string& second, const std::string& third) {
    Set("first", first);
    Set("second", second);
    Set("third", third);
  }

  /// Returns the rows of a split, opened by itself.
  Result<std::vector<std::string>> Rows(const std::string& split, Moment* moment) const {
    TableOptions options;
    options.splits = {split};
    options.moment = moment;
    auto table = Table::Open(files, "/table", options);
    if (!table.ok()) {
      return table.error();
    }
    ScanRequest request;
    request.columns = {{"n", 0, {}}, {"s", 0, {}}, {"d", 0, {}}};
    return ScanLines((*table)->splits()[0].split, request);
  }

  MemoryFiles files;
};

/// Returns the golden rows of a split: `none`, `committed` or `both`.
std::vector<std::string> Lines(size_t split, const std::string& name) {
  const std::vector<std::string> all = FileLines(ChangesRoot() + "/" + name + ".jsonl");
  Golden golden;
  golden.SetAll("aborted", "aborted", "aborted");
  std::vector<std::string> lines;
  size_t first = 0;
  for (size_t i = 0; i <= split; i++) {
    const auto rows = golden.Rows(kSplits[i], nullptr);
    EXPECT_TRUE(rows.ok()) << rows.error().ToString();
    lines = {all.begin() + static_cast<ptrdiff_t>(first),
             all.begin() + static_cast<ptrdiff_t>(first + rows->size())};
    first += rows->size();
  }
  return lines;
}

void ExpectRows(const Golden& golden, size_t split, Moment* moment, const std::string& name) {
  const auto rows = golden.Rows(kSplits[split], moment);
  ASSERT_TRUE(rows.ok()) << rows.error().ToString();
  EXPECT_EQ(*rows, Lines(split, name)) << kSplits[split] << " " << name;
}

TEST(MomentTest, ALaterCommitDoesNotCount) {
  Golden golden;
  golden.SetAll("pending", "pending", "aborted");
  Moment moment;
  ExpectRows(golden, 0, &moment, "none");
  golden.Set("first", "committed");
  ExpectRows(golden, 1, &moment, "none");
  ExpectRows(golden, 2, &moment, "none");
  ExpectRows(golden, 0, &moment, "none");
  Moment later;
  for (size_t split = 0; split < kSplits.size(); split++) {
    ExpectRows(golden, split, &later, "committed");
    ExpectRows(golden, split, nullptr, "committed");
  }
}

TEST(MomentTest, AChangeIsNotThereYetWhenTheFirstSplitIsOpened) {
  Golden golden;
  const std::string changed = golden.files.files["/table/p=0/a/schema.cif"];
  std::string before;
  for (const std::string& line : FileLines(ChangesRoot() + "/before.cif")) {
    before += line + "\n";
  }
  golden.files.files["/table/p=0/a/schema.cif"] = before;
  Moment moment;
  ExpectRows(golden, 0, &moment, "none");
  golden.files.files["/table/p=0/a/schema.cif"] = changed;
  golden.SetAll("committed", "committed", "pending");
  ExpectRows(golden, 0, &moment, "none");
  ExpectRows(golden, 1, &moment, "none");
  ExpectRows(golden, 1, nullptr, "both");
}

TEST(MomentTest, AChangeThatIsUndoneLaterStillCounts) {
  Golden golden;
  golden.SetAll("committed", "committed", "aborted");
  Moment moment;
  ExpectRows(golden, 2, &moment, "both");
  golden.Set("second", "aborted");
  ExpectRows(golden, 0, &moment, "both");
  ExpectRows(golden, 1, &moment, "both");
  ExpectRows(golden, 1, nullptr, "committed");
}

TEST(MomentTest, AChangeThatNobodyKnowsIsAnError) {
  Golden golden;
  golden.Set("first", "committed");
  golden.Set("second", "pending");
  Moment moment;
  const auto rows = golden.Rows("p=0/a", &moment);
  ASSERT_FALSE(rows.ok());
  EXPECT_NE(rows.error().message.find("nothing says whether change third"), std::string::npos);
}

TEST(MomentTest, TheTableFileIsTheFirstOne) {
  MemoryFiles files;
  AddSplit(&files, "/t/a", "plain", {{"c3 int", "x", ""}});
  const std::string one =
      TableFileOf(Quoted("{'formatVersion':1,'revision':1,'columns':[{'name':'x','type':'int'}]}"));
  files.files["/t/_cif_table"] = one;
  Moment moment;
  TableOptions options;
  options.splits = {"a"};
  options.moment = &moment;
  auto table = Table::Open(files, "/t", options);
  ASSERT_TRUE(table.ok()) << table.error().ToString();
  files.files["/t/_cif_table"] =
      TableFileOf(Quoted("{'formatVersion':1,'revision':2,'columns':[{'name':'y','type':'int'}]}"));
  table = Table::Open(files, "/t", options);
  ASSERT_TRUE(table.ok()) << table.error().ToString();
  EXPECT_EQ((*table)->table_file(), one);
  EXPECT_GE((*table)->schema().Find("x"), 0);
  options.moment = nullptr;
  table = Table::Open(files, "/t", options);
  ASSERT_TRUE(table.ok()) << table.error().ToString();
  EXPECT_GE((*table)->schema().Find("y"), 0);
}

/// File system that fails to list a folder once.
class FailingOnce final : public FileSystem {
 public:
  explicit FailingOnce(const FileSystem& files) : files_(files) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    return files_.Open(path);
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    if (!has_failed_) {
      has_failed_ = true;
      return Error{ErrorCode::kCancelled, folder, "", -1, "cancelled"};
    }
    return files_.List(folder);
  }

 private:
  const FileSystem& files_;
  mutable bool has_failed_ = false;
};

TEST(MomentTest, AnErrorIsNotKept) {
  Golden golden;
  golden.SetAll("committed", "pending", "aborted");
  const FailingOnce files(golden.files);
  Moment moment;
  TableOptions options;
  options.splits = {"p=0/b"};
  options.moment = &moment;
  const auto failed = Table::Open(files, "/table", options);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(Table::Open(files, "/table", options).ok());
  ExpectRows(golden, 1, &moment, "committed");
}

using plugin::QueryMoments;

TEST(QueryMomentsTest, AQueryHasOneMomentAsLongAsItIsKept) {
  QueryMoments moments;
  QueryMoments::Found first = moments.Of({1, 2});
  EXPECT_TRUE(first.is_new);
  EXPECT_EQ(moments.Of({1, 2}).moment, first.moment);
  EXPECT_FALSE(moments.Of({1, 2}).is_new);
  const QueryMoments::Found other = moments.Of({1, 3});
  EXPECT_TRUE(other.is_new);
  EXPECT_NE(other.moment, first.moment);
  EXPECT_TRUE(moments.Of({2, 1}).is_new) << "nobody kept it";
  EXPECT_TRUE(moments.Of({2, 1}).is_new);
  first.moment.reset();
  EXPECT_TRUE(moments.Of({1, 2}).is_new);
}

TEST(QueryMomentsTest, QueriesThatEndedAreForgotten) {
  QueryMoments moments;
  const QueryMoments::Found kept = moments.Of({0, 0});
  for (int64_t query = 1; query < 1000; query++) {
    EXPECT_TRUE(moments.Of({query, 7}).is_new);
    EXPECT_LE(moments.size(), 2U);
  }
  EXPECT_EQ(moments.Of({0, 0}).moment, kept.moment);
}

TEST(QueryMomentsTest, ThreadsGetOneMoment) {
  QueryMoments moments;
  std::vector<QueryMoments::Found> found(8);
  std::vector<std::thread> threads;
  for (QueryMoments::Found& one : found) {
    threads.emplace_back([&] { one = moments.Of({5, 5}); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  int made = 0;
  for (const QueryMoments::Found& one : found) {
    EXPECT_EQ(one.moment, found[0].moment);
    made += one.is_new ? 1 : 0;
  }
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace cif::test
