// Tables that a table file describes (FORMAT.md section 2.4): columns by key and name, with their
// types, defaults and partitions.

#include "described_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cif::test {
namespace {

constexpr int64_t kRows = 300;  // of a golden split

/// Members of the table `/t`, as three splits have it. Column `a` got the name `x` and a wider
/// type. `b` was dropped, and another `b` added; `gone` was dropped, `d` added.
const char* const kMembers =
    "{'formatVersion':1,'revision':5,'columns':["
    "{'name':'X','type':'bigint','number':1,'storedAs':['a','x']},"
    "{'name':'d','type':'decimal(10,2)','number':5,'default':'1.50'},"
    "{'name':'b','type':'int','number':4,'storedAs':[],'default':'7'},"
    "{'name':'free','type':'string'}],"
    "'keys':{'table':'k','next':6,'dropped':[{'number':2,'storedAs':['b']},"
    "{'number':3,'storedAs':['gone']}]},"
    "'partitionColumns':[{'name':'dt','type':'date'},{'name':'n','type':'int'}]}";

MemoryFiles Files(const std::string& table_file = TableFileOf(kMembers)) {
  MemoryFiles files;
  AddSplit(&files, "/t/dt=2020-01-01/n=1/old", "plain",
           {{"c3 int", "a", ""}, {"c11 string", "b", ""}, {"c4 bigint", "gone", ""}});
  AddSplit(&files, "/t/dt=2020-01-02/n=2/new", "plain",
           {{"c2 smallint", "b", "k/4"},
            {"c3 int", "x", "k/1"},
            {"c11 string", "FREE", ""},
            {"c1 tinyint", "other", "z/1"}});
  // A writer that knew the keys and names of an older table file.
  AddSplit(&files, "/t/dt=2020-01-03/n=x/stale", "plain",
           {{"c3 int", "a", "k/1"}, {"c11 string", "b", "k/2"}, {"c7 decimal_", "d", "k/5"}});
  files.files["/t/_cif_table"] = table_file;
  return files;
}

/// Returns the rows that the columns must have, made of the golden values.
std::vector<std::string> Expected(const std::vector<std::string>& columns) {
  const auto same = [](const std::string& value) { return std::vector<std::string>(kRows, value); };
  std::vector<std::string> decimals = GoldenValues("plain", "c7 decimal_");
  for (std::string& value : decimals) {
    value += value == "null" ? "" : ".00";
  }
  const std::vector<std::string> x = GoldenValues("plain", "c3 int");
  using Values = std::vector<std::string>;
  const std::map<std::string, std::vector<Values>> all = {
      {"X", {x, x, x}},
      {"d", {same("1.50"), same("1.50"), decimals}},
      {"b", {same("7"), GoldenValues("plain", "c2 smallint"), same("7")}},
      {"free", {same("null"), GoldenValues("plain", "c11 string"), same("null")}},
      {"dt", {same("\"2020-01-01\""), same("\"2020-01-02\""), same("\"2020-01-03\"")}},
      {"n", {same("1"), same("2"), same("null")}}};
  std::vector<std::string> lines;
  for (size_t split = 0; split < 3; split++) {
    for (size_t i = 0; i < kRows; i++) {
      std::string line = "{";
      for (const std::string& column : columns) {
        line += (line.size() == 1 ? "\"" : ",\"") + column + "\":" + all.at(column)[split][i];
      }
      lines.push_back(line + "}");
    }
  }
  return lines;
}

const std::vector<std::string> kAll = {"X", "d", "b", "free", "dt", "n"};

TEST(DescribedTableTest, TheGoldenTableHasItsRows) {
  const std::string root = CIF_TESTDATA "/tables/history";
  const std::vector<std::string> expected = FileLines(root + ".jsonl");
  const std::vector<std::string> columns = {"Host", "id", "b", "note", "s", "amount", "dt", "k"};
  const auto table = OpenTable(LocalFileSystem(), root);
  EXPECT_EQ(ColumnNames(*table), columns);
  EXPECT_EQ(*Lines(table, RequestOf(*table, columns)), expected);
  TableScanRequest request = RequestOf(*table, columns);
  const auto rows_of = [&](std::initializer_list<size_t> rows) {
    std::vector<std::string> some;
    for (const size_t row : rows) {
      some.push_back(expected[row]);
    }
    return some;
  };
  const std::vector<std::pair<Predicate, std::vector<std::string>>> cases = {
      {*table->ParsePredicate("b", Op::kEq, "7"), rows_of({0, 1, 2, 3})},
      {*table->ParsePredicate("HOST", Op::kEq, "h1"), rows_of({1})},
      {*table->ParsePredicate("note", Op::kIsNull, ""), rows_of({0, 1, 2, 3})},
      {*table->ParsePredicate("amount", Op::kGe, "3"), rows_of({3, 4, 5})},
      {*table->ParsePredicate("s.b", Op::kEq, "b5"), rows_of({5})},
      {*table->ParsePredicate("k", Op::kLe, "1"), rows_of({0, 1})},
      {*table->ParsePredicate("dt", Op::kIsNull, ""), rows_of({4, 5})}};
  for (const auto& [condition, left] : cases) {
    request.predicate = {condition};
    EXPECT_EQ(*Lines(table, request), left) << condition.target.ToString();
  }
  const auto part = OpenTable(LocalFileSystem(), root + "/dt=2021-01-01");
  EXPECT_EQ(*Lines(part, RequestOf(*part, columns)), rows_of({0, 1}));
}

/// Returns the number of golden values for which a test is true; NULL is 0.
int64_t Count(const std::string& column, const std::function<bool(int64_t)>& test) {
  const std::vector<std::string> values = GoldenValues("plain", column);
  return std::count_if(values.begin(), values.end(), [&](const std::string& value) {
    return value != "null" && test(std::stoll(value));
  });
}

TEST(DescribedTableTest, HasTheColumnsOfItsFile) {
  const MemoryFiles files = Files();
  const auto table = OpenTable(files, "/t/");
  EXPECT_EQ(ColumnNames(*table), kAll);
  EXPECT_EQ(table->partition_columns(), 2U);
  EXPECT_EQ(table->schema().rows, 3 * kRows);
  std::string types;
  for (const Column& column : table->schema().columns) {
    types += column.type.ToString() + " ";
  }
  EXPECT_EQ(types, "bigint decimal(10,2) int string date int ");
  for (const StringForm form : {StringForm::kOffsets, StringForm::kViews}) {
    for (const int threads : {1, 3}) {
      ReadOptions options;
      options.strings = form;
      TableScanRequest request = RequestOf(*table, kAll);
      request.threads = threads;
      const auto lines = Lines(table, request, options);
      ASSERT_TRUE(lines.ok()) << lines.error().ToString();
      EXPECT_EQ(*lines, Expected(kAll));
      request.columns = RequestOf(*table, {"b"}).columns;
      EXPECT_EQ(*Lines(table, request, options), Expected({"b"}));
      request.columns.clear();
      EXPECT_EQ(Lines(table, request, options)->size(), 900U);
    }
  }
  EXPECT_EQ(table->ParseProjection("gone").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(table->ParseProjection("a").error().code, ErrorCode::kNotFound);
}

TEST(DescribedTableTest, ConditionsAreOnTheTablesValues) {
  const MemoryFiles files = Files();
  const auto table = OpenTable(files, "/t");
  const auto rows = [&](const Conjunction& conditions) {
    TableScanRequest request = RequestOf(*table, {"d"});
    request.predicate = conditions;
    const auto lines = Lines(table, request);
    EXPECT_TRUE(lines.ok()) << lines.error().ToString();
    return lines.ok() ? static_cast<int64_t>(lines->size()) : -1;
  };
  const auto where = [&](const std::string& column, Op op, const std::string& literal) {
    return *table->ParsePredicate(column, op, literal);
  };
  const auto is_seven = [](int64_t v) { return v == 7; };
  const int64_t nulls = kRows - Count("c2 smallint", [](int64_t) { return true; });
  EXPECT_EQ(rows({where("b", Op::kEq, "7")}), 600 + Count("c2 smallint", is_seven));
  EXPECT_EQ(rows({where("b", Op::kLt, "7")}),
            Count("c2 smallint", [](int64_t v) { return v < 7; }));
  EXPECT_EQ(rows({Not(where("b", Op::kEq, "7"))}), kRows - nulls - Count("c2 smallint", is_seven));
  EXPECT_EQ(rows({where("b", Op::kIsNull, "")}), nulls);
  EXPECT_EQ(rows({*table->ParseIn("b", {"7", "8"})}),
            600 + Count("c2 smallint", [](int64_t v) { return v == 7 || v == 8; }));
  EXPECT_EQ(rows({where("d", Op::kEq, "1.5")}), 600);
  EXPECT_EQ(rows({where("d", Op::kGt, "1.50")}),
            Count("c7 decimal_", [](int64_t v) { return v > 1; }));
  EXPECT_EQ(rows({where("X", Op::kGt, "3000000000")}), 0) << "beyond int";
  EXPECT_EQ(rows({where("X", Op::kGe, "0")}),
            3 * Count("c3 int", [](int64_t v) { return v >= 0; }));
  EXPECT_EQ(rows({where("dt", Op::kGe, "2020-01-02"), where("b", Op::kEq, "7")}),
            300 + Count("c2 smallint", is_seven));
  EXPECT_EQ(rows({where("n", Op::kIsNull, "")}), 300);
  const std::vector<std::string> texts = GoldenValues("plain", "c11 string");
  EXPECT_EQ(rows({where("free", Op::kIsNull, "")}),
            600 + std::count(texts.begin(), texts.end(), "null"));
  const std::vector<std::string> b = GoldenValues("plain", "c2 smallint");
  const std::vector<std::string> x = GoldenValues("plain", "c3 int");
  int64_t either = 0;
  for (size_t i = 0; i < kRows; i++) {
    either += b[i] == "7" || x[i] == "null" ? 1 : 0;
  }
  const int64_t one_and_a_half = 300 + either;  // the first split, and some of the second
  EXPECT_EQ(rows({Or({where("b", Op::kEq, "7"), where("X", Op::kIsNull, "")}),
                  Not(where("d", Op::kNe, "1.5"))}),
            one_and_a_half);
}

TEST(DescribedTableTest, ConditionsOnDefaultsPruneWholeSplits) {
  const MemoryFiles files = Files();
  const auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"X"});
  request.predicate = {*table->ParsePredicate("b", Op::kGt, "32767")};
  auto scanner = TableScanner::Open(table, request);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 0);
  EXPECT_GE((*scanner)->metrics().rows_pruned, 600);
}

/// Returns the rows whose values of some columns are one of the keys.
std::vector<std::string> Found(const std::vector<std::string>& columns,
                               const std::vector<std::vector<std::string>>& keys) {
  const std::vector<std::string> all = Expected(kAll);
  std::vector<std::vector<std::string>> values;
  for (const std::string& column : columns) {
    values.push_back(Expected({column}));
  }
  std::vector<std::string> found;
  for (size_t i = 0; i < all.size(); i++) {
    for (const std::vector<std::string>& key : keys) {
      bool is_equal = true;
      for (size_t c = 0; c < columns.size(); c++) {
        is_equal = is_equal && values[c][i] == "{\"" + columns[c] + "\":" + key[c] + "}";
      }
      if (is_equal) {
        found.push_back(all[i]);
        break;
      }
    }
  }
  return found;
}

TEST(DescribedTableTest, LookUpsKnowDefaults) {
  const MemoryFiles files = Files();
  const auto table = OpenTable(files, "/t");
  const std::vector<std::string> x = GoldenValues("plain", "c3 int");
  const std::vector<std::string> b = GoldenValues("plain", "c2 smallint");
  std::vector<std::vector<std::string>> several;
  for (size_t i = 0; i < 40; i++) {
    if (x[i] != "null" && b[i] != "null") {
      several.push_back({x[i], "7"});
      several.push_back({x[i], b[i]});
    }
  }
  ASSERT_GT(several.size(), 20U);
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::vector<std::string>>>>
      cases = {{{"b"}, {{"7"}}},
               {{"b"}, {{"7"}, {b[0]}, {b[1]}, {b[2]}, {b[3]}, {b[4]}}},
               {{"b", "d"}, {{"7", "1.50"}, {"8", "1.50"}, {"7", "3.00"}}},
               {{"X", "b"}, several},
               {{"b", "X"}, {{"7", x[1]}}},
               {{"b", "X"}, {{"8", x[1]}}},
               {{"d"}, {{"0.00"}, {"2.00"}}}};
  for (const auto& [columns, keys] : cases) {
    std::vector<Key> wanted;
    for (const std::vector<std::string>& key : keys) {
      std::vector<std::pair<std::string, std::string>> texts;
      for (size_t c = 0; c < columns.size(); c++) {
        texts.emplace_back(columns[c], key[c]);
      }
      wanted.push_back(*table->ParseKey(texts));
    }
    const std::vector<std::string> expected = Found(columns, keys);
    for (const int threads : {1, 2}) {
      auto scanner = Table::LookUp(table, wanted, RequestOf(*table, kAll).columns, {}, threads);
      ASSERT_TRUE(scanner.ok()) << scanner.error().ToString();
      std::vector<std::string> lines;
      Batch batch;
      do {
        const Status status = (*scanner)->Next(&batch);
        ASSERT_TRUE(status.ok()) << status.error().ToString();
        AppendLines(batch, kAll, &lines);
      } while (batch.rows > 0);
      EXPECT_EQ(lines, expected) << columns[0] << " and " << keys.size() << " keys";
    }
    TableScanRequest request = RequestOf(*table, kAll);
    for (const Key& key : wanted) {
      Conjunction& one = request.any_of.emplace_back();
      for (const auto& [name, literal] : key) {
        Predicate equal;
        equal.target.column = name;
        equal.literal = literal;
        one.push_back(equal);
      }
    }
    EXPECT_EQ(*Lines(table, request), expected) << columns[0];
  }
  // Alternatives that are no keys.
  TableScanRequest request = RequestOf(*table, {"b"});
  request.any_of = {
      {*table->ParsePredicate("b", Op::kGt, "6"), *table->ParsePredicate("X", Op::kIsNotNull, "")},
      {*table->ParsePredicate("d", Op::kLt, "1.6"), *table->ParsePredicate("b", Op::kIsNull, "")}};
  const std::vector<std::string> b_lines = Expected({"b"});
  const std::vector<std::string> x_lines = Expected({"X"});
  const std::vector<std::string> d_lines = Expected({"d"});
  std::vector<std::string> expected;
  for (size_t i = 0; i < b_lines.size(); i++) {
    const std::string value = b_lines[i].substr(5, b_lines[i].size() - 6);
    const std::string d = d_lines[i].substr(5, d_lines[i].size() - 6);
    const bool first = value != "null" && std::stoll(value) > 6 && x_lines[i] != "{\"X\":null}";
    const bool second = value == "null" && d != "null" && std::stod(d) < 1.6;
    if (first || second) {
      expected.push_back(b_lines[i]);
    }
  }
  EXPECT_EQ(*Lines(table, request), expected);
}

TEST(DescribedTableTest, SomeColumnsAreWantedAlone) {
  const MemoryFiles files = Files();
  TableOptions options;
  options.columns = {"B", "x"};
  const auto table = OpenTable(files, "/t", options);
  EXPECT_EQ(ColumnNames(*table), (std::vector<std::string>{"X", "b", "dt", "n"}));
  EXPECT_EQ(*Lines(table, RequestOf(*table, {"X", "b", "n"})), Expected({"X", "b", "n"}));
}

TEST(DescribedTableTest, AWideSplitIsReadByKeysOfItsIndex) {
  // Column14 of the golden split has the key k/14 by its index; the table calls it by another name.
  MemoryFiles files = MemoryFiles::OfFolder(CIF_TESTDATA "/index/split");
  const auto whole = OpenSplit(files, "/split");
  const Column& stored = whole->schema().columns[14];
  ASSERT_GT(stored.key_number, 0);
  files.files["/_cif_table"] =
      TableFileOf("{'formatVersion':1,'revision':1,'columns':[{'name':'now','type':'" +
                  stored.type.ToString() + "','number':" + std::to_string(stored.key_number) +
                  ",'storedAs':[]},{'name':'none','type':'int','default':'3'}]," +
                  "'keys':{'table':'" + stored.key_table + "','next':1000000}}");
  files.files["/k=1/_nothing"] = "";
  MemoryFiles moved;
  for (const auto& [path, content] : files.files) {
    moved.files[path.rfind("/split/", 0) == 0 ? "/k=1" + path : path] = content;
  }
  TableOptions options;
  options.columns = {"now", "none"};
  const auto table = OpenTable(moved, "/k=1", options);
  EXPECT_EQ(table->splits()[0].split->schema().columns.size(), 1U);
  EXPECT_LT(table->splits()[0].split->schema_bytes(), whole->schema_bytes());
  const std::vector<std::string> expected = ReadValues(whole, {stored.name, 0, {}});
  const auto lines = Lines(table, RequestOf(*table, {"now", "none"}));
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  ASSERT_EQ(lines->size(), expected.size());
  for (size_t i = 0; i < expected.size(); i++) {
    EXPECT_EQ((*lines)[i], "{\"now\":" + expected[i] + ",\"none\":3}");
  }
}

TEST(DescribedTableTest, PartsOfATableAreFolders) {
  const MemoryFiles files = Files();
  const std::vector<std::string> all = Expected(kAll);
  const std::vector<std::string> second(all.begin() + 300, all.begin() + 600);
  for (const std::string folder :
       {"/t/dt=2020-01-02", "/t/dt=2020-01-02/n=2", "/t/dt=2020-01-02/"}) {
    const auto table = OpenTable(files, folder);
    EXPECT_EQ(*Lines(table, RequestOf(*table, kAll)), second) << folder;
  }
}

TEST(DescribedTableTest, FoldersThatTheFileDoesNotNameAreNone) {
  MemoryFiles files = Files();
  MemoryFiles moved;
  for (const auto& [path, content] : files.files) {
    const bool is_split = path != "/t/_cif_table";
    moved.files[is_split ? "/t/z=9/dt=2000-01-01" + path.substr(2) : path] = content;
  }
  const auto table = OpenTable(moved, "/t");
  EXPECT_EQ(ColumnNames(*table), kAll);
  EXPECT_EQ(*Lines(table, RequestOf(*table, kAll)), Expected(kAll)) << "the nearest folder counts";
  TableOptions options;
  options.partition_types = {{"N", *Type::Parse("string")}};
  const auto typed = OpenTable(files, "/t", options);
  EXPECT_EQ(Lines(typed, RequestOf(*typed, {"n"}))->back(), "{\"n\":\"x\"}");
  options.partition_types = {{"z", *Type::Parse("string")}};
  EXPECT_FALSE(Table::Open(moved, "/t", options).ok()) << "no partition column";
}

TEST(DescribedTableTest, WithoutSplitsItHasColumnsAndNoRows) {
  MemoryFiles files;
  files.files["/t/_cif_table"] = TableFileOf(kMembers);
  const auto table = OpenTable(files, "/t");
  EXPECT_EQ(ColumnNames(*table), kAll);
  EXPECT_TRUE(Lines(table, RequestOf(*table, kAll))->empty());
}

TEST(DescribedTableTest, AKnownTableIsReadAsItWasOpened) {
  MemoryFiles files = Files();
  const auto whole = OpenTable(files, "/t");
  KnownTable known;
  known.splits = {"dt=2020-01-03/n=x/stale", "dt=2020-01-01/n=1/old"};
  for (size_t i = 0; i < 4; i++) {
    known.columns.emplace_back(whole->schema().columns[i].name, whole->schema().columns[i].type);
  }
  known.table_file = whole->table_file();
  EXPECT_EQ(known.table_file, files.files.at("/t/_cif_table"));
  files.files["/t/_cif_table"] = "another one by now";
  TableOptions options;
  options.known = &known;
  const auto some = OpenTable(files, "/t", options);
  const std::vector<std::string> all = Expected(kAll);
  std::vector<std::string> expected(all.begin() + 600, all.end());
  expected.insert(expected.end(), all.begin(), all.begin() + 300);
  EXPECT_EQ(*Lines(some, RequestOf(*some, kAll)), expected);
  EXPECT_EQ(some->ContentOf(0), whole->ContentOf(2));
  EXPECT_EQ(some->ContentOf(1), whole->ContentOf(0));
  const auto only = Table::Only(*whole, {2, 0});
  ASSERT_TRUE(only.ok());
  EXPECT_EQ(*Lines(*only, RequestOf(**only, kAll)), expected);
  known.columns.emplace_back("nowhere", Type::Primitive(Kind::kInt));
  EXPECT_FALSE(Table::Open(files, "/t", options).ok());
}

TEST(DescribedTableTest, NamedSplitsAreOpenedAlone) {
  MemoryFiles files = Files();
  TableOptions options;
  options.splits = {"dt=2020-01-03/n=x/stale", "dt=2020-01-01/n=1/old"};
  const auto some = OpenTable(files, "/t", options);
  const std::vector<std::string> all = Expected(kAll);
  std::vector<std::string> expected(all.begin() + 600, all.end());
  expected.insert(expected.end(), all.begin(), all.begin() + 300);
  EXPECT_EQ(*Lines(some, RequestOf(*some, kAll)), expected);
  options.splits = {"dt=2020-01-03/n=x/none"};
  const auto none = Table::Open(files, "/t", options);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
  // Without a table file the split has the names of its schema file.
  files.files.erase("/t/_cif_table");
  options.splits = {"dt=2020-01-01/n=1/old"};
  EXPECT_EQ(OpenTable(files, "/t", options)->schema().rows, kRows);
  options.splits = {""};
  EXPECT_EQ(OpenTable(files, "/t/dt=2020-01-01/n=1/old", options)->schema().rows, kRows);
}

TEST(DescribedTableTest, ContentHasNamesAndDefaults) {
  const auto content = [](const std::string& from, const std::string& to) {
    std::string members = kMembers;
    members.replace(members.find(from), from.size(), to);
    const MemoryFiles files = Files(TableFileOf(members));
    return OpenTable(files, "/t")->ContentOf(0);
  };
  const std::string same = content("'revision':5", "'revision':6");
  EXPECT_EQ(same, content("'revision':5", "'revision':5"));
  EXPECT_NE(same, content("'1.50'", "'1.51'"));
  EXPECT_NE(same, content("'name':'X'", "'name':'y'"));
}

/// Returns the error of opening a folder.
Error Refused(const MemoryFiles& files, const std::string& folder) {
  auto table = Table::Open(files, folder);
  EXPECT_FALSE(table.ok()) << folder;
  return table.ok() ? Error() : table.error();
}

TEST(DescribedTableTest, ADamagedFileIsAnErrorThatNamesIt) {
  for (const std::string& bytes : {std::string(), std::string("CIFT"), TableFileOf("{}"),
                                   TableFileOf(kMembers).substr(0, 100)}) {
    const Error error = Refused(Files(bytes), "/t/dt=2020-01-01");
    EXPECT_EQ(error.code, ErrorCode::kCorrupt);
    EXPECT_EQ(error.file, "/t/_cif_table");
    EXPECT_NE(error.message.find("table"), std::string::npos) << error.ToString();
  }
  std::string members = kMembers;
  members.replace(members.find("'7'"), 3, "'seven'");
  const Error error = Refused(Files(TableFileOf(members)), "/t");
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_EQ(error.file, "/t/_cif_table");
  EXPECT_EQ(error.column, "b");
  EXPECT_NE(error.message.find("'seven'"), std::string::npos);
}

TEST(DescribedTableTest, TransactionsAreRefusedButForABase) {
  const std::string with = std::string(kMembers).insert(1, "'transactional':'insert_only',");
  MemoryFiles files = Files(TableFileOf(with));
  AddSplit(&files, "/t/dt=2020-01-04/n=4/base_7/0", "plain", {{"c3 int", "x", "k/1"}});
  for (const std::string folder : {"/t", "/t/dt=2020-01-04", "/t/dt=2020-01-04/n=4"}) {
    const Error error = Refused(files, folder);
    EXPECT_EQ(error.code, ErrorCode::kUnsupported);
    EXPECT_NE(error.message.find("insert_only"), std::string::npos);
    EXPECT_NE(error.message.find("base_<n>"), std::string::npos);
  }
  const auto table = OpenTable(files, "/t/dt=2020-01-04/n=4/base_7");
  const auto lines = Lines(table, RequestOf(*table, {"b", "n", "dt"}));
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->size(), 300U);
  EXPECT_EQ(lines->front(), "{\"b\":7,\"n\":4,\"dt\":\"2020-01-04\"}");
}

/// Returns the table file of `/t` with partitions outside of its folder.
std::string WithPartitions(const std::string& partitions) {
  return TableFileOf(std::string(kMembers).insert(1, "'partitions':[" + partitions + "],"));
}

/// Returns the folder of each split, and its values of `dt` and `n`.
std::vector<std::string> Places(const Table& table) {
  std::vector<std::string> places;
  for (const TableSplit& split : table.splits()) {
    const auto only = Table::Only(table, {places.size()});
    EXPECT_TRUE(only.ok());
    const auto lines = Lines(*only, RequestOf(**only, {"dt", "n"}));
    EXPECT_TRUE(lines.ok());
    EXPECT_EQ(lines->size(), static_cast<size_t>(kRows));
    EXPECT_EQ(lines->front(), lines->back());
    places.push_back(split.split->folder() + " " + lines->front());
  }
  return places;
}

/// Columns that a golden split has as the table's.
const std::vector<StoredAs> kStored = {{"c3 int", "x", "k/1"}};

TEST(DescribedTableTest, PartitionsElsewhereHaveTheirRowsAndValues) {
  MemoryFiles files =
      Files(WithPartitions("{'values':['2020-01-02','2'],'location':'/else/where'},"
                           "{'values':[null,'5'],'location':'/x//y/'},"
                           "{'values':['no date','7'],'location':'/t/odd'},"
                           "{'values':['2024-01-01','8'],'location':'/t/_hidden/8'},"
                           "{'values':['2023-01-01','9'],'location':'/nowhere'}"));
  AddSplit(&files, "/else/where/0", "plain", kStored);
  AddSplit(&files, "/else/where/n=4/1", "plain", kStored);
  AddSplit(&files, "/else/wherever/0", "plain", kStored);
  AddSplit(&files, "/x/y/0", "plain", kStored);
  AddSplit(&files, "/t/odd/0", "plain", kStored);
  AddSplit(&files, "/t/_hidden/8/0", "plain", kStored);
  AddSplit(&files, "/t/dt=2024-01-01/n=8/old", "plain", kStored);
  AddSplit(&files, "/t/dt=2024-01-01/n=08/other", "plain", kStored);
  const auto table = OpenTable(files, "/t");
  const std::vector<std::string> expected = {
      "/t/dt=2020-01-01/n=1/old {\"dt\":\"2020-01-01\",\"n\":1}",
      "/t/dt=2020-01-03/n=x/stale {\"dt\":\"2020-01-03\",\"n\":null}",
      "/t/dt=2024-01-01/n=08/other {\"dt\":\"2024-01-01\",\"n\":8}",
      "/t/odd/0 {\"dt\":null,\"n\":7}",
      "/else/where/0 {\"dt\":\"2020-01-02\",\"n\":2}",
      "/else/where/n=4/1 {\"dt\":\"2020-01-02\",\"n\":2}",
      "/t/_hidden/8/0 {\"dt\":\"2024-01-01\",\"n\":8}",
      "/x/y/0 {\"dt\":null,\"n\":5}"};
  EXPECT_EQ(Places(*table), expected);
  EXPECT_EQ(table->schema().rows, 8 * kRows);
  TableScanRequest request = RequestOf(*table, {"X"});
  request.predicate = {*table->ParsePredicate("n", Op::kEq, "5")};
  EXPECT_EQ(Lines(table, request)->size(), static_cast<size_t>(kRows));
  EXPECT_EQ(Places(*OpenTable(files, "/t/dt=2024-01-01")), std::vector<std::string>({expected[2]}));
  EXPECT_TRUE(Places(*OpenTable(files, "/t/dt=2020-01-02")).empty());
  EXPECT_EQ(Places(*OpenTable(files, "/t/.")).size(), expected.size());
  KnownTable known;
  known.splits = {"/else/where/n=4/1", "dt=2020-01-01/n=1/old", "odd/0", "/x/y/0"};
  known.table_file = table->table_file();
  TableOptions options;
  options.known = &known;
  EXPECT_EQ(Places(*OpenTable(files, "/t", options)),
            std::vector<std::string>({expected[5], expected[0], expected[3], expected[7]}));
}

TEST(DescribedTableTest, PartitionsElsewhereAreOfTheSameFileSystem) {
  const auto in_store = [](const std::string& location) {
    MemoryFiles files;
    for (const auto& [path, content] :
         Files(WithPartitions("{'values':['2020-01-09','3'],'location':'" + location + "'}"))
             .files) {
      files.files["s3://b" + path] = content;
    }
    AddSplit(&files, "s3://b/else/0", "plain", kStored);
    return files;
  };
  for (const std::string location : {"s3://b/else", "s3a://b/else/", "s3n://b//else"}) {
    const MemoryFiles files = in_store(location);
    const auto table = OpenTable(files, "s3://b/t");
    EXPECT_EQ(Places(*table).back(), "s3://b/else/0 {\"dt\":\"2020-01-09\",\"n\":3}") << location;
    EXPECT_EQ(table->splits().size(), 4U);
  }
  for (const std::string location : {"s3://c/else", "hdfs://b/else", "file:/else", "/else"}) {
    const MemoryFiles files = in_store(location);
    const Error error = Refused(files, "s3://b/t");
    EXPECT_EQ(error.code, ErrorCode::kUnsupported) << location;
    EXPECT_EQ(error.file, "s3://b/t/_cif_table");
    EXPECT_NE(error.message.find(location), std::string::npos) << error.ToString();
    EXPECT_EQ(OpenTable(files, "s3://b/t/dt=2020-01-01")->schema().rows, kRows) << location;
  }
  for (const std::string location : {"hdfs://a/b", "file:/b"}) {
    const Error error = Refused(
        Files(WithPartitions("{'values':['2020-01-01',null],'location':'" + location + "'}")),
        "/t");
    EXPECT_NE(error.message.find(location), std::string::npos) << error.ToString();
  }
}

TEST(DescribedTableTest, LocalFoldersAreKnownByUriAndByPath) {
  const FileSystem& files = LocalFileSystem();
  for (const std::string location :
       {"file:/a/b c", "file:///a/b c/", "file://localhost/a//b c", "/a/b c"}) {
    EXPECT_EQ(*files.PathOf(location, "/t"), "/a/b c") << location;
    EXPECT_EQ(*files.PathOf(location, "/a"), "/a/b c") << location;
  }
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(*files.PathOf("file:" + here + "/t/x", "t"), "t/x");
  EXPECT_EQ(*files.PathOf("file:" + here + "/t/x", "./t"), "./t/x");
  EXPECT_EQ(*files.PathOf("file:" + here + "/t/x", "."), "./t/x");
  EXPECT_EQ(*files.PathOf("file:" + here + "/tx", "t"), here + "/tx");
  for (const std::string location : {"hdfs://a/b", "file://host/b", "b", "file:b", ""}) {
    EXPECT_EQ(files.PathOf(location, "/t").error().code, ErrorCode::kUnsupported) << location;
  }
}

TEST(DescribedTableTest, ColumnsThatMayBeTheSameAreAnError) {
  MemoryFiles files = Files();
  AddSplit(&files, "/t/twice", "plain", {{"c3 int", "a", ""}, {"c4 bigint", "x", ""}});
  const Error error = Refused(files, "/t");
  EXPECT_EQ(error.file, "/t/twice/schema.cif");
  EXPECT_NE(error.message.find("'a' and 'x'"), std::string::npos) << error.ToString();
}

TEST(DescribedTableTest, ATypeThatIsNoneOfTheTablesIsAnErrorOfItsReaders) {
  MemoryFiles files = Files();
  AddSplit(&files, "/t/other", "plain", {{"c11 string", "x", "k/1"}});
  const auto table = OpenTable(files, "/t");
  EXPECT_TRUE(Lines(table, RequestOf(*table, {"b"})).ok());
  const auto lines = Lines(table, RequestOf(*table, {"X"}));
  ASSERT_FALSE(lines.ok());
  EXPECT_EQ(lines.error().file, "/t/other");
  EXPECT_EQ(lines.error().column, "X");
}

TEST(DescribedTableTest, NamesAreMatchedAsTheKeysSay) {
  // Each case: the columns of a split, and the golden column that X and b have there.
  struct Case {
    std::vector<StoredAs> columns;
    std::string x;
    std::string b;
  };
  const std::vector<Case> cases = {
      {{{"c3 int", "A", ""}, {"c2 smallint", "b", "k/4"}}, "c3 int", "c2 smallint"},
      {{{"c3 int", "x", ""}, {"c2 smallint", "b", ""}}, "c3 int", ""},
      // The one that had the name first is there by its key, so the name means the one of today.
      {{{"c2 smallint", "b", ""}, {"c11 string", "b.2", "k/2"}}, "", "c2 smallint"},
      // Names of columns with other keys of the table mean nothing.
      {{{"c3 int", "x", "k/3"}, {"c2 smallint", "b", "k/99"}}, "", ""},
      {{{"c3 int", "y", "k/1"}, {"c2 smallint", "x", ""}}, "c3 int", ""},
      // Keys of another table are none.
      {{{"c3 int", "x", "z/3"}, {"c2 smallint", "b", "kk/4"}}, "c3 int", ""},
  };
  for (const Case& one : cases) {
    MemoryFiles files;
    files.files["/t/_cif_table"] = TableFileOf(kMembers);
    AddSplit(&files, "/t/s", "plain", one.columns);
    const auto table = OpenTable(files, "/t");
    const auto values = [&](const std::string& column, const std::string& golden,
                            const std::string& missing) {
      const auto lines = Lines(table, RequestOf(*table, {column}));
      ASSERT_TRUE(lines.ok()) << lines.error().ToString();
      const std::vector<std::string> expected =
          golden.empty() ? std::vector<std::string>(kRows, missing) : GoldenValues("plain", golden);
      for (size_t i = 0; i < kRows; i++) {
        ASSERT_EQ((*lines)[i], "{\"" + column + "\":" + expected[i] + "}")
            << one.columns[0].name << " " << one.columns[0].key;
      }
    };
    values("X", one.x, "null");
    values("b", one.b, "7");
  }
}

TEST(DescribedTableTest, StructsHaveTheFieldsOfTheTable) {
  MemoryFiles files;
  files.files["/t/_cif_table"] = TableFileOf(
      "{'formatVersion':1,'revision':1,'columns':["
      "{'name':'s','type':'struct<new:date,A:bigint>'}]}");
  AddSplit(&files, "/t/s", "plain", {{"c25 struct_a_int_b_string_", "S", ""}});
  const auto table = OpenTable(files, "/t");
  const auto lines = Lines(table, RequestOf(*table, {"s", "s.a", "s.new"}));
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  const std::vector<std::string> stored = GoldenValues("plain", "c25 struct_a_int_b_string_");
  for (size_t i = 0; i < kRows; i++) {
    const size_t comma = stored[i].find(",\"b\"");
    const std::string a = stored[i] == "null" ? "null" : stored[i].substr(5, comma - 5);
    const std::string whole = stored[i] == "null" ? "null" : "{\"new\":null,\"A\":" + a + "}";
    EXPECT_EQ((*lines)[i], "{\"s\":" + whole + ",\"s.a\":" + a + ",\"s.new\":null}");
  }
}

}  // namespace
}  // namespace cif::test
