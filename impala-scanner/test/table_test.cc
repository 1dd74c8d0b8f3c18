// Tables: several splits, partitions, threads, types that widen.

#include "cif/table.h"

#include <algorithm>
#include <set>
#include <thread>

#include "read/widen.h"
#include "support.h"

namespace cif::test {
namespace {

/// Golden splits under other paths.
MemoryFiles FilesOf(const std::map<std::string, std::string>& golden_of_folder) {
  MemoryFiles files;
  for (const auto& [folder, golden] : golden_of_folder) {
    MemoryFiles split = MemoryFiles::OfFolder(GoldenRoot() + "/" + golden);
    for (auto& [path, content] : split.files) {
      files.files[folder + path.substr(path.rfind('/'))] = content;
    }
  }
  return files;
}

std::shared_ptr<const Table> OpenTable(const FileSystem& files, const std::string& root,
                                       const TableOptions& options = {}) {
  auto table = Table::Open(files, root, options);
  EXPECT_TRUE(table.ok()) << table.error().ToString();
  return table.ok() ? *table : nullptr;
}

TableScanRequest RequestOf(const Table& table, const std::vector<std::string>& columns) {
  TableScanRequest request;
  for (const std::string& column : columns) {
    request.columns.push_back(*table.ParseProjection(column));
  }
  return request;
}

Result<std::vector<std::string>> Lines(std::shared_ptr<const Table> table,
                                       const TableScanRequest& request,
                                       const ReadOptions& options = {}) {
  std::vector<std::string> names;
  for (const Projection& p : request.columns) {
    names.push_back(p.ToString());
  }
  auto scanner = TableScanner::Open(std::move(table), request, options);
  if (!scanner.ok()) {
    return scanner.error();
  }
  std::vector<std::string> lines;
  Batch batch;
  do {
    if (Status s = (*scanner)->Next(&batch); !s.ok()) {
      Status again = (*scanner)->Next(&batch);
      EXPECT_FALSE(again.ok()) << "an error is not the end";
      return s.error();
    }
    AppendLines(batch, names, &lines);
  } while (batch.rows > 0);
  for (const Vector& column : batch.columns) {
    EXPECT_EQ(column.length, 0) << "the batch of the end holds values";
  }
  return lines;
}

std::vector<std::string> ColumnNames(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.schema().columns) {
    names.push_back(column.name);
  }
  return names;
}

/// Whether a thread reads, several, in order or as they come: `threads`, `in_order`.
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

INSTANTIATE_TEST_SUITE_P(
    Threads, TableThreadsTest,
    testing::Values(std::pair{1, true}, std::pair{2, true}, std::pair{5, true}, std::pair{2, false},
                    std::pair{3, false}),
    [](const auto& p) {
      return std::to_string(p.param.first) + (p.param.second ? "_in_order" : "_as_they_come");
    });

TEST_P(TableThreadsTest, rows_of_all_splits) {
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

TEST_P(TableThreadsTest, damage_in_one_split_is_an_error) {
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

TEST_P(TableThreadsTest, a_scan_may_be_dropped_half_way) {
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

TEST_P(TableThreadsTest, metrics_are_complete_at_the_end) {
  MemoryFiles files = FilesOf({{"/t/a", "encodings"}, {"/t/b", "encodings"}});
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"packed"});
  request.predicate.push_back(*table->ParseCondition("runs", Op::kEq, "3"));
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

TEST(SharedTableScanTest, threads_read_every_row_once) {
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
      auto reader = (*scan)->NewReader();
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

TEST(SharedTableScanTest, an_error_stays_with_its_reader) {
  MemoryFiles files = FilesOf({{"/t/a", "auto"}, {"/t/b", "auto"}});
  files.files["/t/a/4-c3_int.col"][10] ^= 1;
  auto table = OpenTable(files, "/t");
  TableScanRequest request = RequestOf(*table, {"c3 int"});
  request.threads = 2;
  auto scan = SharedTableScan::Open(table, request);
  ASSERT_TRUE(scan.ok());
  auto first = (*scan)->NewReader();
  Batch batch;
  Status failed = first->Next(&batch);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().file, "/t/a/4-c3_int.col");
  EXPECT_FALSE(first->Next(&batch).ok());
  auto second = (*scan)->NewReader();
  ASSERT_TRUE(second->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 300);
}

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
