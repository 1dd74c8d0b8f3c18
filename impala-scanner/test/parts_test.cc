// Statistics of parts (FORMAT.md section 5.2): this reader does without them, and reads the columns
// that have them, whatever became of their files.

#include "support.h"

namespace cif::test {
namespace {

std::string PartsRoot() { return GoldenRoot() + "/../parts"; }

void ExpectGolden(const FileSystem& files, const std::string& folder) {
  auto split = OpenSplit(files, folder);
  ASSERT_NE(split, nullptr);
  ScanRequest request;
  request.columns = AllColumns(split->schema());
  auto lines = ScanLines(split, request);
  ASSERT_TRUE(lines.ok()) << lines.error().ToString();
  EXPECT_EQ(*lines, FileLines(PartsRoot() + "/table.jsonl"));
}

TEST(Parts, ColumnsReadToTheirLines) {
  for (IoMode mode : {IoMode::kBuffered, IoMode::kMapped, IoMode::kDirect}) {
    ExpectGolden(LocalFileSystem(mode), PartsRoot() + "/table/split");
  }
}

TEST(Parts, TheirFilesAreNoDataOfATable) {
  auto table = OpenTable(LocalFileSystem(IoMode::kBuffered), PartsRoot() + "/table");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->splits().size(), 1u);
  EXPECT_EQ(ColumnNames(*table), (std::vector<std::string>{"n", "s", "m", "i", "g"}));
}

TEST(Parts, ColumnsReadWithoutTheirFiles) {
  MemoryFiles files = MemoryFiles::OfFolder(PartsRoot() + "/table/split");
  EXPECT_EQ(std::erase_if(files.files, [](const auto& file) { return file.first.ends_with(".parts"); }),
            4u);
  ExpectGolden(files, "/split");
}

}  // namespace
}  // namespace cif::test
