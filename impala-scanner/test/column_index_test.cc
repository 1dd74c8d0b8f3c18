// Index of a schema file of many columns: FORMAT.md section 3.2.

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support.h"
#include "util/crc32c.h"

namespace cif::test {
namespace {

constexpr char kSchema[] = "/split/schema.cif";
constexpr char kIndex[] = "/split/_columns.d1076cf2.index";
constexpr size_t kColumns = 700;
constexpr size_t kFrontLengthAt = 37;

const std::vector<std::string> kTwo = {"COLUMN14", "column699"};

MemoryFiles Golden() { return MemoryFiles::OfFolder(CIF_TESTDATA "/index/split"); }

std::vector<std::string> Names(const Schema& schema) {
  std::vector<std::string> names;
  for (const Column& column : schema.columns) {
    names.push_back(column.name);
  }
  return names;
}

/// Expects a split that shows at least the two columns, with their values.
void ExpectTwo(const std::shared_ptr<const Split>& split) {
  EXPECT_EQ(split->rows(), 3);
  EXPECT_EQ(ReadValues(split, {"column14", 0, {}}),
            (std::vector<std::string>{"\"value 140\"", "\"value 141\"", "\"value 142\""}));
  EXPECT_EQ(ReadValues(split, {"Column699", 0, {}}),
            (std::vector<std::string>{"6990", "6991", "6992"}));
}

/// Corrects the checksum of the front, so that what it says is looked at.
void Repair(std::string* index) {
  uint32_t front = 0;
  std::memcpy(&front, index->data() + kFrontLengthAt, sizeof(front));
  if (front >= 4 && front <= index->size()) {
    const uint32_t crc =
        internal::Crc32c(reinterpret_cast<const uint8_t*>(index->data()), front - 4);
    std::memcpy(index->data() + front - 4, &crc, sizeof(crc));
  }
}

TEST(ColumnIndexTest, FewColumnsAreReadByTheIndex) {
  const MemoryFiles files = Golden();
  auto split = Split::Open(files, "/split", kTwo);
  ASSERT_TRUE(split.ok()) << split.error().ToString();
  EXPECT_EQ(Names((*split)->schema()), (std::vector<std::string>{"Column14", "Column699"}));
  EXPECT_LT((*split)->schema_bytes(), static_cast<int64_t>(files.files.at(kSchema).size()));
  ExpectTwo(*split);
}

TEST(ColumnIndexTest, ColumnsAreThoseOfTheWholeSchemaFile) {
  const MemoryFiles files = Golden();
  const auto whole = OpenSplit(files, "/split");
  for (size_t c = 0; c < kColumns; c += 50) {
    const Column& expected = whole->schema().columns[c];
    auto split = Split::Open(files, "/split", {expected.name});
    ASSERT_TRUE(split.ok()) << split.error().ToString();
    ASSERT_EQ((*split)->schema().columns.size(), 1U);
    const Column& column = (*split)->schema().columns[0];
    EXPECT_EQ(column.name, expected.name);
    EXPECT_EQ(column.id, expected.id);
    EXPECT_EQ(column.type, expected.type);
    EXPECT_EQ(column.file, expected.file);
    EXPECT_EQ(column.footer_offset, expected.footer_offset);
    EXPECT_EQ(column.footer_crc, expected.footer_crc);
    EXPECT_EQ(column.raw_bytes, expected.raw_bytes);
  }
}

TEST(ColumnIndexTest, TableShowsTheWantedColumns) {
  const MemoryFiles files = Golden();
  TableOptions options;
  options.columns = {"column7", "no such column"};
  const auto table = OpenTable(files, "/split", options);
  EXPECT_EQ(ColumnNames(*table), std::vector<std::string>{"Column7"});
  EXPECT_EQ(table->schema().rows, 3);
  EXPECT_EQ(table->ParseProjection("no such column").error().code, ErrorCode::kNotFound);
}

TEST(ColumnIndexTest, ManyColumnsAndNoIndexAreReadWhole) {
  MemoryFiles files = Golden();
  const std::vector<std::string> many(65, "column14");
  EXPECT_EQ((*Split::Open(files, "/split", many))->schema().columns.size(), kColumns);
  files.files.erase(kIndex);
  auto split = Split::Open(files, "/split", kTwo);
  ASSERT_TRUE(split.ok()) << split.error().ToString();
  EXPECT_EQ((*split)->schema().columns.size(), kColumns);
  ExpectTwo(*split);
}

TEST(ColumnIndexTest, DamagedIndexIsNotUsed) {
  const MemoryFiles good = Golden();
  const std::string& index = good.files.at(kIndex);
  std::mt19937 random(32);
  size_t whole = 0;
  for (int i = 0; i < 300; i++) {
    MemoryFiles files = good;
    std::string& damaged = files.files.at(kIndex);
    // Damage to the head is likeliest to lead astray.
    const size_t at = random() % (i % 2 == 0 ? 60 : index.size());
    if (i % 10 == 0) {
      damaged.resize(at);
    } else {
      damaged[at] = static_cast<char>(random());
    }
    if (i % 3 > 0 && damaged.size() > kFrontLengthAt + 4) {
      Repair(&damaged);
    }
    auto split = Split::Open(files, "/split", kTwo);
    if (!split.ok()) {
      ADD_FAILURE() << "byte " << at << ": " << split.error().ToString();
      continue;
    }
    // A front with a right checksum may give other rows and flags, or hide a column.
    if ((*split)->schema().columns.size() == kColumns) {
      whole++;
      ExpectTwo(*split);
    }
  }
  EXPECT_GT(whole, 100U);
}

TEST(ColumnIndexTest, PiecesThatOverlapAreNotRead) {
  MemoryFiles files = Golden();
  std::string& index = files.files.at(kIndex);
  constexpr size_t kHead = kFrontLengthAt + 4;
  constexpr size_t kEntry = 20;
  // All columns seem to be the wanted one, and each has most of the schema file.
  for (size_t c = 1; c < kColumns; c++) {
    index.replace(kHead + 4 * c, 4, index, kHead + 4 * 14, 4);
    const uint32_t piece[] = {0, 160000, 0, 160000};
    std::memcpy(index.data() + index.size() - kEntry * c, piece, sizeof(piece));
  }
  Repair(&index);
  auto split = Split::Open(files, "/split", {"column14"});
  ASSERT_TRUE(split.ok()) << split.error().ToString();
  EXPECT_EQ((*split)->schema().columns.size(), kColumns);
}

TEST(ColumnIndexTest, DamagedSchemaFileIsAnError) {
  const MemoryFiles good = Golden();
  const std::string& schema = good.files.at(kSchema);
  for (const std::string piece : {"\"Column699\",\"type\"", "\"Column699\",\"file\""}) {
    MemoryFiles files = good;
    files.files.at(kSchema)[schema.find(piece) + 3] = 'x';
    auto split = Split::Open(files, "/split", kTwo);
    ASSERT_FALSE(split.ok());
    EXPECT_EQ(split.error().code, ErrorCode::kCorrupt);
  }
  MemoryFiles files = good;
  files.files.at(kSchema).resize(schema.size() - 1);
  EXPECT_EQ(Split::Open(files, "/split", kTwo).error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace cif::test
