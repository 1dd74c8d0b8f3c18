// Scans: conditions, pruning, late materialisation, missing columns, ids.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "support.h"

namespace cif::test {
namespace {

class ScansTest : public testing::Test {
 protected:
  /// Returns the lines of the rows of a golden split for which the test holds. `value` is the row's
  /// value of a column as JSON.
  std::vector<std::string> Wanted(const std::string& name, const Projection& target,
                                  const std::function<bool(const std::string&)>& test) {
    auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + name);
    std::vector<std::string> values = ReadValues(split, target);
    std::vector<std::string> lines = GoldenLines(name);
    std::vector<std::string> wanted;
    for (size_t i = 0; i < values.size(); i++) {
      if (test(values[i])) {
        wanted.push_back(lines[i]);
      }
    }
    return wanted;
  }

  std::vector<std::string> Scanned(const std::string& name, const Conjunction& predicate,
                                   ScanMetrics* metrics = nullptr) {
    auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + name);
    ScanRequest request;
    request.columns = AllColumns(split->schema());
    request.predicate = predicate;
    ReadOptions options;
    options.batch_rows = 50;
    auto lines = ScanLines(split, request, options);
    EXPECT_TRUE(lines.ok()) << lines.error().ToString();
    if (metrics != nullptr) {
      auto scanner = Scanner::Open(split, request, options);
      EXPECT_TRUE(scanner.ok());
      Batch batch;
      do {
        EXPECT_TRUE((*scanner)->Next(&batch).ok());
      } while (batch.rows > 0);
      *metrics = (*scanner)->metrics();
    }
    return lines.ok() ? *lines : std::vector<std::string>();
  }
};

TEST_F(ScansTest, ComparisonsOfIntegers) {
  Projection target{"c4 bigint", 0, {}};
  const int64_t literal = 25866;
  const std::vector<std::pair<Op, std::function<bool(int64_t)>>> ops = {
      {Op::kEq, [=](int64_t v) { return v == literal; }},
      {Op::kNe, [=](int64_t v) { return v != literal; }},
      {Op::kLt, [=](int64_t v) { return v < literal; }},
      {Op::kLe, [=](int64_t v) { return v <= literal; }},
      {Op::kGt, [=](int64_t v) { return v > literal; }},
      {Op::kGe, [=](int64_t v) { return v >= literal; }}};
  for (const char* name : {"auto", "plain", "skiplist", "block-lzo"}) {
    for (const auto& [op, test] : ops) {
      auto wanted = Wanted(name, target, [&test = test](const std::string& value) {
        return value != "null" && test(std::stoll(value));
      });
      EXPECT_FALSE(wanted.empty());
      EXPECT_EQ(Scanned(name, {{target, op, literal}}), wanted) << static_cast<int>(op);
    }
  }
}

TEST_F(ScansTest, NullsAndTexts) {
  Projection target{"C11 STRING", 0, {}};  // names are matched ignoring case
  EXPECT_EQ(Scanned("auto", {{target, Op::kIsNull, {}}}),
            Wanted("auto", target, [](const std::string& v) { return v == "null"; }));
  EXPECT_EQ(Scanned("auto", {{target, Op::kIsNotNull, {}}}),
            Wanted("auto", target, [](const std::string& v) { return v != "null"; }));
  auto contains = [](const std::string& v) { return v.find("key-") != std::string::npos; };
  EXPECT_EQ(Scanned("auto", {{target, Op::kContains, std::string("key-")}}),
            Wanted("auto", target, contains));
  EXPECT_EQ(Scanned("auto", {{target, Op::kContains, std::string()}}),
            Wanted("auto", target, [](const std::string& v) { return v != "null"; }));
  EXPECT_EQ(Scanned("auto", {{target, Op::kEq, std::string("key-1")}}),
            Wanted("auto", target, [](const std::string& v) { return v == "\"key-1\""; }));
}

TEST_F(ScansTest, ConditionsOnPartsOfColumns) {
  Projection target{"c20 map_string_int_", 0, {}};
  Step step;
  step.is_key = true;
  step.key = std::string("key-1");
  target.steps.push_back(step);
  for (const char* name : {"auto", "plain"}) {
    auto wanted = Wanted(name, target, [](const std::string& v) { return v != "null"; });
    EXPECT_FALSE(wanted.empty());
    EXPECT_EQ(Scanned(name, {{target, Op::kIsNotNull, {}}}), wanted);
    auto positive =
        Wanted(name, target, [](const std::string& v) { return v != "null" && std::stoll(v) > 0; });
    EXPECT_EQ(Scanned(name, {{target, Op::kGt, int64_t{0}}}), positive);
  }
}

TEST_F(ScansTest, SeveralConditionsMustAllHold) {
  Projection number{"c3 int", 0, {}};
  Projection text{"c11 string", 0, {}};
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/auto");
  std::vector<std::string> numbers = ReadValues(split, number);
  std::vector<std::string> texts = ReadValues(split, text);
  std::vector<std::string> lines = GoldenLines("auto");
  std::vector<std::string> wanted;
  for (size_t i = 0; i < lines.size(); i++) {
    if (numbers[i] != "null" && std::stoll(numbers[i]) >= 0 && texts[i] != "null") {
      wanted.push_back(lines[i]);
    }
  }
  EXPECT_FALSE(wanted.empty());
  EXPECT_EQ(Scanned("auto", {{number, Op::kGe, int64_t{0}}, {text, Op::kIsNotNull, {}}}), wanted);
}

TEST_F(ScansTest, BlocksAreLeftOutByStatistics) {
  // Ascending by a thousand a row; the second block starts at row 2,500.
  Projection target{"delta", 0, {}};
  ScanMetrics metrics;
  auto lines = Scanned("encodings", {{target, Op::kGe, int64_t{1'600'002'900'000}}}, &metrics);
  EXPECT_EQ(lines.size(), 100U);
  EXPECT_EQ(metrics.rows_pruned, 2500);
  EXPECT_EQ(Scanned("encodings", {{target, Op::kLt, int64_t{0}}}, &metrics).size(), 0U);
  EXPECT_EQ(metrics.rows_pruned, 3000);
  EXPECT_EQ(metrics.blocks_read, 0);
}

TEST_F(ScansTest, OtherColumnsAreReadOnlyWhereRowsAreLeft) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/encodings");
  ScanRequest request;
  request.columns = {{"html", 0, {}}};
  // Within the bounds of its block, but not one of its values.
  request.predicate = {{{"packed", 0, {}}, Op::kEq, int64_t{1000}}};
  std::vector<std::string> packed = ReadValues(split, {"packed", 0, {}});
  const bool occurs = std::find(packed.begin(), packed.end(), "1000") != packed.end();
  auto scanner = Scanner::Open(split, request);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows > 0, occurs);
  if (!occurs) {
    EXPECT_LE((*scanner)->metrics().blocks_read, 2);
  }
}

TEST_F(ScansTest, MissingColumnsAreNull) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/dcsl");
  ScanRequest request;
  request.columns = {{"nowhere", 0, {}},
                     split->schema().columns.size() > 0
                         ? Projection{split->schema().columns[0].name, 0, {}}
                         : Projection{}};
  request.types = {*Type::Parse("array<int>")};
  auto scanner = Scanner::Open(split, request);
  ASSERT_TRUE(scanner.ok());
  EXPECT_EQ((*scanner)->types()[0].ToString(), "array<int>");
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 300);
  EXPECT_EQ(batch.columns[0].null_count, 300);
  request.predicate = {{{"nowhere", 0, {}}, Op::kIsNull, {}}};
  EXPECT_EQ(ScanLines(split, request)->size(), 300U);
  request.predicate = {{{"nowhere", 0, {}}, Op::kEq, int64_t{1}}};
  EXPECT_EQ(ScanLines(split, request)->size(), 0U);
}

TEST_F(ScansTest, IdsWinOverNames) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/auto");
  const Column& column = split->schema().columns[3];
  EXPECT_EQ(ReadValues(split, {"renamed", column.id, {}}), ReadValues(split, {column.name, 0, {}}));
  EXPECT_EQ(split->schema().Find(column.name, 999), -1);
}

TEST_F(ScansTest, CountsRowsWithoutColumns) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/auto");
  ScanRequest request;
  request.first_row = 20;
  request.row_count = 33;
  auto scanner = Scanner::Open(split, request);
  ASSERT_TRUE(scanner.ok());
  Batch batch;
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 33);
  EXPECT_EQ((*scanner)->metrics().bytes_read, split->schema_bytes());
  ASSERT_TRUE((*scanner)->Next(&batch).ok());
  EXPECT_EQ(batch.rows, 0);
}

TEST_F(ScansTest, WrongRequestsAreErrors) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/auto");
  ScanRequest request;
  request.predicate = {{{"c3 int", 0, {}}, Op::kEq, std::string("x")}};
  EXPECT_FALSE(Scanner::Open(split, request).ok());
  request.predicate = {{{"c3 int", 0, {}}, Op::kContains, int64_t{1}}};
  EXPECT_FALSE(Scanner::Open(split, request).ok());
  request.predicate = {};
  request.columns = {{"c3 int", 0, {{"field", false, {}}}}};
  EXPECT_FALSE(Scanner::Open(split, request).ok());
  request.columns = {};
  request.first_row = 301;
  EXPECT_FALSE(Scanner::Open(split, request).ok());
  auto reader = ColumnReader::Open(split, {"c3 int", 0, {}});
  ASSERT_TRUE(reader.ok());
  Vector ints((*reader)->type());
  EXPECT_FALSE((*reader)->Read(299, 2, &ints).ok());
  EXPECT_FALSE((*reader)->Read(-1, 1, &ints).ok());
  const int32_t descending[] = {5, 4};
  EXPECT_FALSE((*reader)->ReadRows(0, descending, 2, &ints).ok());
  Vector texts(Type::Primitive(Kind::kString));
  EXPECT_FALSE((*reader)->Read(0, 1, &texts).ok());
}

TEST_F(ScansTest, ProjectionsAreParsed) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/auto");
  for (const char* text : {"c3 int", "c21 map_string_string_['a.b[']",
                           "c25 struct_a_int_b_string_.b", "c22 map_int_array_string_[-5]"}) {
    auto projection = Projection::Parse(split->schema(), text);
    ASSERT_TRUE(projection.ok()) << text;
    EXPECT_EQ(projection->ToString(), text);
  }
  EXPECT_FALSE(Projection::Parse(split->schema(), "c3 int['a").ok());
  EXPECT_EQ(Projection::Parse(split->schema(), "nowhere.x")->column, "nowhere");
}

/// Reads the first row of a column with a limit on memory.
Status ReadFirstRow(const std::string& golden, const std::string& column, int64_t bytes) {
  ReadOptions options;
  options.max_decompressed_bytes = bytes;
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + golden);
  auto reader = ColumnReader::Open(split, {column, 0, {}}, options);
  EXPECT_TRUE(reader.ok());
  Vector vector((*reader)->type());
  return (*reader)->Read(0, 1, &vector);
}

TEST_F(ScansTest, RowsOfSeveralBlocksAreNotCopiedAsTheyGrow) {
  int columns = 0;
  for (const std::string& name : GoldenNames()) {
    auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/" + name);
    for (const Projection& column : AllColumns(split->schema())) {
      auto reader = ColumnReader::Open(split, column, {});
      ASSERT_TRUE(reader.ok()) << reader.error().ToString();
      const std::vector<BlockInfo>& blocks = (*reader)->footer().blocks;
      if ((*reader)->type().type_class() != Class::kInt || blocks.size() < 2 ||
          blocks[0].rows * 4 < split->rows()) {
        continue;
      }
      Vector values((*reader)->type());
      ASSERT_TRUE((*reader)->Read(0, split->rows(), &values).ok());
      if (values.null_count == 0) {
        EXPECT_LE(values.values.capacity(), values.values.size() * 11 / 10 + 64)
            << name << " " << column.column;
        columns++;
      }
    }
  }
  EXPECT_GT(columns, 0);
}

TEST_F(ScansTest, DecompressionIsChargedBeforeItTakesMemory) {
  // A row of these columns is small, but its decompressed block is not.
  for (const auto& [golden, column] :
       {std::pair{"block-zlib", "c3 int"}, std::pair{"block-zstd", "c3 int"},
        std::pair{"encodings", "html"}}) {
    Status status = ReadFirstRow(golden, column, 50);
    ASSERT_FALSE(status.ok()) << golden;
    EXPECT_EQ(status.error().code, ErrorCode::kTooLarge);
    EXPECT_NE(status.error().message.find("decompressed"), std::string::npos)
        << status.error().ToString();
    status = ReadFirstRow(golden, column, 1 << 20);
    EXPECT_TRUE(status.ok()) << status.error().ToString();
  }
  EXPECT_TRUE(ReadFirstRow("plain", "c3 int", 50).ok());
}

}  // namespace
}  // namespace cif::test
