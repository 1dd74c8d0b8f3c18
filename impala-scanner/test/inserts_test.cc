// Inserted rows (FORMAT.md section 3.4): new split-directories of a change count if it does.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "group_split.h"
#include "support.h"

namespace cif::test {
namespace {

std::string GoldenInserts() { return std::string(CIF_TESTDATA) + "/inserts"; }

/// Returns the number of rows of a scan and the sum of their numbers.
std::string Sum(const std::shared_ptr<const Split>& split) {
  ScanRequest request;
  request.columns = {{"n", 0, {}}};
  auto scanner = Scanner::Open(split, request);
  EXPECT_TRUE(scanner.ok());
  int64_t rows = 0;
  int64_t sum = 0;
  Batch batch;
  do {
    const Status next = (*scanner)->Next(&batch);
    EXPECT_TRUE(next.ok()) << next.error().ToString();
    rows += batch.rows;
    for (int64_t i = 0; i < batch.rows; i++) {
      sum += batch.columns[0].integer(i);
    }
  } while (batch.rows > 0);
  EXPECT_EQ(split->live_rows(), rows);
  return std::to_string(rows) + " " + std::to_string(sum);
}

TEST(InsertsTest, TheGoldenTableHasTheRowsThatCount) {
  const auto table = OpenTable(LocalFileSystem(IoMode::kBuffered), GoldenInserts() + "/table");
  ASSERT_NE(table, nullptr);
  const std::vector<std::string> lines = FileLines(GoldenInserts() + "/rows.txt");
  ASSERT_EQ(table->splits().size(), lines.size());
  int64_t all = 0;
  for (size_t i = 0; i < lines.size(); i++) {
    const size_t space = lines[i].find(' ');
    const std::string folder = GoldenInserts() + "/table/" + lines[i].substr(0, space);
    EXPECT_EQ(table->splits()[i].split->folder(), folder);
    EXPECT_EQ(Sum(table->splits()[i].split), lines[i].substr(space + 1));
    EXPECT_EQ(Sum(OpenSplit(LocalFileSystem(IoMode::kBuffered), folder)),
              lines[i].substr(space + 1));
    all += table->splits()[i].split->live_rows();
  }
  EXPECT_EQ(table->schema().rows, all);
}

const std::vector<std::string> kSplits = {"p=0/a", "p=0/insert-merge-0", "p=0/insert-pending-0",
                                          "p=1/insert-merge-1", "p=2/insert-undone-0"};

/// Returns the golden table with some status files.
MemoryFiles GoldenTable(const std::map<std::string, std::string>& statuses) {
  MemoryFiles all;
  for (const std::string& split : kSplits) {
    const MemoryFiles one = MemoryFiles::OfFolder(GoldenInserts() + "/table/" + split);
    for (const auto& [path, content] : one.files) {
      all.files["/table/" + split + path.substr(path.rfind('/'))] = content;
    }
  }
  for (const auto& [id, status] : statuses) {
    all.files["/table/_cif_changes/" + id + "." + status] = "{}";
  }
  return all;
}

TEST(InsertsTest, StatusFilesDecideWhichRowsCount) {
  using Statuses = std::map<std::string, std::string>;
  const std::vector<std::pair<Statuses, std::vector<int64_t>>> cases = {
      {{{"merge", "pending"},
        {"second", "pending"},
        {"pending", "committed"},
        {"undone", "aborted"}},
       {100, 0, 7, 0, 0}},
      {{{"merge", "committed"},
        {"second", "aborted"},
        {"pending", "aborted"},
        {"undone", "committed"}},
       {99, 5, 0, 70'000, 3}},
  };
  for (const auto& [statuses, expected] : cases) {
    const MemoryFiles files = GoldenTable(statuses);
    const auto table = OpenTable(files, "/table");
    ASSERT_NE(table, nullptr);
    for (size_t i = 0; i < expected.size(); i++) {
      EXPECT_EQ(table->splits()[i].split->live_rows(), expected[i]) << kSplits[i];
      Sum(table->splits()[i].split);
    }
  }
}

/// File system in which a change is committed while a table is listed: files that the first listing
/// of a folder does not show.
class LateFiles final : public FileSystem {
 public:
  LateFiles(MemoryFiles files, std::string late)
      : files_(std::move(files)), late_(std::move(late)) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    return files_.Open(path);
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    auto entries = files_.List(folder);
    if (entries.ok() && listings_[folder]++ == 0) {
      std::erase_if(*entries, [&](const DirectoryEntry& entry) { return entry.name == late_; });
    }
    return entries;
  }

 private:
  MemoryFiles files_;
  std::string late_;
  mutable std::map<std::string, int> listings_;
};

TEST(InsertsTest, AReaderThatCountsAChangeFindsAllThatItInserts) {
  const std::map<std::string, std::string> statuses = {{"merge", "committed"},
                                                       {"second", "committed"},
                                                       {"pending", "pending"},
                                                       {"undone", "aborted"}};
  // A later change of a split-directory that was not there is later than the snapshot, too.
  for (const auto& [late, inserted] : {std::pair("p=1", 4), std::pair("insert-merge-0", 5)}) {
    const LateFiles files(GoldenTable(statuses), late);
    const auto table = OpenTable(files, "/table");
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->schema().rows, 99 + inserted + 70'000) << late;
  }
  // Others that were not there are later than the snapshot.
  const LateFiles files(GoldenTable(statuses), "a");
  EXPECT_EQ(OpenTable(files, "/table")->schema().rows, 4 + 70'000);
}

TEST(InsertsTest, ImpossibleInsertsAreRefused) {
  const auto refusal = [](const std::function<void(nlohmann::json*)>& edit) {
    MemoryFiles files = GoldenTable({{"merge", "committed"},
                                     {"second", "committed"},
                                     {"pending", "pending"},
                                     {"undone", "aborted"}});
    ChangeSchemaFile(&files, "/table/p=0/insert-merge-0", edit);
    const auto table = Table::Open(files, "/table");
    return table.ok() ? "" : table.error().ToString();
  };
  const auto expect = [&](const std::string& why,
                          const std::function<void(nlohmann::json*)>& edit) {
    EXPECT_NE(refusal(edit).find(why), std::string::npos) << refusal(edit);
  };
  using Json = nlohmann::json;
  EXPECT_EQ(refusal([](Json*) {}), "");
  for (const Json& odd : {Json("there"), Json(1), Json(nullptr)}) {
    expect("'inserts' of a change is neither 'here' nor 'elsewhere'",
           [&](Json* json) { (*json)["changes"][0]["inserts"] = odd; });
  }
  expect("change merge has no columns and deletes no rows",
         [](Json* json) { (*json)["changes"][0]["inserts"] = "elsewhere"; });
  expect("change second inserts the rows, and is not the first change",
         [](Json* json) { (*json)["changes"][1]["inserts"] = "here"; });
  expect("or has columns or deleted rows", [](Json* json) {
    (*json)["changes"][0]["deletes"] = (*json)["changes"][1]["deletes"];
    (*json)["changes"][1]["inserts"] = "elsewhere";
    (*json)["changes"].erase(1);
  });
  expect("rows, which are more than 2^32",
         [](Json* json) { (*json)["rows"] = (int64_t{1} << 32) + 1; });
}

}  // namespace
}  // namespace cif::test
