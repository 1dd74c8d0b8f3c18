// Tables: several splits, partitions, widened types.

#include "cif/table.h"

#include <algorithm>

#include "support.h"
#include "vector/widen.h"

namespace cif::test {
namespace {

TEST(TableTest, partition_columns_have_values_and_types) {
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
  some.predicate.push_back(*table->ParseCondition("dt", Op::kGt, "2026-12-31"));
  auto scanner = TableScanner::Open(table, some);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 300);
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ((*scanner)->metrics().rows_pruned, 600);

  some.predicate = {*table->ParseCondition("dt", Op::kIsNull, "")};
  EXPECT_EQ(Lines(table, some)->size(), 300U);
}

TEST(TableTest, partition_names_are_unescaped) {
  MemoryFiles files = FilesOf({{"/t/k=a%2Fb%3Dc%/000000_0", "plain"}});
  auto table = OpenTable(files, "/t");
  auto lines = Lines(table, RequestOf(*table, {"k"}));
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->front(), "{\"k\":\"a/b=c%\"}");
}

TEST(TableTest, rows_are_counted_without_columns) {
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

TEST(TableTest, a_column_that_a_split_lacks_is_null_there) {
  MemoryFiles files = FilesOf({{"/t/a", "dcsl"}, {"/t/b", "encodings"}});
  auto table = OpenTable(files, "/t");
  auto lines = Lines(table, RequestOf(*table, {"runs", "c1 map_string_string_['key-2']"}));
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(lines->size(), 3300U);
  EXPECT_EQ(lines->front().rfind("{\"runs\":null,", 0), 0U) << lines->front();
  EXPECT_EQ(lines->back().rfind("{\"runs\":null,", 0), std::string::npos) << lines->back();
}

TEST(TableTest, splits_of_other_tables_are_an_error) {
  MemoryFiles partitions = FilesOf({{"/t/a=1/x", "plain"}, {"/t/b=1/x", "plain"}});
  auto one = Table::Open(partitions, "/t");
  ASSERT_FALSE(one.ok());
  EXPECT_NE(one.error().message.find("/t/a=1/x"), std::string::npos) << one.error().ToString();

  MemoryFiles value = FilesOf({{"/t/a=x/s", "plain"}});
  TableOptions options;
  options.partition_types = {{"a", *Type::Parse("int")}};
  auto two = Table::Open(value, "/t", options);
  ASSERT_FALSE(two.ok());
  EXPECT_EQ(two.error().column, "a");

  MemoryFiles name = FilesOf({{"/t/c3 int=1/s", "plain"}});
  EXPECT_FALSE(Table::Open(name, "/t").ok()) << "a partition column with the name of a column";

  options.partition_types = {{"nowhere", *Type::Parse("int")}};
  EXPECT_FALSE(Table::Open(FilesOf({{"/t/s", "plain"}}), "/t", options).ok());
}

TEST(TableTest, what_cannot_be_asked_is_an_error) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}});
  auto table = OpenTable(files, "/t");
  EXPECT_EQ(table->ParseProjection("nowhere").error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(table->ParseProjection("c3 int.x").ok());
  EXPECT_FALSE(table->ParseCondition("c3 int", Op::kEq, "x").ok());
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

TEST(TableTest, some_splits_are_read_as_the_table_has_its_columns) {
  MemoryFiles files = FilesOf({{"/t/n=1/x", "dcsl"}, {"/t/n=2/x", "encodings"}, {"/t/n=3/x", "dcsl"}});
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

TEST(WidenTest, integers) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Widened(Integers(Kind::kInt, {1, -2147483648}), "bigint"), (Texts{"1", "-2147483648"}));
  EXPECT_EQ(Widened(Integers(Kind::kInt, {1, -7}), "double"), (Texts{"1.0", "-7.0"}));
  EXPECT_EQ(Widened(Integers(Kind::kInt, {1, -7}), "decimal(12,2)"), (Texts{"1.00", "-7.00"}));
  EXPECT_EQ(Widened(Integers(Kind::kBigint, {INT64_MIN}), "decimal(21,2)"),
            (Texts{"-9223372036854775808.00"}));
}

TEST(WidenTest, nulls_stay) {
  Vector v = Integers(Kind::kInt, {1, 2, 3});
  v.null_count = 1;
  v.validity.Resize(1);
  v.validity.data()[0] = 0b101;
  EXPECT_EQ(Widened(std::move(v), "bigint"), (std::vector<std::string>{"1", "null", "3"}));
}

TEST(WidenTest, the_type_that_holds_both) {
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
}

}  // namespace
}  // namespace cif::test
