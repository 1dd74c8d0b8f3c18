// Group files (FORMAT.md section 5.1). They give the same rows as files of single columns and are
// opened once. Damage is an error of just the columns that it meets.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "group_split.h"

namespace cif::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class GroupedSplitTest : public testing::TestWithParam<std::string> {
 protected:
  std::string folder() const { return "/" + GetParam(); }

  void ExpectGolden(const FileSystem& files, const std::string& folder,
                    const ReadOptions& options = {}) {
    auto split = OpenSplit(files, folder);
    ScanRequest request;
    request.columns = AllColumns(split->schema());
    auto lines = ScanLines(split, request, options);
    ASSERT_TRUE(lines.ok()) << lines.error().ToString();
    EXPECT_EQ(*lines, GoldenLines(GetParam()));
  }
};

TEST_P(GroupedSplitTest, ReadsToTheLinesOfItsColumnFiles) {
  for (int groups : {1, 2, 5}) {
    ExpectGolden(GroupedGolden(GetParam(), groups), folder());
  }
}

TEST_P(GroupedSplitTest, ReadsToTheLinesInSmallBatches) {
  ReadOptions options;
  options.batch_rows = 7;
  ExpectGolden(GroupedGolden(GetParam(), 1), folder(), options);
}

TEST_P(GroupedSplitTest, ReadsToTheLinesFromLocalFiles) {
  std::string pattern = (fs::temp_directory_path() / "cif-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  for (const auto& [path, content] : GroupedGolden(GetParam(), 1).files) {
    std::ofstream(pattern + path.substr(path.rfind('/')), std::ios::binary) << content;
  }
  for (IoMode mode : {IoMode::kBuffered, IoMode::kMapped, IoMode::kDirect}) {
    ExpectGolden(LocalFileSystem(mode), pattern);
  }
  fs::remove_all(pattern);
}

/// Reads every byte of a column. Returns its first error.
Status Verify(const std::shared_ptr<const Split>& split, const Column& column) {
  auto reader = ColumnReader::Open(split, {column.name, 0, {}});
  return reader.ok() ? (*reader)->Verify() : Status(reader.error());
}

/// Returns the owner of each byte of the only group file: a column, -1 for none, -2 for all.
std::vector<int> Owners(const std::shared_ptr<const Split>& split, size_t bytes) {
  std::vector<int> owners(bytes, -1);
  std::fill_n(owners.begin(), 8, -2);
  for (size_t c = 0; c < split->schema().columns.size(); c++) {
    const Column& column = split->schema().columns[c];
    std::fill_n(owners.begin() + column.footer_offset, column.footer_length, static_cast<int>(c));
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    EXPECT_TRUE(reader.ok()) << reader.error().ToString();
    for (const BlockInfo& block : (*reader)->footer().blocks) {
      std::fill_n(owners.begin() + block.offset, block.length + block.filter_length,
                  static_cast<int>(c));
    }
  }
  return owners;
}

TEST_P(GroupedSplitTest, DamageFailsTheColumnsThatItMeets) {
  MemoryFiles files = GroupedGolden(GetParam(), 1);
  auto split = OpenSplit(files, folder());
  const auto& columns = split->schema().columns;
  const std::string path = folder() + "/" + columns[0].file;
  std::string& file = files.files[path];
  const std::vector<int> owners = Owners(split, file.size());
  std::mt19937 random(7);
  for (size_t k = 0; k < 80; k++) {
    const size_t at = k < 8 ? k : k < 16 ? file.size() - k + 7 : random() % file.size();
    const char good = file[at];
    file[at] = static_cast<char>(good ^ (1 << random() % 8));
    for (size_t c = 0; c < columns.size(); c++) {
      Status status = Verify(split, columns[c]);
      const bool is_met = owners[at] == -2 || owners[at] == static_cast<int>(c);
      ASSERT_EQ(status.ok(), !is_met) << "byte " << at << ", column " << columns[c].name;
      if (is_met) {
        EXPECT_EQ(status.error().file, path);
        EXPECT_EQ(status.error().column, columns[c].name);
        EXPECT_GE(status.error().offset, 0);
        EXPECT_LE(status.error().offset, static_cast<int64_t>(at));
      }
    }
    file[at] = good;
  }
}

TEST_P(GroupedSplitTest, AFileOfAnotherLengthFailsAllColumns) {
  MemoryFiles files = GroupedGolden(GetParam(), 1);
  auto split = OpenSplit(files, folder());
  std::string& file = files.files[folder() + "/" + split->schema().columns[0].file];
  const std::string good = file;
  for (const std::string& bad : {good + '\0', good.substr(0, good.size() - 1),
                                 good.substr(0, good.size() / 2), std::string()}) {
    file = bad;
    for (const Column& column : split->schema().columns) {
      Status status = Verify(split, column);
      ASSERT_FALSE(status.ok());
      EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
      EXPECT_EQ(status.error().column, column.name);
      EXPECT_EQ(status.error().offset, static_cast<int64_t>(std::min(bad.size(), good.size())));
    }
  }
}

TEST_P(GroupedSplitTest, UncheckedBlocksNeverCrash) {
  MemoryFiles files = GroupedGolden(GetParam(), 1);
  auto split = OpenSplit(files, folder());
  const auto& columns = split->schema().columns;
  std::string& file = files.files[folder() + "/" + columns[0].file];
  int64_t end = columns[0].file_length;
  for (const Column& column : columns) {
    end = std::min(end, column.footer_offset);
  }
  std::mt19937 random(8);
  ReadOptions options;
  options.verify_checksums = false;
  ScanRequest request;
  request.columns = AllColumns(split->schema());
  for (int k = 0; k < 20 && end > 8; k++) {
    const std::string good = file;
    for (int flips = 0; flips < 10; flips++) {
      file[8 + random() % static_cast<size_t>(end - 8)] = static_cast<char>(random());
    }
    auto lines = ScanLines(split, request, options);
    EXPECT_TRUE(lines.ok() || !lines.error().column.empty());
    file = good;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GroupedSplitTest, testing::ValuesIn(GoldenNames()), GoldenTestName);

/// File system that counts opened files and read bytes of another one.
class WatchedFiles final : public FileSystem {
 public:
  WatchedFiles(const FileSystem& files, bool can_share) : files_(files), can_share_(can_share) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    auto file = files_.Open(path);
    if (!file.ok()) {
      return file.error();
    }
    opened++;
    return std::unique_ptr<RandomAccessFile>(new File(this, std::move(*file)));
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    return files_.List(folder);
  }

  void Reset() { opened = reads = bytes = 0; }

  mutable int opened = 0;
  mutable int reads = 0;
  mutable int64_t bytes = 0;

 private:
  class File final : public RandomAccessFile {
   public:
    File(const WatchedFiles* files, std::unique_ptr<RandomAccessFile> file)
        : files_(files), file_(std::move(file)) {}

    uint64_t size() const override { return file_->size(); }

    Status Read(uint64_t offset, size_t length, Bytes* out) override {
      files_->reads++;
      files_->bytes += static_cast<int64_t>(length);
      return file_->Read(offset, length, out);
    }

    std::unique_ptr<RandomAccessFile> Share() const override {
      auto shared = files_->can_share_ ? file_->Share() : nullptr;
      return shared == nullptr ? nullptr : std::make_unique<File>(files_, std::move(shared));
    }

   private:
    const WatchedFiles* files_;
    std::unique_ptr<RandomAccessFile> file_;
  };

  const FileSystem& files_;
  bool can_share_;
};

/// Returns the number of blocks of all columns.
int BlocksOf(const std::shared_ptr<const Split>& split) {
  size_t blocks = 0;
  for (const Column& column : split->schema().columns) {
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    EXPECT_TRUE(reader.ok()) << reader.error().ToString();
    blocks += (*reader)->footer().blocks.size();
  }
  return static_cast<int>(blocks);
}

/// Scans columns. Checks that the scanner's metrics agree with the files' counters.
void Scan(const std::shared_ptr<const Split>& split, std::vector<Projection> columns,
          WatchedFiles* files) {
  ScanRequest request;
  request.columns = std::move(columns);
  files->Reset();
  auto scanner = Scanner::Open(split, request);
  ASSERT_TRUE(scanner.ok()) << scanner.error().ToString();
  Batch batch;
  do {
    ASSERT_TRUE((*scanner)->Next(&batch).ok());
  } while (batch.rows > 0);
  EXPECT_EQ((*scanner)->metrics().bytes_read, files->bytes + split->schema_bytes());
}

TEST(GroupFilesTest, ColumnsOfAGroupShareOneOpening) {
  const MemoryFiles memory = GroupedGolden("auto", 1);
  WatchedFiles files(memory, true);
  auto split = OpenSplit(files, "/auto");
  ASSERT_GT(split->schema().columns[0].file_length, 64 << 10) << "a file that is not read whole";
  Scan(split, AllColumns(split->schema()), &files);
  EXPECT_EQ(files.opened, 1);
  const int reads = files.reads;
  EXPECT_EQ(reads, 1 + BlocksOf(split)) << "all footers together, then each block";
}

TEST(GroupFilesTest, OneColumnReadsItsOwnBytes) {
  const MemoryFiles memory = GroupedGolden("auto", 1);
  WatchedFiles files(memory, true);
  auto split = OpenSplit(files, "/auto");
  for (const Column& column : split->schema().columns) {
    auto reader = ColumnReader::Open(split, {column.name, 0, {}});
    ASSERT_TRUE(reader.ok());
    int64_t bytes = column.footer_length;
    for (const BlockInfo& block : (*reader)->footer().blocks) {
      bytes += block.length + (block.offset == 8 ? 8 : 0);
    }
    Scan(split, {{column.name, 0, {}}}, &files);
    EXPECT_EQ(files.bytes, bytes) << column.name;
  }
}

TEST(GroupFilesTest, FilesThatCannotBeSharedAreOpenedForEachColumn) {
  const MemoryFiles memory = GroupedGolden("auto", 1);
  WatchedFiles files(memory, false);
  auto split = OpenSplit(files, "/auto");
  Scan(split, AllColumns(split->schema()), &files);
  EXPECT_EQ(files.opened, 1 + static_cast<int>(split->schema().columns.size()));
}

TEST(GroupFilesTest, ASmallOneIsReadOnce) {
  const MemoryFiles memory = GroupedGolden("dcsl-filter", 1);
  WatchedFiles files(memory, true);
  auto split = OpenSplit(files, "/dcsl-filter");
  ASSERT_LE(split->schema().columns[0].file_length, 64 << 10);
  Scan(split, AllColumns(split->schema()), &files);
  EXPECT_EQ(files.opened, 1);
  EXPECT_EQ(files.reads, 1);
}

/// Returns the error of opening a grouped split whose schema file was changed.
Error Refused(const std::function<void(json*)>& change) {
  MemoryFiles files = GroupedGolden("auto", 1);
  ChangeSchemaFile(&files, "/auto", change);
  auto split = Split::Open(files, "/auto");
  EXPECT_FALSE(split.ok());
  return split.ok() ? Error{} : split.error();
}

void ExpectRefused(const std::string& what, const std::function<void(json*)>& change) {
  const Error error = Refused(change);
  EXPECT_EQ(error.code, ErrorCode::kCorrupt) << error.ToString();
  EXPECT_EQ(error.file, "/auto/schema.cif");
  EXPECT_NE(error.message.find(what), std::string::npos) << error.ToString();
}

TEST(GroupFilesTest, SchemaFilesThatCannotBeAreRefused) {
  auto entry = [](json* schema, size_t c) -> json& { return (*schema)["columns"][c]; };
  ExpectRefused("does not require 'groups'", [](json* s) { s->erase("requires"); });
  ExpectRefused("disagree on the length",
                [&](json* s) { entry(s, 4)["length"] = entry(s, 4)["length"].get<int>() + 1; });
  ExpectRefused("footers overlap", [&](json* s) {
    entry(s, 4)["footerOffset"] = entry(s, 5)["footerOffset"].get<int>() + 1;
  });
  ExpectRefused("footers overlap",
                [&](json* s) { entry(s, 4)["footerOffset"] = entry(s, 5)["footerOffset"]; });
  ExpectRefused("shares its file", [&](json* s) { entry(s, 4).erase("footerOffset"); });
  for (const json& bad : {json(7), json(0), json(int64_t{1} << 40), json(INT64_MAX)}) {
    ExpectRefused("column 'c4 bigint' has its footer",
                  [&](json* s) { entry(s, 4)["footerOffset"] = bad; });
  }
  for (const json& bad : {json(-1), json("8"), json(nullptr), json(8.5)}) {
    ExpectRefused("'footerOffset' is no number",
                  [&](json* s) { entry(s, 4)["footerOffset"] = bad; });
  }
}

TEST(GroupFilesTest, AFeatureThatNobodyUsesIsRefused) {
  MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/auto");
  ChangeSchemaFile(&files, "/auto", [](json* s) { (*s)["requires"] = {"groups"}; });
  auto split = Split::Open(files, "/auto");
  ASSERT_FALSE(split.ok());
  EXPECT_NE(split.error().message.find("no column is in a group file"), std::string::npos);
}

TEST(GroupFilesTest, AFileOfAnotherKindIsRefused) {
  MemoryFiles files = GroupedGolden("auto", 1);
  auto split = OpenSplit(files, "/auto");
  const auto& columns = split->schema().columns;
  files.files["/auto/" + columns[0].file][3] = 'C';
  for (const Column& column : columns) {
    Status status = Verify(split, column);
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("not a CIF group file"), std::string::npos);
  }
}

/// Checks the lines of a table that Java wrote into group files, scanned by several threads.
void ExpectGoldenTable(const std::string& name, const std::string& jsonl) {
  std::vector<std::string> wanted;
  std::ifstream in(jsonl);
  for (std::string line; std::getline(in, line);) {
    wanted.push_back(line);
  }
  ASSERT_FALSE(wanted.empty()) << jsonl;
  for (IoMode mode : {IoMode::kBuffered, IoMode::kDirect}) {
    for (int threads : {1, 3}) {
      auto table = OpenTable(LocalFileSystem(mode), GoldenRoot() + "/../groups/" + name);
      TableScanRequest request = RequestOf(*table, ColumnNames(*table));
      request.threads = threads;
      auto lines = Lines(table, request);
      ASSERT_TRUE(lines.ok()) << lines.error().ToString();
      EXPECT_EQ(*lines, wanted);
      for (const TableSplit& split : table->splits()) {
        for (const Column& column : split.split->schema().columns) {
          EXPECT_TRUE(Verify(split.split, column).ok()) << column.name;
        }
      }
    }
  }
}

TEST(GoldenGroupsTest, EveryTypeReadsToItsLines) {
  ExpectGoldenTable("all", GoldenRoot() + "/../groups/all.jsonl");
}

TEST(GoldenGroupsTest, AChangedColumnOfAGroupIsReadFromItsOwnFile) {
  ExpectGoldenTable("changed", GoldenRoot() + "/../groups/changed.jsonl");
}

TEST(GoldenGroupsTest, ALargeGroupFileReadsAsFilesOfItsColumns) {
  ExpectGoldenTable("large", GoldenRoot() + "/encodings.jsonl");
}

TEST(GoldenGroupsTest, AnIndexOfASchemaFileIsNoData) {
  ExpectGoldenTable("../index/split", GoldenRoot() + "/../index/split.jsonl");
}

}  // namespace
}  // namespace cif::test
