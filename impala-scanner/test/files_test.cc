// Local files that change while they are read.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support.h"

namespace cif::test {
namespace {

namespace fs = std::filesystem;

/// Fixture of a file of 1 MiB in a folder of its own, which is removed after the test.
class ChangingFilesTest : public testing::TestWithParam<IoMode> {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "cif-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    Write('a');
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path() const { return (folder_ / "file").string(); }

  /// Overwrites the file in place.
  void Write(char c) {
    std::fstream out(path(), fs::exists(path()) ? std::ios::in | std::ios::out : std::ios::out);
    out << std::string(size_t{1} << 20, c);
  }

  fs::path folder_;
};

INSTANTIATE_TEST_SUITE_P(All, ChangingFilesTest,
                         testing::Values(IoMode::kBuffered, IoMode::kMapped, IoMode::kDirect),
                         [](const auto& p) {
                           return p.param == IoMode::kBuffered ? "Buffered"
                                  : p.param == IoMode::kMapped ? "Mapped"
                                                               : "Direct";
                         });

TEST_P(ChangingFilesTest, BytesThatWereReadStay) {
  auto file = LocalFileSystem(GetParam()).Open(path());
  ASSERT_TRUE(file.ok());
  Bytes bytes;
  ASSERT_TRUE((*file)->Read(5000, 20000, &bytes).ok());
  Write('b');
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
            std::string(20000, 'a'));
}

TEST_P(ChangingFilesTest, AFileThatIsTruncatedMeanwhileIsAnError) {
  auto file = LocalFileSystem(GetParam()).Open(path());
  ASSERT_TRUE(file.ok());
  Bytes bytes;
  ASSERT_TRUE((*file)->Read(5000, 20000, &bytes).ok());
  fs::resize_file(path(), 0);
  EXPECT_EQ(bytes.data()[19999], 'a');
  Status status = (*file)->Read(500000, 20000, &bytes);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(status.error().file, path());
}

}  // namespace
}  // namespace cif::test
