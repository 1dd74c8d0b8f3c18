// Rows by keys: filters that prune blocks of scans, disjunctions, look-ups in tables.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support.h"

namespace cif::test {
namespace {

class FilteredTest : public testing::Test {
 protected:
  void SetUp() override {
    split_ = OpenSplit(LocalFileSystem(), FiltersRoot() + "/table/split");
    ASSERT_NE(split_, nullptr);
    lines_ = FileLines(FiltersRoot() + "/table.jsonl");
  }

  Predicate Is(const std::string& column, Literal literal) const {
    return {{column, 0, {}}, Op::kEq, std::move(literal)};
  }

  /// Scans and sets the number of pruned rows.
  std::vector<std::string> Scanned(const Conjunction& predicate,
                                   const std::vector<Conjunction>& any_of,
                                   bool use_filters = true) {
    ScanRequest request;
    request.columns = AllColumns(split_->schema());
    request.predicate = predicate;
    request.any_of = any_of;
    ReadOptions options;
    options.use_filters = use_filters;
    options.batch_rows = 70;
    auto lines = ScanLines(split_, request, options);
    EXPECT_TRUE(lines.ok()) << lines.error().ToString();
    auto scanner = Scanner::Open(split_, request, options);
    Batch batch;
    do {
      EXPECT_TRUE((*scanner)->Next(&batch).ok());
    } while (batch.rows > 0);
    pruned_ = (*scanner)->metrics().rows_pruned;
    return lines.ok() ? *lines : std::vector<std::string>();
  }

  /// Returns the number of rows that a predicate leaves.
  int64_t Left(const Conjunction& predicate) {
    EXPECT_EQ(Scanned(predicate, {}), Scanned(predicate, {}, false));
    Scanned(predicate, {});
    return split_->rows() - pruned_;
  }

  std::shared_ptr<const Split> split_;
  std::vector<std::string> lines_;
  int64_t pruned_ = 0;
};

TEST_F(FilteredTest, EqualitiesLeaveBlocksThatMayHaveTheKey) {
  EXPECT_EQ(Left({Is("guid", GoldenGuid(333))}), 150);
  EXPECT_EQ(Left({Is("guid", std::string("8"))}), 0);
  EXPECT_EQ(Left({Is("guid", GoldenGuid(350))}), 0) << "which is NULL";
  EXPECT_EQ(Left({Is("kind", std::string("kind 11"))}), 0);
  EXPECT_EQ(Left({Is("kind", std::string("kind 1"))}), 300);
  EXPECT_EQ(Left({Is("d", 0.5)}), 0);
  EXPECT_EQ(Left({Is("d", 0.0)}), 600);
  EXPECT_EQ(Left({Is("amount", int128{-98})}), 150);
  EXPECT_EQ(Left({Is("run", int64_t{0}), Is("event", int64_t{100})}), 150);
  EXPECT_EQ(Left({Is("run", int64_t{0}), Is("event", int64_t{131})}), 0);
  EXPECT_EQ(Left({Is("run", int64_t{0})}), 600) << "of which there is no filter alone";
}

TEST_F(FilteredTest, AlternativesLeaveBlocksThatMayHaveOneOfThem) {
  std::vector<Conjunction> any = {
      {Is("guid", GoldenGuid(3))}, {Is("guid", GoldenGuid(599))}, {Is("guid", std::string("no"))}};
  const std::vector<std::string> wanted = {lines_[3], lines_[599]};
  EXPECT_EQ(Scanned({}, any), wanted);
  EXPECT_EQ(pruned_, 300);
  EXPECT_EQ(Scanned({}, any, false), wanted);
  any = {{Is("event", int64_t{100})}, {Is("event", int64_t{131})}};
  EXPECT_EQ(Scanned({Is("run", int64_t{0})}, any), std::vector<std::string>({lines_[100]}));
  EXPECT_EQ(pruned_, 450) << "the predicate's columns are of the key, too";
}

TEST_F(FilteredTest, AlternativesOfAllKindsEqualTheirRows) {
  std::mt19937 random(11);
  std::vector<std::vector<std::string>> values;
  const std::vector<std::string> columns = {"n", "run", "event", "flag"};
  for (const std::string& column : columns) {
    values.push_back(ReadValues(split_, {column, 0, {}}));
  }
  auto number = [&](size_t c, size_t row) {
    const std::string& text = values[c][row];
    return text == "true" ? 1 : text == "false" ? 0 : std::stoll(text);
  };
  for (int k = 0; k < 60; k++) {
    std::vector<Conjunction> any;
    for (unsigned i = 1 + random() % 9; i > 0; i--) {
      Conjunction one;
      for (unsigned c = 1 + random() % 3; c > 0; c--) {
        const size_t column = random() % columns.size();
        const size_t row = random() % 600;
        const bool is_null = values[column][row] == "null";
        const Op op = is_null ? Op::kIsNull : random() % 4 == 0 ? Op::kLt : Op::kEq;
        one.push_back({{columns[column], 0, {}}, op, int64_t{is_null ? 0 : number(column, row)}});
      }
      any.push_back(std::move(one));
    }
    std::vector<std::string> wanted;
    for (size_t row = 0; row < 600; row++) {
      auto holds = [&](const Predicate& c) {
        const auto at = std::find(columns.begin(), columns.end(), c.target.column);
        const auto column = static_cast<size_t>(at - columns.begin());
        if (values[column][row] == "null") {
          return c.op == Op::kIsNull;
        }
        const int64_t literal = std::get<int64_t>(c.literal);
        return c.op == Op::kEq ? number(column, row) == literal
                               : c.op == Op::kLt && number(column, row) < literal;
      };
      if (std::any_of(any.begin(), any.end(), [&](const Conjunction& one) {
            return std::all_of(one.begin(), one.end(), holds);
          })) {
        wanted.push_back(lines_[row]);
      }
    }
    EXPECT_EQ(Scanned({}, any), wanted);
    EXPECT_EQ(Scanned({}, any, false), wanted);
  }
}

TEST_F(FilteredTest, DamageIsAnErrorOfWhoAsksFilters) {
  MemoryFiles files = MemoryFiles::OfFolder(FiltersRoot() + "/table/split");
  files.files["/split/_2-guid.filters"][20] ^= 1;
  split_ = OpenSplit(files, "/split");
  ScanRequest request;
  request.columns = {{"n", 0, {}}};
  request.predicate = {Is("guid", GoldenGuid(3))};
  auto lines = ScanLines(split_, request);
  ASSERT_FALSE(lines.ok());
  EXPECT_EQ(lines.error().file, "/split/_2-guid.filters");
  EXPECT_EQ(lines.error().column, "guid");
  ReadOptions without;
  without.use_filters = false;
  EXPECT_TRUE(ScanLines(split_, request, without).ok());
  request.predicate = {Is("n", int64_t{3})};
  EXPECT_TRUE(ScanLines(split_, request).ok());
}

/// Fixture of the golden split in two folders `p=1` and `p=2`.
class LookUpsTest : public testing::Test {
 protected:
  void SetUp() override {
    const MemoryFiles split = MemoryFiles::OfFolder(FiltersRoot() + "/table/split");
    for (const auto& [path, content] : split.files) {
      const std::string name = path.substr(path.rfind('/'));
      files_.files["/t/p=1/a" + name] = content;
      files_.files["/t/p=2/b" + name] = content;
    }
    options_.partition_types = {{"p", Type::Primitive(Kind::kInt)}};
    table_ = OpenTable(files_, "/t", options_);
    ASSERT_NE(table_, nullptr);
  }

  Result<std::vector<std::string>> Found(const std::vector<Key>& keys,
                                         const std::vector<std::string>& columns = {"n", "p"}) {
    auto scanner = Table::LookUp(table_, keys, RequestOf(*table_, columns).columns, {}, threads_);
    if (!scanner.ok()) {
      return scanner.error();
    }
    std::vector<std::string> lines;
    Batch batch;
    do {
      if (Status s = (*scanner)->Next(&batch); !s.ok()) {
        return s.error();
      }
      AppendLines(batch, columns, &lines);
    } while (batch.rows > 0);
    metrics_ = (*scanner)->metrics();
    return lines;
  }

  std::vector<std::string> Rows(const std::vector<Key>& keys) {
    auto found = Found(keys);
    EXPECT_TRUE(found.ok()) << found.error().ToString();
    return found.ok() ? *found : std::vector<std::string>();
  }

  void ExpectRefused(const std::vector<Key>& keys, ErrorCode code, const std::string& what) {
    auto found = Found(keys);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, code) << found.error().ToString();
    EXPECT_NE(found.error().ToString().find(what), std::string::npos) << found.error().ToString();
  }

  /// Removes files whose paths contain a text.
  void Remove(const std::string& text) {
    for (auto file = files_.files.begin(); file != files_.files.end();) {
      file =
          file->first.find(text) == std::string::npos ? std::next(file) : files_.files.erase(file);
    }
  }

  MemoryFiles files_;
  TableOptions options_;
  std::shared_ptr<const Table> table_;
  int threads_ = 1;
  ScanMetrics metrics_;
};

using Lines_ = std::vector<std::string>;

TEST_F(LookUpsTest, GiveTheRowsOfKeysInTheOrderOfTheTable) {
  EXPECT_EQ(Rows({{{"GUID", GoldenGuid(1)}}}),
            (Lines_{"{\"n\":119,\"p\":1}", "{\"n\":119,\"p\":2}"}));
  EXPECT_EQ(Rows({{{"guid", GoldenGuid(2)}, {"p", int64_t{2}}},
                  {{"p", int64_t{1}}, {"guid", GoldenGuid(1)}}}),
            (Lines_{"{\"n\":119,\"p\":1}", "{\"n\":238,\"p\":2}"}));
  EXPECT_EQ(Rows({{{"guid", GoldenGuid(1)}}, {{"n", int64_t{119}}}, {{"guid", GoldenGuid(1)}}}),
            (Lines_{"{\"n\":119,\"p\":1}", "{\"n\":119,\"p\":2}"}))
      << "each once";
  EXPECT_EQ(Rows({{{"event", int64_t{31}}, {"run", int64_t{1}}, {"p", int64_t{1}}}}),
            (Lines_{"{\"n\":119,\"p\":1}"}));
  EXPECT_EQ(Rows({{{"p", int64_t{1}}}}).size(), 600U) << "a folder is a key";
}

TEST_F(LookUpsTest, ReadOnlyWhatMayHaveAKey) {
  EXPECT_EQ(Rows({{{"guid", std::string("8")}}}), Lines_{});
  EXPECT_EQ(metrics_.rows_pruned, 1200);
  EXPECT_EQ(metrics_.blocks_read, 0);
  Rows({{{"guid", GoldenGuid(333)}, {"p", int64_t{2}}}});
  EXPECT_EQ(metrics_.rows_pruned, 1050);
  EXPECT_EQ(metrics_.blocks_read, 2) << "a block of guid, and one of n";
}

TEST_F(LookUpsTest, OfManyKeysFindEveryRow) {
  std::vector<Key> keys;
  for (int64_t row = 0; row < 600; row++) {
    keys.push_back({{"guid", GoldenGuid(row)}});
    keys.push_back({{"guid", std::string("none") + std::to_string(row)}});
  }
  EXPECT_EQ(Rows(keys).size(), 2 * (600U - 12U));
}

TEST_F(LookUpsTest, NanIsAKey) {
  std::vector<Key> nan = {{{"d", std::nan("")}, {"p", int64_t{1}}}};
  const std::vector<std::string> values = ReadValues(table_->splits()[0].split, {"d", 0, {}});
  const int64_t wanted = std::count(values.begin(), values.end(), "\"NaN\"");
  ASSERT_GT(wanted, 0);
  EXPECT_EQ(static_cast<int64_t>(Rows(nan).size()), wanted);
  nan.push_back({{"d", 0.5}, {"p", int64_t{1}}});
  EXPECT_EQ(static_cast<int64_t>(Rows(nan).size()), wanted);
  for (int i = 1; i < 9; i++) {
    nan.push_back({{"d", i * 1e9}, {"p", int64_t{1}}});
  }
  EXPECT_EQ(static_cast<int64_t>(Rows(nan).size()), wanted) << "of keys that are hashed";
  options_.partition_types = {{"p", Type::Primitive(Kind::kDouble)}};
  files_.files = FilesOf({{"/t/p=NaN", "auto"}, {"/t/p=-0.0", "auto"}}).files;
  table_ = OpenTable(files_, "/t", options_);
  EXPECT_EQ(Found({{{"p", std::nan("")}}}, {"p"})->size(), 300U) << "of a folder";
  EXPECT_EQ(Found({{{"p", 0.0}}, {{"p", 7.0}}}, {"p"})->size(), 300U);
}

TEST_F(LookUpsTest, KeepWhatTheyHaveReadOfOtherSplits) {
  Rows({{{"guid", GoldenGuid(1)}, {"p", int64_t{2}}}, {{"guid", std::string("8")}}});
  Remove("/p=1/");
  EXPECT_EQ(Rows({{{"guid", std::string("8")}}}), Lines_{});
  EXPECT_EQ(metrics_.bytes_read, 0);
  EXPECT_EQ(Rows({{{"guid", GoldenGuid(1)}, {"p", int64_t{2}}}}), (Lines_{"{\"n\":119,\"p\":2}"}));
  ExpectRefused({{{"guid", GoldenGuid(1)}}}, ErrorCode::kNotFound, "/p=1/");
}

TEST_F(LookUpsTest, KeepNoMoreThanTheyMay) {
  const std::vector<Key> none = {{{"guid", std::string("8")}}};
  options_.look_up_memory = 0;
  table_ = OpenTable(files_, "/t", options_);
  EXPECT_EQ(Rows(none), Lines_{});
  const int64_t each = metrics_.bytes_read;
  EXPECT_GT(each, 0);
  EXPECT_EQ(Rows(none), Lines_{});
  EXPECT_EQ(metrics_.bytes_read, each) << "nothing is kept";
  EXPECT_EQ(Rows({{{"guid", GoldenGuid(1)}}}).size(), 2U);
  options_.look_up_memory = -1;
  EXPECT_FALSE(Table::Open(files_, "/t", options_).ok());
}

TEST_F(LookUpsTest, SeeAReplacedSplitAsAnError) {
  const std::vector<Key> keys = {{{"guid", GoldenGuid(1)}}};
  EXPECT_EQ(Rows(keys).size(), 2U);
  // A column file of another split, of the same length.
  std::string& file = files_.files["/t/p=2/b/2-guid.col"];
  ASSERT_FALSE(file.empty());
  file[file.size() - 6] ^= 1;
  ExpectRefused(keys, ErrorCode::kCorrupt, "/t/p=2/b/2-guid.col");
  file += "more";
  ExpectRefused(keys, ErrorCode::kCorrupt, "/t/p=2/b/2-guid.col");
}

TEST_F(LookUpsTest, OfSeveralThreadsAreInTheOrderOfTheTable) {
  std::vector<Key> keys;
  for (int64_t row = 0; row < 600; row += 3) {
    keys.push_back({{"guid", GoldenGuid(row)}});
  }
  const std::vector<std::string> wanted = Rows(keys);
  EXPECT_EQ(wanted.size(), 2 * 196U);
  for (const int64_t memory : {int64_t{0}, int64_t{1} << 20}) {
    options_.look_up_memory = memory;
    table_ = OpenTable(files_, "/t", options_);
    threads_ = 3;
    EXPECT_EQ(Rows(keys), wanted);
    EXPECT_EQ(Rows(keys), wanted) << "again, of what is kept";
    EXPECT_EQ(Rows({{{"guid", GoldenGuid(1)}}}).size(), 2U);
    EXPECT_EQ(Rows({{{"guid", GoldenGuid(1)}, {"p", int64_t{2}}}}).size(), 1U);
    EXPECT_EQ(Rows({{{"guid", std::string("8")}}}), Lines_{});
    EXPECT_EQ(metrics_.rows_pruned, 1200);
  }
}

TEST_F(LookUpsTest, RefuseKeysThatCannotBe) {
  ExpectRefused({}, ErrorCode::kInvalidArgument, "without a key");
  ExpectRefused({{}}, ErrorCode::kInvalidArgument, "without a column");
  ExpectRefused({{{"nowhere", int64_t{1}}}}, ErrorCode::kNotFound, "nowhere");
  ExpectRefused({{{"n", std::string("a")}}}, ErrorCode::kInvalidArgument, "'n' of type int");
}

}  // namespace
}  // namespace cif::test
