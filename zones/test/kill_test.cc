// A process that is ended before each of its steps: no file is lost, whichever way the file system
// is repaired.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.h"

namespace cif::zones::test {
namespace {

namespace fs = std::filesystem;

class KillTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    MakeImage(GetParam(), before_, 12);
    files_ = Files(before_);
  }

  /// Ends the command at every step, and repairs in both ways.
  void EndAtEveryStep(void (*command)(const Request&, std::ostream&)) {
    const std::string bytes = ReadFile(before_);
    int changed = 0;
    int steps = 0;
    for (bool killed = true; killed; steps++) {
      fs::copy_file(before_, image_, fs::copy_options::overwrite_existing);
      fs::remove(undo_);
      killed = KilledAt(steps, command, RequestOf(image_, "0-5M", undo_));
      bool is_changed = ReadFile(image_) != bytes;
      changed += is_changed ? 1 : 0;
      SCOPED_TRACE("step " + std::to_string(steps));
      EXPECT_EQ(Files(image_), files_);
      if (is_changed) {
        fs::copy_file(image_, repaired_, fs::copy_options::overwrite_existing);
        Execute({"e2fsck", "-fy", repaired_}, {0, 1});
        ExpectClean(repaired_);
        EXPECT_EQ(Files(repaired_), files_);
        TakeBack(killed, bytes);
      }
    }
    EXPECT_GT(changed, 8);
    EXPECT_GT(steps, 20);
  }

  /// By e2undo, which marks a file system as not clean if it has to be forced: its superblock has
  /// to differ then.
  void TakeBack(bool killed, const std::string& bytes) {
    Execute(killed ? std::vector<std::string>{"e2undo", "-f", undo_, image_}
                   : std::vector<std::string>{"e2undo", undo_, image_});
    std::string now = ReadFile(image_);
    if (killed) {
      now.replace(1024, 1024, bytes, 1024, 1024);
      Execute({"e2fsck", "-fy", image_}, {0, 1});
      ExpectClean(image_);
      EXPECT_EQ(Files(image_), files_);
    }
    EXPECT_TRUE(now == bytes);
  }

  TemporaryFolder folder_;
  std::string before_ = folder_ / "before";
  std::string image_ = folder_ / "image";
  std::string repaired_ = folder_ / "repaired";
  std::string undo_ = folder_ / "undo";
  std::map<std::string, std::string> files_;
};

TEST_P(KillTest, ReserveEndedAtEachStepLosesNothing) { EndAtEveryStep(Reserve); }

TEST_P(KillTest, ReleaseEndedAtEachStepLosesNothing) {
  std::ostringstream out;
  Reserve(RequestOf(before_, "0-5M", undo_), out);
  EndAtEveryStep(Release);
}

INSTANTIATE_TEST_SUITE_P(Kinds, KillTest, testing::Values("ext2", "ext3", "ext4"),
                         [](const testing::TestParamInfo<const char*>& kind) {
                           return std::string(kind.param);
                         });

}  // namespace
}  // namespace cif::zones::test
