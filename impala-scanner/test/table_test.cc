// Tables: several splits, partitions, widened types.

#include "cif/table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support.h"
#include "vector/widen.h"

namespace cif::test {
namespace {

TEST(TableTest, PartitionColumnsHaveValuesAndTypes) {
  MemoryFiles files = FilesOf({{"/t/dt=2026-11-21/n=5/000000_0", "empty"},
                               {"/t/dt=2026-11-21/n=7/000000_0", "auto"},
                               {"/t/dt=__HIVE_DEFAULT_PARTITION__/n=7/000000_0", "plain"},
                               {"/t/dt=2027-01-01/n=9/000000_0", "plain"}});
  TableOptions options;
  options.partition_types = {{"DT", *Type::Parse("date")}, {"n", *Type::Parse("smallint")}};
  auto table = OpenTable(files, "/t/", options);
  EXPECT_EQ(table->partition_columns(), 2U);
  auto all = Lines(table, RequestOf(*table, {"n", "c3 int", "dt"}));
  ASSERT_TRUE(all.ok()) << all.error().ToString();
  ASSERT_EQ(all->size(), 900U);
  EXPECT_NE((*all)[0].find("{\"n\":7,"), std::string::npos) << (*all)[0];
  EXPECT_NE((*all)[0].find("\"dt\":\"2026-11-21\"}"), std::string::npos) << (*all)[0];
  EXPECT_NE((*all)[400].find("\"dt\":\"2027-01-01\"}"), std::string::npos) << (*all)[400];
  EXPECT_NE((*all)[800].find("\"dt\":null}"), std::string::npos) << (*all)[800];

  TableScanRequest some = RequestOf(*table, {"c3 int"});
  some.predicate.push_back(*table->ParsePredicate("dt", Op::kGt, "2026-12-31"));
  auto scanner = TableScanner::Open(table, some);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 300);
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ((*scanner)->metrics().rows_pruned, 600);

  some.predicate = {*table->ParsePredicate("dt", Op::kIsNull, "")};
  EXPECT_EQ(Lines(table, some)->size(), 300U);
}

TEST(TableTest, PartitionNamesAreUnescaped) {
  MemoryFiles files = FilesOf({{"/t/k=a%2Fb%3Dc%/000000_0", "plain"}});
  auto table = OpenTable(files, "/t");
  auto lines = Lines(table, RequestOf(*table, {"k"}));
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->front(), "{\"k\":\"a/b=c%\"}");
}

TEST(TableTest, RowsAreCountedWithoutColumns) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}, {"/t/b", "plain"}});
  auto table = OpenTable(files, "/t");
  auto scanner = TableScanner::Open(table, {});
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  int64_t rows = 0;
  do {
    ASSERT_TRUE((*scanner)->Next(&batch).ok());
    rows += batch.rows;
  } while (batch.rows > 0);
  EXPECT_EQ(rows, 600);
  EXPECT_EQ((*scanner)->metrics().blocks_read, 0);
}

TEST(TableTest, AColumnThatASplitLacksIsNullThere) {
  MemoryFiles files = FilesOf({{"/t/a", "dcsl"}, {"/t/b", "encodings"}});
  auto table = OpenTable(files, "/t");
  auto lines = Lines(table, RequestOf(*table, {"runs", "c1 map_string_string_['key-2']"}));
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(lines->size(), 3300U);
  EXPECT_EQ(lines->front().rfind("{\"runs\":null,", 0), 0U) << lines->front();
  EXPECT_EQ(lines->back().rfind("{\"runs\":null,", 0), std::string::npos) << lines->back();
}

TEST(TableTest, SplitsOfOtherTablesAreAnError) {
  MemoryFiles partitions = FilesOf({{"/t/a=1/x", "plain"}, {"/t/b=1/x", "plain"}});
  auto one = Table::Open(partitions, "/t");
  ASSERT_FALSE(one.ok());
  EXPECT_NE(one.error().message.find("/t/a=1/x"), std::string::npos) << one.error().ToString();

  MemoryFiles value = FilesOf({{"/t/a=x/s", "plain"}});
  TableOptions options;
  options.partition_types = {{"a", *Type::Parse("array<int>")}};
  EXPECT_FALSE(Table::Open(value, "/t", options).ok()) << "a partition column of no primitive type";

  MemoryFiles name = FilesOf({{"/t/c3 int=1/s", "plain"}});
  EXPECT_FALSE(Table::Open(name, "/t").ok()) << "a partition column with the name of a column";

  options.partition_types = {{"nowhere", *Type::Parse("int")}};
  EXPECT_FALSE(Table::Open(FilesOf({{"/t/s", "plain"}}), "/t", options).ok());
}

TEST(TableTest, BlanksAtTheEndOfAPartOfACharCount) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}});
  auto table = OpenTable(files, "/t");
  const auto rows_with = [&](Op op, const char* literal) {
    TableScanRequest request = RequestOf(*table, {});
    request.predicate = {*table->ParsePredicate("c13 char_", op, literal)};
    return Lines(table, request)->size();
  };
  EXPECT_EQ(rows_with(Op::kContains, "e"), 114U);
  EXPECT_EQ(rows_with(Op::kContains, "e "), 0U)
      << "größe is stored without the blank that char(6) adds";
  EXPECT_EQ(rows_with(Op::kStartsWith, "größe "), 0U);
  EXPECT_EQ(rows_with(Op::kEq, "größe "), rows_with(Op::kEq, "größe")) << "as SQL compares char";
}

TEST(TableTest, WhatCannotBeAskedIsAnError) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}});
  auto table = OpenTable(files, "/t");
  EXPECT_EQ(table->ParseProjection("nowhere").error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(table->ParseProjection("c3 int.x").ok());
  EXPECT_FALSE(table->ParsePredicate("c3 int", Op::kEq, "x").ok());
  EXPECT_FALSE(table->ParsePredicate("c3 int", Op::kContains, "x").ok());
  TableScanRequest request = RequestOf(*table, {"c3 int"});
  request.threads = 0;
  EXPECT_FALSE(TableScanner::Open(table, request).ok());
}

Vector Integers(Kind kind, const std::vector<int64_t>& values) {
  Vector v(Type::Primitive(kind));
  v.length = static_cast<int64_t>(values.size());
  if (kind == Kind::kInt) {
    v.values.Resize(values.size() * 4);
    std::copy(values.begin(), values.end(), v.values.as<int32_t>());
  } else {
    v.values.Resize(values.size() * 8);
    std::copy(values.begin(), values.end(), v.values.as<int64_t>());
  }
  return v;
}

std::vector<std::string> Widened(Vector from, const char* to) {
  Vector out(*Type::Parse(to));
  EXPECT_TRUE(internal::CanWiden(from.type, out.type)) << to;
  internal::Widen(&from, &out);
  return Values(out);
}

TEST(TableTest, SomeSplitsAreReadAsTheTableHasItsColumns) {
  MemoryFiles files =
      FilesOf({{"/t/n=1/x", "dcsl"}, {"/t/n=2/x", "encodings"}, {"/t/n=3/x", "dcsl"}});
  auto whole = OpenTable(files, "/t");
  auto some = Table::Only(*whole, {2, 0});
  ASSERT_TRUE(some.ok()) << some.error().ToString();
  EXPECT_EQ((*some)->schema().columns.size(), whole->schema().columns.size());
  EXPECT_EQ((*some)->schema().rows, 600);
  whole.reset();
  auto lines = Lines(*some, RequestOf(**some, {"runs", "n"}));
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  ASSERT_EQ(lines->size(), 600U);
  EXPECT_EQ(lines->front(), "{\"runs\":null,\"n\":\"3\"}");
  EXPECT_EQ(lines->back(), "{\"runs\":null,\"n\":\"1\"}");
  EXPECT_EQ((*Table::Only(**some, {}))->schema().rows, 0);
  auto none = Table::Only(**some, {2});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
}

TEST(TableTest, RangesOfRowsGoOnFromSplitToSplit) {
  MemoryFiles files = FilesOf({{"/t/n=1/x", "encodings"},
                               {"/t/n=2/x", "empty"},
                               {"/t/n=3/x", "plain"},
                               {"/t/n=4/x", "encodings"}});
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"packed", "n"});
  const std::vector<std::string> all = *Lines(table, request);
  ASSERT_EQ(all.size(), 6300U);
  const std::vector<std::pair<int64_t, int64_t>> ranges = {{0, -1},    {0, 0},      {0, 10},
                                                           {2999, 2},  {2990, 400}, {3000, 300},
                                                           {3300, -1}, {6299, 99},  {6300, -1}};
  for (const int threads : {1, 3}) {
    for (const auto& [first, count] : ranges) {
      request.threads = threads;
      request.first_row = first;
      request.row_count = count;
      request.predicate.clear();
      const int64_t end = count < 0 ? 6300 : std::min<int64_t>(6300, first + count);
      auto lines = Lines(table, request);
      ASSERT_TRUE(lines.ok()) << lines.error().ToString();
      EXPECT_EQ(*lines, std::vector<std::string>(all.begin() + first, all.begin() + end))
          << first << ", " << count;

      request.predicate = {*table->ParsePredicate("n", Op::kGe, "3")};
      const int64_t third = std::clamp<int64_t>(3000, first, end);
      EXPECT_EQ(*Lines(table, request),
                std::vector<std::string>(all.begin() + third, all.begin() + end))
          << first << ", " << count;
    }
  }
  for (const int64_t first : {-1, 6301}) {
    request.first_row = first;
    EXPECT_EQ(TableScanner::Open(table, request).error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(TableTest, AKnownTableIsOpenedWithoutItsOtherSplits) {
  MemoryFiles files =
      FilesOf({{"/t/n=1/x", "dcsl"}, {"/t/n=2/x", "encodings"}, {"/t/n=3/x", "dcsl"}});
  auto whole = OpenTable(files, "/t");
  KnownTable known;
  known.splits = {"n=3/x", "n=1/x"};
  for (size_t i = 0; i + whole->partition_columns() < whole->schema().columns.size(); i++) {
    known.columns.emplace_back(whole->schema().columns[i].name, whole->schema().columns[i].type);
  }
  TableOptions options;
  options.known = &known;
  auto some = OpenTable(files, "/t", options);
  EXPECT_EQ(some->ContentOf(0), whole->ContentOf(2));
  EXPECT_EQ(some->ContentOf(1), whole->ContentOf(0));
  EXPECT_NE(whole->ContentOf(0), whole->ContentOf(1));
  auto same = Table::Only(*whole, {2, 0});
  const TableScanRequest request = RequestOf(*some, {"runs", "n", "c1 map_string_string_"});
  auto lines = Lines(some, request);
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, *Lines(*same, request));

  known.splits = {"n=4/x"};
  auto missing = Table::Open(files, "/t", options);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST(WidenTest, Integers) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Widened(Integers(Kind::kInt, {1, -2147483648}), "bigint"), (Texts{"1", "-2147483648"}));
  EXPECT_EQ(Widened(Integers(Kind::kInt, {1, -7}), "double"), (Texts{"1.0", "-7.0"}));
  EXPECT_EQ(Widened(Integers(Kind::kInt, {1, -7}), "decimal(12,2)"), (Texts{"1.00", "-7.00"}));
  EXPECT_EQ(Widened(Integers(Kind::kBigint, {INT64_MIN}), "decimal(21,2)"),
            (Texts{"-9223372036854775808.00"}));
}

TEST(WidenTest, DecimalsBecomeTheNearestDoubles) {
  Vector v(*Type::Parse("decimal(30,3)"));
  const int128 unit = 1000000000000000000;
  // A division of what is a double already would give others.
  const std::vector<int128> values = {2024817487 * unit + 665737914461967553,
                                      -(4572783003 * unit + 797858148922256441), 1500};
  v.length = static_cast<int64_t>(values.size());
  v.values.Resize(values.size() * sizeof(int128));
  std::copy(values.begin(), values.end(), v.values.as<int128>());
  EXPECT_EQ(Widened(std::move(v), "double"),
            (std::vector<std::string>{"2.024817487665738E24", "-4.572783003797858E24", "1.5"}));
}

TEST(WidenTest, NumbersBecomeFloatsAndOtherDecimals) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Widened(Integers(Kind::kInt, {16777217, -7}), "float"), (Texts{"1.6777216E7", "-7.0"}));
  EXPECT_EQ(Widened(Integers(Kind::kInt, {99, 100, -100}), "decimal(4,2)"),
            (Texts{"99.00", "null", "null"}));
  const auto decimals = [](const char* type, const std::vector<int64_t>& unscaled) {
    Vector v(*Type::Parse(type));
    v.length = static_cast<int64_t>(unscaled.size());
    v.values.Resize(unscaled.size() * sizeof(int64_t));
    std::copy(unscaled.begin(), unscaled.end(), v.values.as<int64_t>());
    return v;
  };
  EXPECT_EQ(
      Widened(decimals("decimal(10,4)", {15000, -25000, 24999, -14999, 999950000}), "decimal(6,0)"),
      (Texts{"2", "-3", "2", "-1", "99995"}));
  EXPECT_EQ(Widened(decimals("decimal(5,2)", {99994, 99995, -99995}), "decimal(4,1)"),
            (Texts{"999.9", "null", "null"}));
  EXPECT_EQ(Widened(decimals("decimal(5,2)", {150, -1}), "float"), (Texts{"1.5", "-0.01"}));
  EXPECT_EQ(Widened(decimals("decimal(5,2)", {150, -1, 100, 0, 12000}), "string"),
            (Texts{"\"1.5\"", "\"-0.01\"", "\"1\"", "\"0\"", "\"120\""}));
  EXPECT_FALSE(internal::HasSameNulls(*Type::Parse("decimal(5,2)"), *Type::Parse("decimal(4,1)")));
  EXPECT_TRUE(internal::HasSameNulls(*Type::Parse("int"), *Type::Parse("decimal(12,2)")));
}

TEST(WidenTest, ValuesBecomeTexts) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Widened(Integers(Kind::kBigint, {INT64_MIN, 7}), "string"),
            (Texts{"\"-9223372036854775808\"", "\"7\""}));
  EXPECT_EQ(Widened(Integers(Kind::kInt, {-12345}), "varchar(3)"), Texts{"\"-12\""});
  Vector days(Type::Primitive(Kind::kDate));
  const std::vector<int32_t> dates = {0, -719529, 2932897, 18321};
  days.length = 4;
  days.values.Resize(16);
  std::copy(dates.begin(), dates.end(), days.values.as<int32_t>());
  EXPECT_EQ(Widened(std::move(days), "string"),
            (Texts{"\"1970-01-01\"", "\"-0001-12-31\"", "\"+10000-01-01\"", "\"2020-02-29\""}));
  Vector times(Type::Primitive(Kind::kTimestamp));
  times.length = 2;
  times.values.Resize(16);
  times.values.as<int64_t>()[0] = -1;
  times.values.as<int64_t>()[1] = 86400;
  times.nanos.Resize(8);
  times.nanos.as<int32_t>()[0] = 120000000;
  times.nanos.as<int32_t>()[1] = 0;
  EXPECT_EQ(Widened(std::move(times), "string"),
            (Texts{"\"1969-12-31 23:59:59.12\"", "\"1970-01-02 00:00:00\""}));
}

TEST(WidenTest, TextsAreCutInEitherForm) {
  const MemoryFiles files = FilesOf({{"/t/a", "plain"}});
  const auto split = OpenSplit(files, "/t/a");
  const std::vector<std::string> whole = ReadValues(split, {"c11 string", 0, {}});
  for (const StringForm form : {StringForm::kOffsets, StringForm::kViews}) {
    ReadOptions options;
    options.strings = form;
    ScanRequest request;
    request.columns = {{"c11 string", 0, {}}, {"c0 boolean", 0, {}}};
    request.types = {*Type::Parse("char(2)"), *Type::Parse("string")};
    // Statistics are of the whole texts.
    request.predicate = {{{"c11 string", 0, {}}, Op::kNe, std::string("zz")}};
    request.predicate[0].type = request.types[0];
    auto scanner = Scanner::Open(split, request, options);
    ASSERT_TRUE(scanner.ok()) << scanner.error().ToString();
    Batch batch;
    ASSERT_TRUE((*scanner)->Next(&batch).ok());
    const std::vector<std::string> texts = Values(batch.columns[0]);
    EXPECT_FALSE(texts.empty());
    for (const std::string& text : texts) {
      EXPECT_LE(text.size(), 2U + 2U * 6U) << text;
    }
    for (const std::string& flag : Values(batch.columns[1])) {
      EXPECT_TRUE(flag == "\"TRUE\"" || flag == "\"FALSE\"" || flag == "null") << flag;
    }
    EXPECT_EQ(batch.rows, std::count_if(whole.begin(), whole.end(), [](const std::string& text) {
                return text != "null" && text.rfind("\"zz", 0) != 0;
              }));
  }
}

TEST(WidenTest, NullsStay) {
  Vector v = Integers(Kind::kInt, {1, 2, 3});
  v.null_count = 1;
  v.validity.Resize(1);
  v.validity.data()[0] = 0b101;
  EXPECT_EQ(Widened(std::move(v), "bigint"), (std::vector<std::string>{"1", "null", "3"}));
}

TEST(WidenTest, TheTypeThatHoldsBoth) {
  auto wider = [](const char* a, const char* b) -> std::string {
    auto type = internal::WiderType(*Type::Parse(a), *Type::Parse(b));
    auto other = internal::WiderType(*Type::Parse(b), *Type::Parse(a));
    EXPECT_EQ(type.has_value(), other.has_value());
    return type ? type->ToString() : "none";
  };
  EXPECT_EQ(wider("tinyint", "int"), "int");
  EXPECT_EQ(wider("bigint", "float"), "double");
  EXPECT_EQ(wider("decimal(10,2)", "decimal(8,4)"), "decimal(12,4)");
  EXPECT_EQ(wider("decimal(38,0)", "decimal(38,1)"), "none");
  EXPECT_EQ(wider("int", "decimal(3,1)"), "decimal(11,1)");
  EXPECT_EQ(wider("varchar(3)", "char(9)"), "string");
  EXPECT_EQ(wider("string", "int"), "none");
  EXPECT_EQ(wider("array<int>", "array<bigint>"), "array<bigint>");
  EXPECT_EQ(wider("map<string,float>", "map<varchar(3),double>"), "map<string,double>");
  EXPECT_EQ(wider("struct<a:int>", "struct<A:bigint>"), wider("struct<a:bigint>", "struct<a:int>"));
  EXPECT_EQ(wider("struct<a:int>", "array<int>"), "none");
  EXPECT_EQ(wider("struct<a:int,b:int>", "struct<c:date,B:bigint>"),
            "struct<a:int,b:bigint,c:date>");
  EXPECT_EQ(wider("struct<x:int,X:date>", "struct<X:date,y:int,x:bigint>"),
            "struct<x:bigint,X:date,y:int>");
  EXPECT_EQ(wider("struct<x:int,X:int>", "struct<y:int>"), "struct<x:int,X:int,y:int>");
  EXPECT_EQ(wider("struct<x:int,X:int>", "struct<x:int>"), "none");
}

TEST(WidenTest, StructsAreBroughtToOthersByName) {
  auto can = [](const char* from, const char* to) {
    return internal::CanWiden(*Type::Parse(from), *Type::Parse(to));
  };
  EXPECT_TRUE(can("struct<b:int>", "struct<a:int,b:int>"));
  EXPECT_TRUE(
      can("array<map<string,struct<b:int,A:date>>>", "array<map<string,struct<a:date,b:bigint>>>"));
  EXPECT_FALSE(can("struct<b:bigint>", "struct<a:int,b:int>"));
  EXPECT_TRUE(can("struct<b:int,c:date>", "struct<a:int,b:int>")) << "c is left out";
  EXPECT_FALSE(can("struct<bB:int,BB:int>", "struct<bb:int>")) << "several fields but for case";
}

std::string TypesRoot() { return GoldenRoot() + "/../types"; }

TEST(TableTest, ColumnsOfOtherTypesAreReadAsTheTypeThatHoldsAll) {
  auto table = OpenTable(LocalFileSystem(), TypesRoot() + "/table");
  const std::vector<std::string> expected = FileLines(TypesRoot() + "/table.jsonl");
  for (StringForm form : {StringForm::kOffsets, StringForm::kViews}) {
    ReadOptions options;
    options.strings = form;
    auto lines = Lines(table, RequestOf(*table, ColumnNames(*table)), options);
    ASSERT_TRUE(lines.ok()) << lines.error().ToString();
    EXPECT_EQ(*lines, expected);
  }
}

TEST(TableTest, ConditionsOnFieldsAreOnTheTablesValues) {
  auto table = OpenTable(LocalFileSystem(), TypesRoot() + "/table");
  for (const char* field : {"s.a", "s.b"}) {
    TableScanRequest request = RequestOf(*table, {field});
    auto all = Lines(table, request);
    ASSERT_TRUE(all.ok()) << all.error().ToString();
    std::vector<std::string> above;
    std::vector<std::string> nulls;
    for (const std::string& line : *all) {
      const std::string value = line.substr(line.find(':') + 1);
      if (value == "null}") {
        nulls.push_back(line);
      } else if (std::stoll(value) > 500) {
        above.push_back(line);
      }
    }
    EXPECT_FALSE(above.empty());
    request.predicate = {*table->ParsePredicate(field, Op::kGt, "500")};
    EXPECT_EQ(*Lines(table, request), above);
    request.predicate = {*table->ParsePredicate(field, Op::kIsNull, "")};
    EXPECT_EQ(*Lines(table, request), nulls);
  }
}

TEST(TableTest, AFieldOfExactlyTheNameIsRead) {
  auto table = OpenTable(LocalFileSystem(), TypesRoot() + "/table");
  EXPECT_EQ(table->TypeOf(*table->ParseProjection("same.x"))->ToString(), "int");
  EXPECT_EQ(table->TypeOf(*table->ParseProjection("SAME.X"))->ToString(), "string");
  auto all = Lines(table, RequestOf(*table, {"same"}));
  auto parts = Lines(table, RequestOf(*table, {"same.x", "same.X"}));
  ASSERT_TRUE(all.ok() && parts.ok());
  std::vector<std::string> expected;
  for (const std::string& line : *all) {
    const size_t x = line.find("\"x\":");
    const size_t upper = line.find(",\"X\":");
    expected.push_back(x == std::string::npos
                           ? "{\"same.x\":null,\"same.X\":null}"
                           : "{\"same.x\":" + line.substr(x + 4, upper - x - 4) +
                                 ",\"same.X\":" + line.substr(upper + 5, line.size() - upper - 6));
  }
  EXPECT_EQ(*parts, expected);
}

TEST(TableTest, KeysOfTypeCharAreFoundWithoutTheBlanksBehindThem) {
  auto table = OpenTable(LocalFileSystem(), TypesRoot() + "/table");
  for (const char* key : {"pad['a']", "pad['a  ']"}) {
    TableScanRequest request = RequestOf(*table, {key});
    request.predicate = {*table->ParsePredicate(key, Op::kIsNotNull, "")};
    auto lines = Lines(table, request);
    ASSERT_TRUE(lines.ok()) << lines.error().ToString();
    EXPECT_FALSE(lines->empty()) << key;
  }
}

TEST(TableTest, TypesThatDoNotGoTogetherAreAnErrorThatNamesBothSplits) {
  MemoryFiles files;
  for (const char* name : {"a", "b", "c"}) {
    for (const auto& [path, content] :
         MemoryFiles::OfFolder(TypesRoot() + "/table/" + name).files) {
      files.files["/t" + path] = content;
    }
  }
  for (const auto& [path, content] :
       MemoryFiles::OfFolder(GoldenRoot() + "/../parts/table/split").files) {
    files.files["/t" + path] = content;
  }
  auto table = Table::Open(files, "/t");
  ASSERT_FALSE(table.ok());
  const std::string message = table.error().ToString();
  for (const char* part : {"/t/split", "'s'", "but struct<a:int,B:int> in /t/a"}) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace cif::test
