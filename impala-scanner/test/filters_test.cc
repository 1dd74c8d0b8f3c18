// Filters of keys (FORMAT.md section 5.3): the specification's examples, the golden table, damaged
// files.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "file/filter_file.h"
#include "filter/bloom_filter.h"
#include "filter/value_bytes.h"
#include "filter/xxh64.h"
#include "support.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif::test {
namespace {

using internal::FilterFile;
using internal::FilterIndex;
using internal::FilterKey;
using internal::FilterKind;
using internal::FilterProbe;
using internal::Input;
using internal::MemoryLimit;
using internal::RowRanges;
using internal::RowSpan;

/// Returns the bytes of an example in section 10 of the specification.
std::string Example(const std::string& title) {
  std::ifstream in(CIF_SOURCES "/../docs/FORMAT.md");
  std::string line;
  while (std::getline(in, line) && line != title) {
  }
  std::string bytes;
  while (std::getline(in, line) && line != "```") {
    std::istringstream words(line);
    std::string word;
    while (words >> word && word.size() == 2 &&
           word.find_first_not_of("0123456789ABCDEF") == std::string::npos) {
      bytes += static_cast<char>(std::stoi(word, nullptr, 16));
    }
  }
  EXPECT_FALSE(bytes.empty()) << title;
  return bytes;
}

Input InputOf(const std::string& bytes, size_t from, size_t length) {
  return Input(reinterpret_cast<const uint8_t*>(bytes.data()) + from, length);
}

FilterKey KeyOf(const std::vector<Literal>& literals) {
  std::vector<std::string> values;
  for (const Literal& literal : literals) {
    values.emplace_back();
    internal::AppendValueBytes(literal, &values.back());
  }
  return internal::FilterKeyOf(std::move(values));
}

uint64_t HashOf(const Literal& literal) { return KeyOf({literal}).hash; }

TEST(FilterExamplesTest, HashesAreThoseOfTheSpecification) {
  EXPECT_EQ(HashOf(int64_t{7}), 0x0876CD406AFDE455U);
  EXPECT_EQ(HashOf(int64_t{300}), 0xAFAE844F3EC24826U);
  EXPECT_EQ(HashOf(std::string("a")), 0xD24EC4F1A98C6E5BU);
  EXPECT_EQ(KeyOf({int64_t{7}, std::string("a")}).hash, 0x15896AC66B128EFFU);
  EXPECT_EQ(KeyOf({int64_t{300}, std::string("a")}).hash, 0x1FD1BB225E29D2CFU);
}

TEST(FilterExamplesTest, ListsOfValuesAreRead) {
  const std::string file = Example("filter file of n");
  const size_t index_length = 20;
  const size_t end = file.size() - index_length;
  const FilterIndex index =
      internal::ReadFilterIndex(InputOf(file, end, index_length), 1, 4, static_cast<int64_t>(end));
  EXPECT_EQ(index.footer_crcs, std::vector<uint32_t>{0xA2CF33BF});
  ASSERT_EQ(index.filters.size(), 2U);
  EXPECT_EQ(index.filters[1].first_row, 3);
  EXPECT_EQ(index.filters[1].kind, FilterKind::kValues);
  const std::vector<size_t> counts = {2, 1};
  for (size_t i = 0; i < 2; i++) {
    const auto offset = static_cast<size_t>(index.filters[i].offset);
    const auto length = static_cast<size_t>(index.filters[i].length);
    EXPECT_EQ(internal::ReadFilterValues(InputOf(file, offset, length)).size(), counts[i]);
    EXPECT_EQ(internal::Crc32c(reinterpret_cast<const uint8_t*>(file.data()) + offset, length),
              index.filters[i].crc);
  }
}

TEST(FilterExamplesTest, BloomFiltersHaveTheirKeysAndNoOthers) {
  const std::string file = Example("filter file of n and s");
  const size_t index_length = 24;
  const size_t end = file.size() - index_length;
  const FilterIndex index =
      internal::ReadFilterIndex(InputOf(file, end, index_length), 2, 4, static_cast<int64_t>(end));
  ASSERT_EQ(index.filters.size(), 2U);
  auto has = [&](size_t i, const Literal& n) {
    EXPECT_EQ(index.filters[i].kind, FilterKind::kBloom);
    return internal::BloomMayHave(
        reinterpret_cast<const uint8_t*>(file.data()) + index.filters[i].offset,
        index.filters[i].length, KeyOf({n, std::string("a")}).hash);
  };
  EXPECT_TRUE(has(0, int64_t{7}));
  EXPECT_TRUE(has(0, int64_t{300}));
  EXPECT_FALSE(has(0, int64_t{8}));
  EXPECT_TRUE(has(1, int64_t{7}));
  EXPECT_FALSE(has(1, int64_t{300}));
}

std::string BytesOf(const Literal& literal) {
  std::string bytes;
  internal::AppendValueBytes(literal, &bytes);
  return bytes;
}

TEST(ValueBytesTest, AreThoseOfTheSpecification) {
  EXPECT_EQ(BytesOf(int64_t{-2}), "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
  EXPECT_EQ(BytesOf(-0.0), BytesOf(0.0));
  EXPECT_EQ(BytesOf(-std::numeric_limits<double>::quiet_NaN()),
            std::string("\0\0\0\0\0\0\xF8\x7F", 8));
  EXPECT_EQ(BytesOf(Timestamp{-1, 5}), std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\5\0\0\0", 12));
  EXPECT_EQ(BytesOf(int128{0}), std::string(1, '\0'));
  EXPECT_EQ(BytesOf(int128{127}), "\x7F");
  EXPECT_EQ(BytesOf(int128{128}), std::string("\0\x80", 2));
  EXPECT_EQ(BytesOf(int128{-128}), "\x80");
  EXPECT_EQ(BytesOf(int128{-129}), "\xFF\x7F");
  EXPECT_EQ(BytesOf(int128{1} << 120).size(), 16U);
  EXPECT_EQ(BytesOf(-(int128{1} << 126) * 2), "\x80" + std::string(15, '\0'));
}

TEST(ValueBytesTest, OfVectorsAreThoseOfTheirValues) {
  auto split = OpenSplit(LocalFileSystem(), FiltersRoot() + "/table/split");
  for (const Column& column : split->schema().columns) {
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    Vector values(column.type);
    ASSERT_TRUE((*reader)->Read(0, split->rows(), &values).ok());
    const std::vector<std::string> texts = Values(values);
    for (int64_t i = 0; i < values.length; i += 7) {
      if (values.IsNull(i)) {
        continue;
      }
      std::string text = texts[static_cast<size_t>(i)];
      text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
      std::string bytes;
      internal::AppendValueBytes(values, i, &bytes);
      EXPECT_EQ(bytes, BytesOf(*ParseLiteral(column.type, text))) << column.name << " " << text;
    }
  }
}

class GoldenFiltersTest : public testing::Test {
 protected:
  void SetUp() override {
    files_ = MemoryFiles::OfFolder(FiltersRoot() + "/table/split");
    split_ = OpenSplit(files_, "/split");
    ASSERT_NE(split_, nullptr);
  }

  const Column& ColumnOf(const std::string& name) const {
    return split_->schema().columns[static_cast<size_t>(split_->schema().Find(name))];
  }

  std::unique_ptr<FilterFile> Open(const std::vector<std::string>& key, int64_t limit = 1 << 20) {
    std::vector<const Column*> columns;
    for (const std::string& name : key) {
      columns.push_back(&ColumnOf(name));
    }
    for (const FilterEntry& entry : columns[0]->filters) {
      if (entry.with.size() + 1 == key.size()) {
        return std::make_unique<FilterFile>(*split_, columns, entry,
                                            std::make_shared<MemoryLimit>(limit));
      }
    }
    return nullptr;
  }

  /// Returns the ranges that a filter leaves of rows.
  std::vector<RowSpan> Left(FilterFile* file, const std::vector<Literal>& key,
                            const RowRanges& rows = RowRanges(0, 600)) {
    FilterProbe probe{KeyOf(key), rows};
    int64_t bytes_read = 0;
    file->Narrow({&probe}, &bytes_read);
    bytes_read_ += bytes_read;
    return probe.rows.spans();
  }

  MemoryFiles files_;
  std::shared_ptr<const Split> split_;
  int64_t bytes_read_ = 0;
};

TEST_F(GoldenFiltersTest, SchemaFileNamesThem) {
  size_t filters = 0;
  for (const Column& column : split_->schema().columns) {
    filters += column.filters.size();
  }
  EXPECT_EQ(filters, 9U);
  EXPECT_EQ(ColumnOf("run").filters[1].with, (std::vector<int32_t>{4, 5}));
  EXPECT_EQ(ColumnOf("guid").filters[0].file, "_2-guid.filters");
}

TEST_F(GoldenFiltersTest, LeaveTheRowsThatMayHaveAKey) {
  using Spans = std::vector<RowSpan>;
  for (int64_t limit : {0, 1 << 20}) {
    EXPECT_EQ(Left(Open({"guid"}, limit).get(), {GoldenGuid(333)}), (Spans{{300, 450}}));
    EXPECT_EQ(Left(Open({"guid"}, limit).get(), {std::string("8")}), Spans{});
    EXPECT_EQ(Left(Open({"kind"}, limit).get(), {std::string("kind 1")}),
              (Spans{{150, 300}, {450, 600}}));
    EXPECT_EQ(Left(Open({"d"}, limit).get(), {0.5}), Spans{});
    EXPECT_EQ(Left(Open({"d"}, limit).get(), {-0.0}), (Spans{{0, 600}}));
    EXPECT_EQ(Left(Open({"amount"}, limit).get(), {int128{-98}}), (Spans{{150, 300}}));
    EXPECT_EQ(Left(Open({"flag"}, limit).get(), {int64_t{1}}), (Spans{{0, 300}}));
    EXPECT_EQ(Left(Open({"at"}, limit).get(), {Timestamp{1, 250'000'000}}), (Spans{{300, 450}}));
    EXPECT_EQ(Left(Open({"run", "event"}, limit).get(), {int64_t{0}, int64_t{100}}),
              (Spans{{0, 150}}));
    EXPECT_EQ(Left(Open({"run", "event"}, limit).get(), {int64_t{0}, int64_t{131}}), Spans{});
    EXPECT_EQ(Left(Open({"run", "event", "kind"}, limit).get(),
                   {int64_t{1}, int64_t{541}, std::string("kind 0")}),
              (Spans{{150, 300}}));
  }
}

TEST_F(GoldenFiltersTest, LeaveNoRowThatWasNotAskedFor) {
  auto file = Open({"flag"});
  RowRanges rows(10, 20);
  rows.Add(140, 160);
  rows.Add(290, 310);
  EXPECT_EQ(Left(file.get(), {int64_t{1}}, rows),
            (std::vector<RowSpan>{{10, 20}, {140, 160}, {290, 300}}));
}

TEST_F(GoldenFiltersTest, AreReadOnceIfThereIsRoom) {
  auto kept = Open({"guid"});
  EXPECT_FALSE(Left(kept.get(), {GoldenGuid(333)}).empty());
  EXPECT_EQ(bytes_read_, ColumnOf("guid").filters[0].length);
  files_.files.erase("/split/_2-guid.filters");
  EXPECT_FALSE(Left(kept.get(), {GoldenGuid(333)}).empty());
  EXPECT_EQ(bytes_read_, ColumnOf("guid").filters[0].length);
}

TEST_F(GoldenFiltersTest, OfOtherColumnFilesAreNotUsed) {
  Column other = ColumnOf("guid");
  other.footer_crc ^= 1;
  FilterFile file(*split_, {&other}, other.filters[0], std::make_shared<MemoryLimit>(1 << 20));
  EXPECT_EQ(Left(&file, {std::string("8")}), (std::vector<RowSpan>{{0, 600}}));
}

TEST_F(GoldenFiltersTest, EveryDamagedByteIsOneErrorThatNamesIt) {
  for (const Column& column : split_->schema().columns) {
    for (const FilterEntry& entry : column.filters) {
      std::string& file = files_.files["/split/" + entry.file];
      const std::string good = file;
      auto refused = [&](const std::string& what) {
        auto reader = ColumnReader::Open(split_, {column.name, 0, {}});
        ASSERT_TRUE(reader.ok());
        const Status status = (*reader)->Verify();
        ASSERT_FALSE(status.ok()) << entry.file << ": " << what;
        EXPECT_EQ(status.error().file, "/split/" + entry.file);
        EXPECT_EQ(status.error().column, column.name);
        EXPECT_GE(status.error().offset, 0);
        EXPECT_NE(status.error().message.find("use_filters"), std::string::npos);
      };
      for (size_t at = 0; at < good.size(); at++) {
        file[at] = static_cast<char>(file[at] ^ (1 << at % 8));
        refused("flipped byte " + std::to_string(at));
        file = good.substr(0, at);
        refused("cut to " + std::to_string(at));
        file = good;
      }
      file = good + "x";
      refused("longer");
      file = good;
    }
  }
}

TEST_F(GoldenFiltersTest, ThatAreMissingAreAnErrorForWhoAsksThem) {
  files_.files.erase("/split/_2-guid.filters");
  auto reader = ColumnReader::Open(split_, {"guid", 0, {}});
  ASSERT_TRUE(reader.ok());
  Vector values((*reader)->type());
  EXPECT_TRUE((*reader)->Read(0, 600, &values).ok());
  const Status status = (*reader)->Verify();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFound);
  EXPECT_NE(status.error().message.find("does not exist"), std::string::npos);
}

TEST_F(GoldenFiltersTest, TableReadsAsExpectedWithoutThem) {
  EXPECT_EQ(
      std::erase_if(files_.files, [](const auto& f) { return f.first.ends_with(".filters"); }), 9U);
  ScanRequest request;
  request.columns = AllColumns(split_->schema());
  auto lines = ScanLines(split_, request);
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, FileLines(FiltersRoot() + "/table.jsonl"));
  using Spans = std::vector<RowSpan>;
  const auto filter = Open({"guid"}, 1 << 20);
  for (int time = 0; time < 2; time++) {
    EXPECT_EQ(Left(filter.get(), {std::string("8")}), (Spans{{0, 600}}));
  }
}

}  // namespace
}  // namespace cif::test
