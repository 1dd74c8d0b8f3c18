// Golden splits: each reads as Java wrote it, in every way of reading.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "support.h"
#include "util/cpu.h"

namespace cif::test {
namespace {

class GoldenTest : public testing::TestWithParam<std::string> {
 protected:
  std::string folder() const { return GoldenRoot() + "/" + GetParam(); }

  void ExpectGolden(IoMode mode, const ReadOptions& options = {}) {
    auto split = OpenSplit(LocalFileSystem(mode), folder());
    ScanRequest request;
    request.columns = AllColumns(split->schema());
    auto lines = ScanLines(split, request, options);
    ASSERT_TRUE(lines.ok()) << lines.error().ToString();
    EXPECT_EQ(*lines, GoldenLines(GetParam()));
  }
};

TEST_P(GoldenTest, ReadsToItsLines) { ExpectGolden(IoMode::kBuffered); }

/// Summaries of values are for planners of other engines.
TEST(GoldenSummariesTest, TableReadsToItsLines) {
  const std::string root = GoldenRoot() + "/../summaries";
  auto split = OpenSplit(LocalFileSystem(), root + "/table/split");
  ScanRequest request;
  request.columns = AllColumns(split->schema());
  auto lines = ScanLines(split, request, {});
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, FileLines(root + "/table.jsonl"));
}

TEST_P(GoldenTest, ReadsToItsLinesFromAMap) { ExpectGolden(IoMode::kMapped); }

TEST_P(GoldenTest, ReadsToItsLinesPastThePageCache) { ExpectGolden(IoMode::kDirect); }

TEST_P(GoldenTest, ReadsToItsLinesAsViews) {
  for (int64_t rows : {7, 100, 32768}) {
    ReadOptions options;
    options.strings = StringForm::kViews;
    options.batch_rows = rows;
    ExpectGolden(IoMode::kBuffered, options);
  }
}

TEST_P(GoldenTest, ConditionsOnAColumnAreTheSameWhereItIsReadAsViews) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  for (const Column& column : split->schema().columns) {
    if (column.type.type_class() != Class::kBytes) {
      continue;
    }
    for (const char* text : {"", "a"}) {
      ScanRequest request;
      request.columns = {{column.name, 0, {}}};
      Predicate condition;
      condition.target = request.columns[0];
      condition.op = Op::kContains;
      condition.literal = std::string(text);
      request.predicate = {condition};
      ReadOptions options;
      options.batch_rows = 50;
      const auto wanted = ScanLines(split, request, options);
      options.strings = StringForm::kViews;
      const auto found = ScanLines(split, request, options);
      ASSERT_TRUE(wanted.ok() && found.ok()) << column.name;
      EXPECT_EQ(*found, *wanted) << column.name;
    }
  }
}

TEST_P(GoldenTest, BatchesOfViewsOutliveTheScan) {
  for (int64_t rows : {11, 32768}) {
    ScanRequest request;
    ReadOptions options;
    options.strings = StringForm::kViews;
    options.batch_rows = rows;
    std::vector<std::string> names;
    std::vector<Batch> batches;
    {
      auto split = OpenSplit(LocalFileSystem(), folder());
      request.columns = AllColumns(split->schema());
      for (const Projection& column : request.columns) {
        names.push_back(column.column);
      }
      auto scanner = Scanner::Open(split, request, options);
      ASSERT_TRUE(scanner.ok()) << scanner.error().ToString();
      do {
        ASSERT_TRUE((*scanner)->Next(&batches.emplace_back()).ok());
      } while (batches.back().rows > 0);
    }
    std::vector<std::string> lines;
    for (const Batch& batch : batches) {
      AppendLines(batch, names, &lines);
    }
    EXPECT_EQ(lines, GoldenLines(GetParam()));
  }
}

TEST_P(GoldenTest, ReadsToItsLinesInSmallBatches) {
  ReadOptions options;
  options.batch_rows = 7;
  ExpectGolden(IoMode::kBuffered, options);
}

TEST_P(GoldenTest, ReadsToItsLinesWithPortableCode) {
  internal::LimitInstructions(internal::Instructions::kPortable);
  ExpectGolden(IoMode::kBuffered);
  internal::LimitInstructions(internal::Instructions::kAll);
}

TEST_P(GoldenTest, ReadsFewerRowsWhereMemoryIsShort) {
  ReadOptions options;
  options.max_batch_bytes = 20000;
  ExpectGolden(IoMode::kBuffered, options);
}

/// Returns one form for some columns, the other for others.
StringForm FormOf(const Column& column) {
  return column.id % 3 == 0 ? StringForm::kOffsets : StringForm::kViews;
}

TEST_P(GoldenTest, RowRangesEqualTheWhole) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  std::mt19937 random(1);
  for (const Column& column : split->schema().columns) {
    const std::vector<std::string> all = ReadValues(split, {column.name, 0, {}});
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    for (int k = 0; k < 40 && !all.empty(); k++) {
      auto first = static_cast<int64_t>(random() % all.size());
      auto count = static_cast<int64_t>(random() % (all.size() - static_cast<size_t>(first) + 1));
      Vector part((*reader)->type(), FormOf(column));
      ASSERT_TRUE((*reader)->Read(first, count, &part).ok());
      EXPECT_EQ(Values(part),
                std::vector<std::string>(all.begin() + first, all.begin() + first + count))
          << column.name << " from " << first;
    }
  }
}

TEST_P(GoldenTest, SingleRowsEqualTheWhole) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  std::mt19937 random(2);
  for (const Column& column : split->schema().columns) {
    const std::vector<std::string> all = ReadValues(split, {column.name, 0, {}});
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    for (unsigned share : {2U, 9U, 60U}) {
      std::vector<int32_t> rows;
      std::vector<std::string> wanted;
      for (size_t i = 0; i < all.size(); i++) {
        if (random() % share == 0) {
          rows.push_back(static_cast<int32_t>(i));
          wanted.push_back(all[i]);
        }
      }
      Vector part((*reader)->type(), FormOf(column));
      Status status = (*reader)->ReadRows(0, rows.data(), static_cast<int64_t>(rows.size()), &part);
      ASSERT_TRUE(status.ok()) << status.error().ToString();
      EXPECT_EQ(Values(part), wanted) << column.name;
    }
  }
}

TEST_P(GoldenTest, RangesAppendToWhatIsThere) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  for (const Column& column : split->schema().columns) {
    const std::vector<std::string> all = ReadValues(split, {column.name, 0, {}});
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    Vector vector((*reader)->type(), FormOf(column));
    for (int64_t row = 0, step = 1; row < split->rows(); row += step, step = step % 13 + 1) {
      step = std::min(step, split->rows() - row);
      ASSERT_TRUE((*reader)->Read(row, step, &vector).ok());
    }
    EXPECT_EQ(Values(vector), all) << column.name;
  }
}

TEST_P(GoldenTest, EveryChecksumMatches) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  for (const Column& column : split->schema().columns) {
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    EXPECT_TRUE((*reader)->Verify().ok());
  }
}

/// Returns the entry of map i that a look-up of the key should find; -1 if there is none.
template <typename IsKey>
int64_t FindEntry(const Vector& map, int64_t i, IsKey is_key) {
  for (int64_t e = map.offsets.as<int32_t>()[i + 1] - 1; e >= map.offsets.as<int32_t>()[i]; e--) {
    if (is_key(e)) {
      return e;
    }
  }
  return -1;
}

void ExpectLookUps(std::shared_ptr<const Split> split, const Column& column, const Step& step) {
  Vector whole(column.type);
  auto reader = ColumnReader::Open(split, {column.name, 0, {}});
  ASSERT_TRUE(reader.ok());
  ASSERT_TRUE((*reader)->Read(0, split->rows(), &whole).ok());
  const std::vector<std::string> values = Values(whole.children[1]);
  std::vector<std::string> wanted;
  for (int64_t i = 0; i < whole.length; i++) {
    const Vector& keys = whole.children[0];
    int64_t e = whole.IsNull(i) ? -1 : FindEntry(whole, i, [&](int64_t k) {
      const auto* text = std::get_if<std::string>(&step.key);
      return text != nullptr ? keys.bytes(k) == *text
                             : keys.integer(k) == std::get<int64_t>(step.key);
    });
    wanted.push_back(e < 0 ? "null" : values[static_cast<size_t>(e)]);
  }
  Projection projection{column.name, 0, {step}};
  EXPECT_EQ(ReadValues(split, projection), wanted) << projection.ToString();
  auto parts = ColumnReader::Open(split, projection);
  ASSERT_TRUE(parts.ok());
  std::vector<int32_t> rows;
  std::vector<std::string> some;
  for (int32_t i = 1; i < static_cast<int32_t>(wanted.size()); i += 5) {
    rows.push_back(i);
    some.push_back(wanted[static_cast<size_t>(i)]);
  }
  Vector part((*parts)->type());
  ASSERT_TRUE((*parts)->ReadRows(0, rows.data(), static_cast<int64_t>(rows.size()), &part).ok());
  EXPECT_EQ(Values(part), some) << projection.ToString();
}

TEST_P(GoldenTest, KeyLookUpsEqualWholeMaps) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  for (const Column& column : split->schema().columns) {
    if (column.type.kind() != Kind::kMap) {
      continue;
    }
    Vector whole(column.type);
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    ASSERT_TRUE((*reader)->Read(0, split->rows(), &whole).ok());
    const Vector& keys = whole.children[0];
    Step step;
    step.is_key = true;
    for (int64_t k : {int64_t{0}, keys.length / 3, keys.length - 1}) {
      if (k < 0 || k >= keys.length) {
        continue;
      }
      step.key = keys.type.type_class() == Class::kBytes ? Literal(std::string(keys.bytes(k)))
                                                         : Literal(keys.integer(k));
      ExpectLookUps(split, column, step);
    }
    step.key = keys.type.type_class() == Class::kBytes ? Literal(std::string("no such key"))
                                                       : Literal(int64_t{-987654321});
    ExpectLookUps(split, column, step);
  }
}

TEST_P(GoldenTest, StructFieldsEqualWholeStructs) {
  auto split = OpenSplit(LocalFileSystem(), folder());
  for (const Column& column : split->schema().columns) {
    if (column.type.kind() != Kind::kStruct) {
      continue;
    }
    Vector whole(column.type);
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    ASSERT_TRUE((*reader)->Read(0, split->rows(), &whole).ok());
    for (size_t f = 0; f < whole.children.size(); f++) {
      std::vector<std::string> wanted = Values(whole.children[f]);
      for (int64_t i = 0; i < whole.length; i++) {
        if (whole.IsNull(i)) {
          wanted[static_cast<size_t>(i)] = "null";
        }
      }
      Projection projection{column.name, 0, {{column.type.field_names()[f], false, {}}}};
      EXPECT_EQ(ReadValues(split, projection), wanted) << projection.ToString();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTest, testing::ValuesIn(GoldenNames()), GoldenTestName);
INSTANTIATE_TEST_SUITE_P(Features, GoldenTest,
                         testing::Values("../symbols/text", "../digits/floats"), GoldenTestName);

TEST(SplitsTest, AreListedBelowAFolder) {
  auto found = ListSplits(LocalFileSystem(), GoldenRoot());
  ASSERT_TRUE(found.ok());
  std::vector<std::string> wanted;
  for (const std::string& name : GoldenNames()) {
    wanted.push_back(GoldenRoot() + "/" + name);
  }
  EXPECT_EQ(*found, wanted);
}

/// Tests FORMAT.md section 2: a column's name may begin like that of a hidden folder.
TEST(SplitsTest, OfHiddenFoldersAreNotListedUnlessTheyAreThoseOfPartitions) {
  MemoryFiles files;
  const std::vector<std::string> partitions = {
      ".h=1", "_=1", "_h=", "_h=1/.i=_", "k=1/_h=.x", "part"};
  for (const char* hidden : {"_h", ".h", "_h/k=1", "_cif_changes/_x/old/k=1", "k=1/_h", "_"}) {
    files.files["/t/" + std::string(hidden) + "/000/schema.cif"] = "a";
  }
  std::vector<std::string> wanted;
  for (const std::string& partition : partitions) {
    files.files["/t/" + partition + "/000/schema.cif"] = "a";
    wanted.push_back("/t/" + partition + "/000");
  }
  auto found = ListSplits(files, "/t");
  ASSERT_TRUE(found.ok()) << found.error().ToString();
  EXPECT_EQ(*found, wanted);
}

TEST(SplitsTest, OfALoopOfLinksAreListedOnce) {
  namespace files = std::filesystem;
  const files::path root = files::path(testing::TempDir()) / "cif-loop";
  files::remove_all(root);
  files::create_directories(root / "part" / "split");
  files::create_directories(root / "b");
  std::ofstream(root / "part" / "split" / "schema.cif") << "a";
  files::create_directory_symlink(root, root / "self");
  files::create_directory_symlink(root, root / "part" / "up");
  files::create_directory_symlink(root / "part", root / "b" / "there");
  files::create_directory_symlink(root / "b", root / "part" / "back");
  auto found = ListSplits(LocalFileSystem(), root.string());
  ASSERT_TRUE(found.ok()) << found.error().ToString();
  // Through the link in b, and by itself; neither twice.
  EXPECT_EQ(*found, (std::vector<std::string>{root.string() + "/b/there/split",
                                              root.string() + "/part/split"}));
  files::remove_all(root);
}

TEST(SplitsTest, MissingFolderIsAnError) {
  auto found = ListSplits(LocalFileSystem(), GoldenRoot() + "/nowhere");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::kNotFound);
  auto split = Split::Open(LocalFileSystem(), GoldenRoot());
  ASSERT_FALSE(split.ok());
  EXPECT_EQ(split.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace cif::test
