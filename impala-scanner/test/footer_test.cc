// Invalid footers and statistics: FORMAT.md sections 5 and 8.

#include <gtest/gtest.h>

#include "file/footer.h"
#include "support.h"

namespace cif::test {
namespace {

using internal::CorruptData;
using internal::Input;

/// Returns the bytes of hexadecimal digits, with readable memory behind them.
Buffer Hex(const std::string& digits) {
  Buffer bytes;
  bytes.Resize(digits.size() / 2);
  for (size_t i = 0; i < bytes.size(); i++) {
    bytes.data()[i] = static_cast<uint8_t>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
  }
  return bytes;
}

/// Reads the statistics of three rows.
Statistics Read(const std::string& type, const std::string& digits) {
  Buffer bytes = Hex(digits);
  Input in(bytes.data(), bytes.size());
  Statistics statistics = internal::ReadStatistics(&in, *Type::Parse(type), 3);
  in.ExpectEnd("the statistics");
  return statistics;
}

std::string Repeat(const std::string& part, int times) {
  std::string all;
  for (int i = 0; i < times; i++) {
    all += part;
  }
  return all;
}

TEST(StatisticsTest, BoundsAreRead) {
  EXPECT_FALSE(Read("int", "0300").has_bounds);
  EXPECT_EQ(std::get<int64_t>(Read("int", "010701140120").max), 16);
  EXPECT_EQ(std::get<int128>(Read("decimal(10,2)", "0001017F020080").max), 128);
  EXPECT_EQ(std::get<int128>(Read("decimal(10,2)", "000102FF7F0180").min), -129);
  EXPECT_EQ(std::get<std::string>(Read("string",
                                       "000100"
                                       "40" +
                                           Repeat("61", 64))
                                      .max)
                .size(),
            64U);
  EXPECT_TRUE(Read("double", "0008").has_nan);
}

TEST(StatisticsTest, FlagsThatCannotBeAreCorrupt) {
  EXPECT_THROW(Read("int", "0010"), CorruptData);
  EXPECT_THROW(Read("int", "00F701020104"), CorruptData);
  EXPECT_THROW(Read("int", "0002"), CorruptData);
  EXPECT_THROW(Read("int", "0004"), CorruptData);
  EXPECT_THROW(Read("int", "0008"), CorruptData);
  EXPECT_THROW(Read("double", "0308"), CorruptData);
  EXPECT_THROW(Read("int", "030101020104"), CorruptData);
}

TEST(StatisticsTest, BoundsThatCannotBeAreCorrupt) {
  EXPECT_THROW(Read("int", "000101040102"), CorruptData);
  const std::string nan = "08000000000000F87F";
  EXPECT_THROW(Read("double", "0001" + nan + nan), CorruptData);
  EXPECT_THROW(Read("float", "0001" + nan + nan), CorruptData);
  EXPECT_THROW(Read("decimal(10,2)", "00010000"), CorruptData);
  EXPECT_THROW(Read("decimal(10,2)", "000102007F02007F"), CorruptData);
  EXPECT_THROW(Read("decimal(10,2)", "000102FF8002FF80"), CorruptData);
  const std::string long_decimal = "1101" + Repeat("00", 16);
  EXPECT_THROW(Read("decimal(38,2)", "0001" + long_decimal + long_decimal), CorruptData);
  const std::string long_text = "41" + Repeat("61", 65);
  EXPECT_THROW(Read("string", "0001" + long_text + long_text), CorruptData);
  EXPECT_THROW(Read("array<int>", "000101020104"), CorruptData);
}

TEST(FooterTest, ColumnFileThatGoesOnIsCorrupt) {
  for (const char* name : {"plain", "encodings"}) {
    MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/" + name);
    const std::string folder = std::string("/") + name;
    auto split = OpenSplit(files, folder);
    for (const Column& column : split->schema().columns) {
      files.files[folder + "/" + column.file] += '\0';
      auto reader = ColumnReader::Open(split, {column.name, 0, {}});
      ASSERT_FALSE(reader.ok()) << column.name;
      EXPECT_EQ(reader.error().code, ErrorCode::kCorrupt);
      EXPECT_EQ(reader.error().offset, column.file_length);
    }
  }
}

/// Reads the footer of a column of three ints.
Footer ReadFooter(const Buffer& bytes, int64_t blocks_end, bool in_group) {
  return internal::ReadFooter(Input(bytes.data(), bytes.size()), *Type::Parse("int"), 3, blocks_end,
                              in_group);
}

TEST(FooterTest, NullsOfTheBlocksAreThoseOfTheFile) {
  // Layout plain of three ints in one block of five bytes: no NULL in the file, one in the block.
  Buffer bytes =
      Hex("0100"
          "03696E74"
          "00"
          "03"
          "01"
          "0000"
          "050300"
          "00000000"
          "0100");
  EXPECT_THROW(ReadFooter(bytes, 13, false), CorruptData);
  bytes.data()[bytes.size() - 2] = 0;
  EXPECT_EQ(ReadFooter(bytes, 13, false).blocks.size(), 1U);
}

TEST(FooterTest, BlocksOfAGroupFileStandBehindGaps) {
  // Two blocks, of two rows and of one, behind gaps of 7 and 300 bytes.
  const std::string head =
      "0100"
      "03696E74"
      "00"
      "03"
      "02"
      "0000";
  const std::string first =
      "050200"
      "00000000"
      "0000";
  const std::string second =
      "030100"
      "00000000"
      "0000";
  const Buffer bytes = Hex(head + "07" + first + "AC02" + second);
  const Footer footer = ReadFooter(bytes, 323, true);
  ASSERT_EQ(footer.blocks.size(), 2U);
  EXPECT_EQ(footer.blocks[0].offset, 15);
  EXPECT_EQ(footer.blocks[1].offset, 320);
  // They may end before the footer, but not behind it.
  EXPECT_EQ(ReadFooter(bytes, 1'000'000, true).blocks[1].offset, 320);
  EXPECT_THROW(ReadFooter(bytes, 322, true), CorruptData);
  EXPECT_THROW(ReadFooter(bytes, 323, false), CorruptData);
  // Gaps that would lead beyond every number.
  for (const std::string gap : {"FFFFFFFFFFFFFFFFFF01", "FFFFFFFFFFFFFFFF7F", "B502"}) {
    EXPECT_THROW(ReadFooter(Hex(head + "07" + first + gap + second), 323, true), CorruptData);
    EXPECT_THROW(ReadFooter(Hex(head + gap + first + "00" + second), 323, true), CorruptData);
  }
}

}  // namespace
}  // namespace cif::test
