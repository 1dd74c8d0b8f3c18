// Listing of a folder while the system fails.

#include <dirent.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>

#include "cif/io.h"
#include "cif/table.h"
#include "support.h"

namespace {

/// Number of entries until readdir fails; negative: it does not fail.
std::atomic<int> until_failure{-1};

}  // namespace

extern "C" dirent* __real_readdir(DIR* folder);
extern "C" dirent* __wrap_readdir(DIR* folder) {
  if (until_failure >= 0 && until_failure-- == 0) {
    errno = EIO;
    return nullptr;
  }
  return __real_readdir(folder);
}

namespace cif::test {
namespace {

TEST(ListingTest, AFailureIsNoEndOfTheFolder) {
  const std::string folder = std::string(CIF_TESTDATA) + "/v1/auto";
  const FileSystem& files = LocalFileSystem(IoMode::kBuffered);
  ASSERT_TRUE(files.List(folder).ok());
  until_failure = 3;
  const Result<std::vector<DirectoryEntry>> listed = files.List(folder);
  until_failure = -1;
  ASSERT_FALSE(listed.ok());
  EXPECT_EQ(listed.error().code, ErrorCode::kIo);
  EXPECT_EQ(listed.error().file, folder);
}

}  // namespace
}  // namespace cif::test
