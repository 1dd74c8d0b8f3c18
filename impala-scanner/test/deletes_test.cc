// Scans, look-ups and counts leave deleted rows out (FORMAT.md section 3.3).

#include "deletes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "group_split.h"
#include "store_files.h"

namespace cif::test {
namespace {

using Rows = std::set<uint32_t>;

std::string GoldenDeletes() { return std::string(CIF_TESTDATA) + "/deletes"; }

TEST(DeletesTest, TheGoldenTableHasTheRowsThatAreLeft) {
  for (IoMode mode : {IoMode::kBuffered, IoMode::kDirect}) {
    const auto table = OpenTable(LocalFileSystem(mode), GoldenDeletes() + "/table");
    ASSERT_NE(table, nullptr);
    int64_t all = 0;
    for (const std::string& line : FileLines(GoldenDeletes() + "/rows.txt")) {
      const size_t first = line.find(' ');
      const size_t second = line.find(' ', first + 1);
      const int64_t rows = std::stoll(line.substr(first + 1));
      const auto split =
          OpenSplit(LocalFileSystem(mode), GoldenDeletes() + "/table/" + line.substr(0, first));
      ASSERT_NE(split, nullptr);
      EXPECT_EQ(split->live_rows(), rows);
      all += rows;
      ScanRequest request;
      request.columns = {{"n", 0, {}}};
      auto scanner = Scanner::Open(split, request);
      ASSERT_TRUE(scanner.ok());
      int64_t found = 0;
      int64_t sum = 0;
      Batch batch;
      do {
        ASSERT_TRUE((*scanner)->Next(&batch).ok());
        found += batch.rows;
        for (int64_t i = 0; i < batch.rows; i++) {
          sum += batch.columns[0].integer(i);
        }
      } while (batch.rows > 0);
      EXPECT_EQ(found, rows) << line;
      EXPECT_EQ(sum, std::stoll(line.substr(second + 1))) << line;
      EXPECT_EQ((*scanner)->metrics().rows_filtered + (*scanner)->metrics().rows_pruned + found,
                split->rows());
    }
    EXPECT_EQ(table->schema().rows, all);
  }
}

/// Golden split of which some rows are deleted, and the lines of the others.
struct SomeDeleted {
  explicit SomeDeleted(const std::string& name, unsigned seed = 1)
      : folder("/" + name), files(MemoryFiles::OfFolder(GoldenRoot() + "/" + name)) {
    std::mt19937 random(seed);
    const std::vector<std::string> all = GoldenLines(name);
    const auto count = static_cast<uint32_t>(all.size());
    for (uint32_t row = 0; row < count;) {
      // Stretches without a deleted row, with few, with many, and with nothing else.
      const uint32_t one_in = std::vector<uint32_t>{0, 20, 3, 1}[random() % 4];
      const auto length = static_cast<uint32_t>(1 + random() % (count / 4 + 2));
      for (const uint32_t end = std::min(count, row + length); row < end; row++) {
        if (one_in > 0 && random() % one_in == 0) {
          deleted.insert(row);
        }
      }
    }
    deleted.insert(count - 1);
    DeleteRows(&files, folder, deleted);
    for (uint32_t row = 0; row < count; row++) {
      if (deleted.count(row) == 0) {
        left.push_back(row);
        lines.push_back(all[row]);
      }
    }
  }

  std::string folder;
  MemoryFiles files;
  Rows deleted;
  std::vector<uint32_t> left;      ///< rows that are left
  std::vector<std::string> lines;  ///< their lines
};

class DeletesGoldenTest : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Golden, DeletesGoldenTest, testing::ValuesIn(GoldenNames()),
                         GoldenTestName);

TEST_P(DeletesGoldenTest, ScansLeaveTheRowsOut) {
  if (GoldenLines(GetParam()).size() < 2) {
    GTEST_SKIP();
  }
  for (unsigned seed = 1; seed <= 2; seed++) {
    const SomeDeleted some(GetParam(), seed);
    const auto split = OpenSplit(some.files, some.folder);
    ASSERT_NE(split, nullptr);
    EXPECT_EQ(split->live_rows(), static_cast<int64_t>(some.lines.size()));
    for (const int64_t batch_rows : {7, 32'768}) {
      ReadOptions options;
      options.batch_rows = batch_rows;
      options.strings = batch_rows == 7 ? StringForm::kViews : StringForm::kOffsets;
      ScanRequest request;
      request.columns = AllColumns(split->schema());
      const auto all = ScanLines(split, request, options);
      ASSERT_TRUE(all.ok()) << all.error().ToString();
      EXPECT_EQ(*all, some.lines);
      // A range of rows counts deleted ones.
      request.first_row = split->rows() / 3;
      request.row_count = split->rows() / 2;
      const auto range = ScanLines(split, request, options);
      ASSERT_TRUE(range.ok()) << range.error().ToString();
      std::vector<std::string> expected;
      for (size_t i = 0; i < some.left.size(); i++) {
        if (some.left[i] >= request.first_row &&
            some.left[i] < request.first_row + request.row_count) {
          expected.push_back(some.lines[i]);
        }
      }
      EXPECT_EQ(*range, expected);
    }
  }
}

TEST_P(DeletesGoldenTest, ConditionsHoldOfTheRowsThatAreLeft) {
  if (GoldenLines(GetParam()).size() < 2) {
    GTEST_SKIP();
  }
  const SomeDeleted some(GetParam(), 5);
  const MemoryFiles whole = MemoryFiles::OfFolder(GoldenRoot() + "/" + GetParam());
  const auto all = OpenSplit(whole, some.folder);
  const auto split = OpenSplit(some.files, some.folder);
  const auto rows_of = [&](const std::shared_ptr<const Split>& of, const Conjunction& predicate,
                           const std::vector<Conjunction>& any_of) {
    ScanRequest request;
    request.columns = AllColumns(of->schema());
    request.predicate = predicate;
    request.any_of = any_of;
    auto lines = ScanLines(of, request);
    EXPECT_TRUE(lines.ok()) << lines.error().ToString();
    return lines.ok() ? *lines : std::vector<std::string>();
  };
  // Rows with equal lines satisfy a condition alike.
  const auto expect_alike = [&](const Conjunction& predicate, const std::vector<Conjunction>& any) {
    const std::vector<std::string> of_all = rows_of(all, predicate, any);
    const std::set<std::string> satisfy(of_all.begin(), of_all.end());
    std::vector<std::string> expected;
    std::copy_if(some.lines.begin(), some.lines.end(), std::back_inserter(expected),
                 [&](const std::string& line) { return satisfy.count(line) > 0; });
    EXPECT_EQ(rows_of(split, predicate, any), expected);
  };
  const std::vector<Column>& columns = all->schema().columns;
  for (size_t c = 0; c < columns.size(); c += columns.size() / 6 + 1) {
    const Column& column = columns[c];
    const Predicate is_null{{column.name, 0, {}}, Op::kIsNull, {}};
    const Predicate is_not_null{{column.name, 0, {}}, Op::kIsNotNull, {}};
    expect_alike({is_null}, {});
    expect_alike({is_not_null}, {});
    expect_alike({Or({is_null, is_not_null}), Not(is_null)}, {});
    expect_alike({}, {{is_null}, {is_not_null}});
    expect_alike({}, {{is_null}});
  }
}

TEST(DeletesTest, ComparisonsHoldOfTheRowsThatAreLeft) {
  const MemoryFiles whole = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
  const auto all = OpenTable(whole, "/encodings");
  const auto is = [&](const char* target, Op op, const char* literal) {
    return *all->ParsePredicate(target, op, literal);
  };
  const Predicate runs = is("runs", Op::kEq, "3");
  const Predicate packed = is("packed", Op::kLt, "5000");
  const Predicate words = is("words", Op::kContains, "a");
  const Predicate html = is("html", Op::kStartsWith, "<");
  const Predicate several = *all->ParseIn("runs", {"1", "2", "5"});
  const std::vector<std::pair<Conjunction, std::vector<Conjunction>>> cases = {
      {{runs}, {}},
      {{packed}, {}},
      {{words}, {}},
      {{html, packed}, {}},
      {{packed, words, several}, {}},
      {{Not(packed), Or({runs, words})}, {}},
      {{}, {{runs}, {is("runs", Op::kEq, "4")}}},
      {{words}, {{runs}, {packed, is("runs", Op::kEq, "7")}}},
  };
  for (unsigned seed = 1; seed <= 4; seed++) {
    const SomeDeleted some("encodings", seed);
    const auto table = OpenTable(some.files, some.folder);
    for (size_t i = 0; i < cases.size(); i++) {
      TableScanRequest request = RequestOf(*all, ColumnNames(*all));
      request.predicate = cases[i].first;
      request.any_of = cases[i].second;
      const auto of_all = Lines(all, request);
      ASSERT_TRUE(of_all.ok()) << of_all.error().ToString();
      const std::set<std::string> satisfy(of_all->begin(), of_all->end());
      std::vector<std::string> expected;
      std::copy_if(some.lines.begin(), some.lines.end(), std::back_inserter(expected),
                   [&](const std::string& line) { return satisfy.count(line) > 0; });
      for (const int64_t batch_rows : {100, 32'768}) {
        ReadOptions options;
        options.batch_rows = batch_rows;
        const auto found = Lines(table, request, options);
        ASSERT_TRUE(found.ok()) << found.error().ToString();
        EXPECT_EQ(*found, expected) << "case " << i;
      }
    }
  }
}

/// Golden table of two partitions with deleted rows, and one without.
struct TableOfDeleted {
  TableOfDeleted() : first("encodings", 2), second("encodings", 3) {
    for (auto& [path, content] : first.files.files) {
      files.files["/t/day=1/a" + path.substr(path.rfind('/'))] = content;
    }
    for (auto& [path, content] : second.files.files) {
      files.files["/t/day=2/a" + path.substr(path.rfind('/'))] = content;
    }
    for (auto& [path, content] : MemoryFiles::OfFolder(GoldenRoot() + "/encodings").files) {
      files.files["/t/day=2/b" + path.substr(path.rfind('/'))] = content;
      files.files["/t/day=3/a" + path.substr(path.rfind('/'))] = content;
    }
    Rows every;
    const std::vector<std::string> whole = GoldenLines("encodings");
    for (uint32_t row = 0; row < whole.size(); row++) {
      every.insert(row);
    }
    DeleteRows(&files, "/t/day=3/a", every);
    lines = first.lines;
    lines.insert(lines.end(), second.lines.begin(), second.lines.end());
    lines.insert(lines.end(), whole.begin(), whole.end());
  }

  SomeDeleted first;
  SomeDeleted second;
  MemoryFiles files;
  std::vector<std::string> lines;
};

std::vector<std::string> StoredNames(const Table& table) {
  std::vector<std::string> names = ColumnNames(table);
  names.pop_back();  // the partition column
  return names;
}

TEST(DeletesTest, RangesOfATableCountTheRowsThatAreLeft) {
  const TableOfDeleted of;
  const StoreFiles store(of.files, 4, 64 << 10);
  for (const FileSystem* files :
       {static_cast<const FileSystem*>(&of.files), static_cast<const FileSystem*>(&store)}) {
    const auto table = OpenTable(*files, "/t");
    ASSERT_NE(table, nullptr);
    const auto rows = static_cast<int64_t>(of.lines.size());
    EXPECT_EQ(table->schema().rows, rows);
    std::mt19937 random(9);
    for (int i = 0; i < 30; i++) {
      TableScanRequest request = RequestOf(*table, StoredNames(*table));
      request.threads = i % 3 + 1;
      request.first_row = i == 0 ? 0 : static_cast<int64_t>(random() % rows);
      request.row_count = i < 2 ? -1 : static_cast<int64_t>(random() % rows);
      const auto lines = Lines(table, request);
      ASSERT_TRUE(lines.ok()) << lines.error().ToString();
      const int64_t end =
          request.row_count < 0 ? rows : std::min(rows, request.first_row + request.row_count);
      EXPECT_EQ(*lines, std::vector<std::string>(of.lines.begin() + request.first_row,
                                                 of.lines.begin() + end))
          << request.first_row << " to " << end;
      // A scan without a column only counts the same rows.
      request.columns.clear();
      const auto counted = Lines(table, request);
      ASSERT_TRUE(counted.ok());
      EXPECT_EQ(counted->size(), lines->size());
    }
    TableScanRequest beyond = RequestOf(*table, {});
    beyond.first_row = rows + 1;
    EXPECT_FALSE(TableScanner::Open(table, beyond).ok());
  }
}

TEST(DeletesTest, CountsOpenNoFileOfDeletedRows) {
  const TableOfDeleted of;
  for (const int requests : {1, 4}) {
    StoreFiles store(of.files, requests, 64 << 10);
    const auto table = OpenTable(store, "/t");
    ASSERT_NE(table, nullptr);
    store.Clear();
    for (const int threads : {1, 3}) {
      TableScanRequest request = RequestOf(*table, {"day"});
      request.threads = threads;
      auto lines = Lines(table, request);
      ASSERT_TRUE(lines.ok());
      EXPECT_EQ(lines->size(), of.lines.size());
      request.predicate = {*table->ParsePredicate("day", Op::kEq, "1")};
      lines = Lines(table, request);
      ASSERT_TRUE(lines.ok());
      EXPECT_EQ(lines->size(), of.first.lines.size());
      request.columns.clear();
      request.predicate.clear();
      request.in_order = false;
      auto shared = SharedTableScan::Open(table, request);
      ASSERT_TRUE(shared.ok());
      auto reader = (*shared)->NewReader();
      ASSERT_TRUE(reader.ok());
      size_t rows = 0;
      Batch batch;
      do {
        ASSERT_TRUE((*reader)->Next(&batch).ok());
        rows += static_cast<size_t>(batch.rows);
      } while (batch.rows > 0);
      EXPECT_EQ(rows, of.lines.size());
    }
    EXPECT_EQ(store.counts().files, std::set<std::string>());
  }
}

TEST(DeletesTest, FilesAreReadOnceAScan) {
  const TableOfDeleted of;
  for (const int requests : {1, 4}) {
    StoreFiles store(of.files, requests, 64 << 10);
    std::mutex mutex;
    std::map<std::string, int> reads;
    store.Set([&](const std::string& path, uint64_t, size_t) -> Status {
      std::lock_guard<std::mutex> lock(mutex);
      reads[path] += path.ends_with(".deletes") ? 1 : 0;
      return {};
    });
    const auto table = OpenTable(store, "/t");
    ASSERT_NE(table, nullptr);
    TableScanRequest request = RequestOf(*table, {"constant"});
    auto lines = Lines(table, request);
    ASSERT_TRUE(lines.ok());
    EXPECT_EQ(lines->size(), of.lines.size());
    EXPECT_EQ(reads["/t/day=1/a/_x.deletes"], 1);
    EXPECT_EQ(reads["/t/day=2/a/_x.deletes"], 1);
    EXPECT_EQ(reads["/t/day=3/a/_x.deletes"], 0) << "no row of which is left";
    request.first_row = 10;
    ASSERT_TRUE(Lines(table, request).ok());
    EXPECT_EQ(reads["/t/day=1/a/_x.deletes"], 2) << "by the division of the rows and the scan";
  }
}

TEST(DeletesTest, LookUpsFindTheRowsThatAreLeft) {
  MemoryFiles files = MemoryFiles::OfFolder(FiltersRoot() + "/table/split");
  const std::vector<std::string> lines = FileLines(FiltersRoot() + "/table.jsonl");
  DeleteRows(&files, "/split", {3, 4, 5, 333});
  std::map<std::string, int> reads;
  StoreFiles store(files, 1, 64 << 10);
  store.Set([&](const std::string& path, uint64_t, size_t) -> Status {
    reads[path]++;
    return {};
  });
  const auto table = OpenTable(store, "/split");
  ASSERT_NE(table, nullptr);
  std::vector<Projection> columns;
  for (const std::string& name : ColumnNames(*table)) {
    columns.push_back(*table->ParseProjection(name));
  }
  const auto found = [&](const std::vector<int64_t>& rows) {
    std::vector<Key> keys;
    for (const int64_t row : rows) {
      keys.push_back({{"guid", GoldenGuid(row)}});
    }
    auto scanner = Table::LookUp(table, keys, columns);
    EXPECT_TRUE(scanner.ok());
    std::vector<std::string> all;
    Batch batch;
    do {
      const Status status = (*scanner)->Next(&batch);
      EXPECT_TRUE(status.ok()) << status.error().ToString();
      AppendLines(batch, ColumnNames(*table), &all);
    } while (batch.rows > 0);
    return all;
  };
  const std::string path = "/split/_x.deletes";
  EXPECT_EQ(found({-1}), std::vector<std::string>());
  EXPECT_EQ(reads[path], 0) << "no block may have the key";
  EXPECT_EQ(found({333}), std::vector<std::string>());
  EXPECT_EQ(found({2}), std::vector<std::string>{lines[2]});
  EXPECT_EQ(found({3, 5, 6, 333, 332}), (std::vector<std::string>{lines[6], lines[332]}));
  EXPECT_EQ(reads[path], 1) << "it stays in memory";
}

TEST(DeletesTest, TablesOfOtherDeletedRowsHaveOtherContents) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
  const std::string none = OpenTable(files, "/encodings")->ContentOf(0);
  DeleteRows(&files, "/encodings", {1});
  const std::string one = OpenTable(files, "/encodings")->ContentOf(0);
  DeleteRows(&files, "/encodings", {2});
  const std::string other = OpenTable(files, "/encodings")->ContentOf(0);
  EXPECT_EQ((std::set<std::string>{none, one, other}).size(), 3U);
  EXPECT_EQ(OpenTable(files, "/encodings")->ContentOf(0), other);
}

TEST(DeletesTest, DamagedAndMissingFilesAreErrorsThatNameThem) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
  DeleteRows(&files, "/encodings", {2, 3, 4});
  const std::string path = "/encodings/_x.deletes";
  const std::string good = files.files[path];
  const auto expect_error = [&](const std::string& why) {
    const auto split = OpenSplit(files, "/encodings");
    ASSERT_NE(split, nullptr);
    EXPECT_EQ(split->live_rows(), split->rows() - 3) << "which takes no file";
    ScanRequest request;
    request.columns = {{"constant", 0, {}}};
    const auto lines = ScanLines(split, request);
    ASSERT_FALSE(lines.ok());
    EXPECT_EQ(lines.error().file, path);
    EXPECT_NE(lines.error().message.find(why), std::string::npos) << lines.error().ToString();
  };
  for (size_t at = 0; at < good.size(); at++) {
    files.files[path] = good;
    files.files[path][at] = static_cast<char>(files.files[path][at] ^ 1);
    expect_error("checksum");
  }
  files.files[path] = good.substr(1);
  expect_error("truncated");
  files.files[path] = good + '\0';
  expect_error("goes on");
  files.files.erase(path);
  expect_error("does not exist");
  NameDeletes(&files, "/encodings", good + '\0', 3);
  expect_error("the file is no Roaring bitmap of the deleted rows: 1 bytes too many");
  NameDeletes(&files, "/encodings", "", 3);
  expect_error("the file is no Roaring bitmap");
}

TEST(DeletesTest, ImpossibleEntriesAreRefused) {
  const auto refused = [](const std::function<void(nlohmann::json*)>& change) {
    MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/encodings");
    DeleteRows(&files, "/encodings", {2, 3, 4});
    ChangeSchemaFile(&files, "/encodings", change);
    const auto split = Split::Open(files, "/encodings");
    return split.ok() ? "" : split.error().message;
  };
  const auto with = [&](const char* member, const nlohmann::json& value) {
    return refused([&](nlohmann::json* json) { (*json)["deletes"][member] = value; });
  };
  EXPECT_EQ(with("file", "_y.deletes"), "");
  for (const std::string& name :
       {std::string("x.deletes"), std::string("_x"), std::string(), std::string(".deletes"),
        std::string("_a/x.deletes"), std::string("_a\0x.deletes", 12)}) {
    EXPECT_NE(with("file", name).find("which cannot be"), std::string::npos) << name;
  }
  EXPECT_NE(with("file", 1).find("'file' is no text"), std::string::npos);
  EXPECT_EQ(with("length", 1 << 30), "");
  EXPECT_NE(with("length", (1 << 30) + 1).find("'length'"), std::string::npos);
  EXPECT_NE(with("length", -1).find("'length'"), std::string::npos);
  EXPECT_EQ(with("rows", 3000), "");
  EXPECT_NE(with("rows", 3001).find("'rows' is no number from 0 to 3000"), std::string::npos);
  EXPECT_NE(with("rows", 0).find("'rows' of 'deletes' is 0"), std::string::npos);
  EXPECT_NE(with("crc32c", "123").find("eight hexadecimal digits"), std::string::npos);
  EXPECT_NE(refused([](nlohmann::json* json) { (*json)["deletes"] = 1; }).find("no JSON object"),
            std::string::npos);
  // Without the feature the member has no meaning.
  EXPECT_EQ(refused([](nlohmann::json* json) {
              (*json)["deletes"] = 1;
              json->erase("requires");
            }),
            "");
}

/// Returns the golden table with some status files.
MemoryFiles GoldenTable(const std::map<std::string, std::string>& statuses) {
  MemoryFiles all;
  for (const std::string split : {"p=0/a", "p=0/b", "p=1/a", "p=1/b"}) {
    const MemoryFiles one = MemoryFiles::OfFolder(GoldenDeletes() + "/table/" + split);
    for (const auto& [path, content] : one.files) {
      all.files["/table/" + split + path.substr(path.rfind('/'))] = content;
    }
  }
  for (const auto& [id, status] : statuses) {
    all.files["/table/_cif_changes/" + id + "." + status] = "{}";
  }
  return all;
}

TEST(DeletesTest, TheLastChangeThatCountsDecides) {
  using Statuses = std::map<std::string, std::string>;
  const std::vector<std::pair<Statuses, std::vector<int64_t>>> cases = {
      {{{"second", "committed"}, {"third", "pending"}}, {87, 46'000, 0, 9}},
      {{{"second", "committed"}, {"third", "committed"}}, {87, 46'000, 0, 5}},
      {{{"second", "aborted"}, {"third", "committed"}}, {88, 70'000, 100, 5}},
      {{{"second", "pending"}, {"third", "aborted"}}, {88, 70'000, 100, 10}},
  };
  for (const auto& [statuses, expected] : cases) {
    const MemoryFiles files = GoldenTable(statuses);
    const auto table = OpenTable(files, "/table");
    ASSERT_NE(table, nullptr);
    for (size_t i = 0; i < expected.size(); i++) {
      EXPECT_EQ(table->splits()[i].split->live_rows(), expected[i]);
    }
    const auto lines = Lines(table, RequestOf(*table, {"n"}));
    ASSERT_TRUE(lines.ok());
    EXPECT_EQ(static_cast<int64_t>(lines->size()), table->schema().rows);
  }
  const MemoryFiles copied = GoldenTable({{"second", "committed"}});
  const auto table = Table::Open(copied, "/table");
  ASSERT_FALSE(table.ok());
  EXPECT_NE(table.error().message.find("change third, which deletes or inserts rows,"),
            std::string::npos)
      << table.error().ToString();
}

TEST(DeletesTest, ChangesWithoutColumnsAndDeletedRowsAreRefused) {
  MemoryFiles files = GoldenTable({{"second", "committed"}, {"third", "pending"}});
  ChangeSchemaFile(&files, "/table/p=1/b",
                   [](nlohmann::json* json) { (*json)["changes"][1].erase("deletes"); });
  auto table = Table::Open(files, "/table");
  ASSERT_FALSE(table.ok());
  EXPECT_NE(table.error().message.find("change third has no columns and deletes no rows"),
            std::string::npos);
  files = GoldenTable({{"second", "committed"}, {"third", "pending"}});
  ChangeSchemaFile(&files, "/table/p=1/b", [](nlohmann::json* json) {
    (*json)["changes"][1]["deletes"]["file"] = "_second.deletes";
  });
  table = Table::Open(files, "/table");
  ASSERT_FALSE(table.ok());
  EXPECT_NE(table.error().message.find("'_second.deletes', which cannot be"), std::string::npos);
}

}  // namespace
}  // namespace cif::test
