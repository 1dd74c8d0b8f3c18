// Damaged golden files: one clear error that names the place, never a crash, and only for readers
// of the damaged data.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "support.h"
#include "util/crc32c.h"

namespace cif::test {
namespace {

/// Returns a fixed seed, or another for each --gtest_random_seed with --gtest_shuffle.
unsigned Seed(unsigned test) {
  int seed = testing::UnitTest::GetInstance()->random_seed();
  return test + 1000 * static_cast<unsigned>(seed);
}

class DamagedTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    files_ = MemoryFiles::OfFolder(GoldenRoot() + "/" + GetParam());
    folder_ = "/" + GetParam().substr(GetParam().rfind('/') + 1);
    split_ = OpenSplit(files_, folder_);
  }

  std::string& FileOf(const Column& column) { return files_.files[folder_ + "/" + column.file]; }

  /// Reads a column in every way. Returns the first error.
  Status ReadAll(const Column& column, bool verify) {
    ReadOptions options;
    options.verify_checksums = verify;
    auto reader = ColumnReader::Open(split_, {column.name, 0, {}}, options);
    if (!reader.ok()) {
      return reader.error();
    }
    Vector vector((*reader)->type());
    return (*reader)->Read(0, split_->rows(), &vector);
  }

  /// Reads a damaged column row by row and by key, ignoring errors.
  void ReadInParts(const Column& column) {
    ReadOptions options;
    options.verify_checksums = false;
    auto reader = ColumnReader::Open(split_, {column.name, 0, {}}, options);
    if (!reader.ok()) {
      return;
    }
    Vector vector((*reader)->type());
    std::vector<int32_t> rows;
    for (int32_t i = 3; i < split_->rows(); i += 17) {
      rows.push_back(i);
    }
    Status status = (*reader)->ReadRows(0, rows.data(), static_cast<int64_t>(rows.size()), &vector);
    EXPECT_TRUE(status.ok() || status.error().column == column.name);
    if (column.type.kind() != Kind::kMap) {
      return;
    }
    Step step;
    step.is_key = true;
    Class key = column.type.child(0).type_class();
    step.key = key == Class::kBytes ? Literal(std::string("key-1")) : Literal(int64_t{88008518});
    auto look_up = ColumnReader::Open(split_, {column.name, 0, {step}}, options);
    if (look_up.ok()) {
      Vector values((*look_up)->type());
      Status found = (*look_up)->Read(0, split_->rows(), &values);
      EXPECT_TRUE(found.ok() || found.error().column == column.name);
    }
  }

  void ExpectNamed(const Column& column, const std::string& what) {
    Status status = ReadAll(column, true);
    if (status.ok()) {
      // Key filters serve look-ups only.
      auto reader = ColumnReader::Open(split_, {column.name, 0, {}});
      ASSERT_TRUE(reader.ok());
      status = (*reader)->Verify();
    }
    ASSERT_FALSE(status.ok()) << column.name << ": " << what;
    EXPECT_EQ(status.error().column, column.name) << status.error().ToString();
    EXPECT_EQ(status.error().file, folder_ + "/" + column.file) << status.error().ToString();
    EXPECT_FALSE(status.error().message.empty());
  }

  MemoryFiles files_;
  std::string folder_;
  std::shared_ptr<const Split> split_;
};

TEST_P(DamagedTest, FlippedAndTruncatedColumnFilesAreNamed) {
  std::mt19937 random(Seed(1));
  const auto& columns = split_->schema().columns;
  for (size_t c = 0; c < columns.size(); c++) {
    std::string& file = FileOf(columns[c]);
    const std::string good = file;
    for (size_t k = 0; k < 60; k++) {
      size_t at = random() % good.size();
      at = k < 16 ? std::min(k, good.size() - 1) : at;
      at = k >= 16 && k < 32 ? good.size() - 1 - std::min(good.size() - 1, k - 16) : at;
      file[at] = static_cast<char>(file[at] ^ (1 << random() % 8));
      ExpectNamed(columns[c], "flipped byte " + std::to_string(at));
      // Other columns are still readable.
      EXPECT_TRUE(ReadAll(columns[(c + 1) % columns.size()], true).ok() || columns.size() == 1);
      file = good.substr(0, at);
      ExpectNamed(columns[c], "cut to " + std::to_string(at));
      file = good;
    }
  }
}

TEST_P(DamagedTest, UncheckedBytesNeverCrash) {
  std::mt19937 random(Seed(2));
  for (const Column& column : split_->schema().columns) {
    std::string& file = FileOf(column);
    const std::string good = file;
    const auto end = static_cast<int64_t>(file.size()) - 12 - column.footer_length;
    for (int k = 0; k < 300 && end > 8; k++) {
      for (unsigned flips = random() % 4; flips + 1 > 0; flips--) {
        file[8 + random() % static_cast<size_t>(end - 8)] = static_cast<char>(random());
      }
      Status status = ReadAll(column, false);
      EXPECT_TRUE(status.ok() || status.error().column == column.name);
      ReadInParts(column);
      file = good;
    }
  }
}

TEST_P(DamagedTest, RandomBlocksNeverCrash) {
  std::mt19937 random(Seed(3));
  for (const Column& column : split_->schema().columns) {
    std::string& file = FileOf(column);
    const std::string good = file;
    const auto end =
        static_cast<size_t>(static_cast<int64_t>(file.size()) - 12 - column.footer_length);
    for (int k = 0; k < 40 && end > 8; k++) {
      // Small numbers lead deeper than random ones.
      unsigned most = k % 2 == 0 ? 256 : 6;
      for (size_t i = 8; i < end; i++) {
        file[i] = static_cast<char>(random() % most);
      }
      Status status = ReadAll(column, false);
      EXPECT_TRUE(status.ok() || status.error().column == column.name);
      ReadInParts(column);
      file = good;
    }
  }
}

TEST_P(DamagedTest, EveryFlipInTheSchemaFileIsFound) {
  std::string& file = files_.files[folder_ + "/schema.cif"];
  const std::string good = file;
  const size_t step = std::max<size_t>(1, good.size() / 2000);
  for (size_t at = 0; at < good.size(); at += at < 64 ? 1 : step) {
    file[at] = static_cast<char>(file[at] ^ (1 << at % 8));
    auto split = Split::Open(files_, folder_);
    ASSERT_FALSE(split.ok()) << "byte " << at;
    EXPECT_NE(split.error().file.find("schema.cif"), std::string::npos);
    file = good.substr(0, at);
    EXPECT_FALSE(Split::Open(files_, folder_).ok()) << "cut to " << at;
    file = good;
  }
}

TEST_P(DamagedTest, MissingColumnFileFailsOnlyItsReaders) {
  const auto& columns = split_->schema().columns;
  files_.files.erase(folder_ + "/" + columns[0].file);
  Status status = ReadAll(columns[0], true);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(status.error().column, columns[0].name);
  EXPECT_TRUE(ReadAll(columns[1], true).ok());
}

TEST_P(DamagedTest, SwappedColumnFilesAreFound) {
  const auto& columns = split_->schema().columns;
  std::swap(FileOf(columns[0]), FileOf(columns[1]));
  ExpectNamed(columns[0], "swapped");
  ExpectNamed(columns[1], "swapped");
}

INSTANTIATE_TEST_SUITE_P(All, DamagedTest, testing::ValuesIn(GoldenNames()), GoldenTestName);
INSTANTIATE_TEST_SUITE_P(Features, DamagedTest,
                         testing::Values("../symbols/text", "../digits/floats"), GoldenTestName);

TEST(SchemaTest, NewerVersionIsSaidSo) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/dcsl");
  files.files["/dcsl/schema.cif"][3] = '2';
  auto split = Split::Open(files, "/dcsl");
  ASSERT_FALSE(split.ok());
  EXPECT_EQ(split.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(split.error().message.find("version 2"), std::string::npos);
}

/// Makes a split without columns whose JSON has an additional member.
MemoryFiles SchemaFileWith(const std::string& member) {
  const std::string json = "{" + member +
                           R"(,"formatVersion":1,"rows":0,"columns":[],)"
                           R"("schema":{"type":"record","name":"row","fields":[]}})";
  char crc[16];
  std::snprintf(crc, sizeof(crc), "%08x",
                internal::Crc32c(reinterpret_cast<const uint8_t*>(json.data()), json.size()));
  MemoryFiles files;
  files.files["/s/schema.cif"] =
      "CIF1 " + std::to_string(json.size()) + " " + crc + "\n" + json + "\n";
  return files;
}

std::string Repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; i++) {
    all += text;
  }
  return all;
}

TEST(SchemaTest, JsonThatNestsTooDeepIsRefused) {
  constexpr int kDeep = 50000;
  for (const std::string& member :
       {"\"requires\":" + Repeat("[", kDeep) + Repeat("]", kDeep),
        "\"requires\":[" + Repeat("{\"a\":", kDeep) + "0" + Repeat("}", kDeep) + "]",
        "\"other\":" + Repeat("[", 1000) + Repeat("]", 1000)}) {
    auto split = Split::Open(SchemaFileWith(member), "/s");
    ASSERT_FALSE(split.ok());
    EXPECT_EQ(split.error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(split.error().file, "/s/schema.cif");
    EXPECT_NE(split.error().message.find("nested deeper than 1000"), std::string::npos)
        << split.error().ToString();
  }
}

TEST(SchemaTest, JsonMayNestAsDeepAsTheFormatSays) {
  // The object of the whole is the first of 1,000 levels; brackets within texts are none.
  for (const std::string& member : {"\"other\":" + Repeat("[", 999) + Repeat("]", 999),
                                    "\"other\":\"\\\"" + Repeat("[{", 5000) + "\""}) {
    auto split = Split::Open(SchemaFileWith(member), "/s");
    EXPECT_TRUE(split.ok()) << split.error().ToString();
  }
}

TEST(KeyFilterTest, DamageFailsLookUpsAndNothingElse) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/dcsl-filter");
  auto split = OpenSplit(files, "/dcsl-filter");
  auto reader = ColumnReader::Open(split, {"texts", 0, {}});
  ASSERT_TRUE(reader.ok());
  const BlockInfo& block = (*reader)->footer().blocks[0];
  ASSERT_GT(block.filter_length, 0);
  char& byte = files.files["/dcsl-filter/" + (*reader)->column().file]
                          [static_cast<size_t>(block.offset + block.length + 3)];
  byte = static_cast<char>(byte ^ 1);
  Step step;
  step.is_key = true;
  step.key = std::string("key 1");
  auto look_up = ColumnReader::Open(split, {"texts", 0, {step}});
  ASSERT_TRUE(look_up.ok());
  Vector values((*look_up)->type());
  Status status = (*look_up)->Read(0, 10, &values);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("key filter of block 0"), std::string::npos);
  EXPECT_EQ(status.error().column, "texts");
  Vector maps((*reader)->type());
  EXPECT_TRUE((*reader)->Read(0, split->rows(), &maps).ok());
}

TEST(PartsTest, DamageFailsThoseThatReadThem) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/map-columns");
  auto split = OpenSplit(files, "/map-columns");
  auto whole = ColumnReader::Open(split, {"headers", 0, {}});
  ASSERT_TRUE(whole.ok());
  const BlockInfo& block = (*whole)->footer().blocks[0];
  // The columns of five keys, and the entries without a column.
  ASSERT_EQ(block.parts.size(), 6U);
  const BlockPart& part = block.parts[2];
  char& byte = files.files["/map-columns/" + (*whole)->column().file]
                          [static_cast<size_t>(block.offset + part.offset + part.length / 2)];
  byte = static_cast<char>(byte ^ 1);
  int failed = 0;
  for (int key = 0; key < 6; key++) {
    Step step;
    step.is_key = true;
    step.key = "key " + std::to_string(key);
    auto look_up = ColumnReader::Open(split, {"headers", 0, {step}});
    ASSERT_TRUE(look_up.ok());
    Vector values((*look_up)->type());
    Status status = (*look_up)->Read(0, split->rows(), &values);
    if (!status.ok()) {
      failed++;
      EXPECT_NE(status.error().message.find("part 2 of block 0"), std::string::npos);
      EXPECT_EQ(status.error().offset, block.offset + part.offset);
    }
  }
  EXPECT_EQ(failed, 1);
  auto again = ColumnReader::Open(split, {"headers", 0, {}});
  ASSERT_TRUE(again.ok());
  Vector maps((*again)->type());
  EXPECT_FALSE((*again)->Read(0, split->rows(), &maps).ok());
}

TEST(KeyFilterTest, LookUpOfAMissingKeyReadsNoBlock) {
  auto split = OpenSplit(LocalFileSystem(), GoldenRoot() + "/dcsl-filter");
  Step step;
  step.is_key = true;
  step.key = std::string("key 1");
  auto look_up = ColumnReader::Open(split, {"texts", 0, {step}});
  ASSERT_TRUE(look_up.ok());
  Vector values((*look_up)->type());
  ASSERT_TRUE((*look_up)->Read(0, 300, &values).ok());
  EXPECT_EQ((*look_up)->blocks_read(), 1);
  EXPECT_EQ(values.null_count, 299);
  step.key = std::string("no such key");
  auto missing = ColumnReader::Open(split, {"texts", 0, {step}});
  ASSERT_TRUE(missing.ok());
  values.Clear();
  ASSERT_TRUE((*missing)->Read(0, 300, &values).ok());
  EXPECT_EQ((*missing)->blocks_read(), 0);
  EXPECT_EQ(values.null_count, 300);
}

}  // namespace
}  // namespace cif::test
