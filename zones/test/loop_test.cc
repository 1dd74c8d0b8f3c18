// The kernel's own use of a reserved file system, on loop devices; skipped where there are none.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "kernel_map.h"
#include "support.h"
#include "unique_fd.h"
#include "watch.h"

namespace cif::zones::test {
namespace {

constexpr uint64_t kZone = uint64_t{24} << 20;
constexpr char kZoneText[] = "0-24M";

class LoopTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string why = NoLoopDevices(); !why.empty()) {
      GTEST_SKIP() << why;
    }
    MakeImage(GetParam(), image_, 64);
    files_ = Files(image_);
    loop_.emplace(image_, folder_ / "mounted");
  }

  /// Writes a file of `mebibytes` MiB on the mounted device. Returns how many of its bytes lie
  /// outside the zone.
  uint64_t WriteFile(const std::string& name, int mebibytes) {
    std::string path = loop_->folder() + "/d1/" + name;
    std::ofstream(path) << std::string(static_cast<size_t>(mebibytes) << 20, 'w');
    UniqueFd file(open(path.c_str(), O_RDONLY));
    EXPECT_EQ(fsync(file.get()), 0);
    uint64_t inside = 0;
    for (const Piece& piece : PiecesOf(file.get(), 0, uint64_t{1} << 40, path)) {
      inside += Overlap({piece.physical, piece.size}, {{0, kZone}});
    }
    return (static_cast<uint64_t>(mebibytes) << 20) - inside;
  }

  std::string ErrorOfCommand(void (*command)(const Request&, std::ostream&), bool mounted) {
    Request request =
        RequestOf(loop_->device(), kZoneText, folder_ / ("undo" + std::to_string(undo_++)));
    request.mounted = mounted;
    return ErrorOf([&] { command(request, out_); });
  }

  /// Expects that the image's first files are unchanged; files that the test wrote may exist too.
  void ExpectFiles() {
    auto now = Files(image_);
    for (const auto& [path, content] : files_) {
      EXPECT_EQ(now[path], content) << path;
    }
  }

  TemporaryFolder folder_;
  std::string image_ = folder_ / "image";
  std::optional<LoopMount> loop_;
  std::map<std::string, std::string> files_;
  std::ostringstream out_;
  int undo_ = 0;
};

TEST_P(LoopTest, WhatIsWrittenAfterReserveLiesInTheZone) {
  EXPECT_EQ(ErrorOfCommand(Reserve, false), "");
  loop_->Mount();
  EXPECT_EQ(WriteFile("new", 4), 0U);
  loop_->Unmount();
  EXPECT_EQ(ErrorOfCommand(Verify, false), "");
  EXPECT_EQ(ErrorOfCommand(Release, false), "");
  ExpectClean(loop_->device());
  loop_->Mount();
  WriteFile("more", 30);
  loop_->Unmount();
  ExpectClean(loop_->device());
  ExpectFiles();
}

TEST_P(LoopTest, TheKernelRemovesABallastThatWasMadeUnmounted) {
  EXPECT_EQ(ErrorOfCommand(Reserve, false), "");
  loop_->Mount();
  EXPECT_EQ(ErrorOfCommand(Release, true), "");
  WriteFile("more", 30);
  loop_->Unmount();
  ExpectClean(loop_->device());
  ExpectFiles();
}

TEST_P(LoopTest, MountedDevicesAreRefusedUnlessAskedFor) {
  loop_->Mount();
  for (auto command : {Reserve, Release, Verify}) {
    EXPECT_NE(ErrorOfCommand(command, false).find("is mounted at " + loop_->folder()),
              std::string::npos);
  }
  EXPECT_EQ(ErrorOf([&] { Show(RequestOf(loop_->device(), kZoneText, ""), out_); }), "");
  loop_->Unmount();
  EXPECT_NE(ErrorOfCommand(Reserve, true).find("is not mounted"), std::string::npos);
  // The image behind a mounted loop device.
  loop_->Mount();
  EXPECT_NE(ErrorOf([&] {
              Reserve(RequestOf(image_, kZoneText, folder_ / "u"), out_);
            }).find("is mounted"),
            std::string::npos);
}

TEST_P(LoopTest, BallastOnAMountedDeviceIsOutsideOfTheZone) {
  loop_->Mount();
  if (std::string(GetParam()) != "ext4") {
    EXPECT_NE(ErrorOfCommand(Reserve, true), "");
    loop_->Unmount();
    ExpectClean(loop_->device());
    ExpectFiles();
    return;
  }
  ASSERT_EQ(ErrorOfCommand(Reserve, true), "");
  EXPECT_EQ(ErrorOfCommand(Verify, true), "") << out_.str();
  EXPECT_EQ(WriteFile("new", 4), 0U);
  loop_->Unmount();
  ExpectClean(loop_->device());
  EXPECT_EQ(ErrorOfCommand(Release, false), "");
  ExpectClean(loop_->device());
  ExpectFiles();
}

TEST_P(LoopTest, AMountedChangeThatIsEndedAtEachStepCanBeDoneAgain) {
  if (std::string(GetParam()) != "ext4") {
    GTEST_SKIP() << "only ext4 is reserved while it is mounted";
  }
  Request request = RequestOf(loop_->device(), kZoneText, "");
  request.mounted = true;
  for (auto command : {Reserve, Release}) {
    int steps = 0;
    for (bool killed = true; killed; steps++) {
      loop_->Mount();
      killed = KilledAt(steps, command, request);
      loop_->Unmount();
      SCOPED_TRACE("step " + std::to_string(steps));
      ExpectClean(loop_->device());
      ExpectFiles();
    }
    EXPECT_GT(steps, 3);
  }
  EXPECT_NE(ErrorOfCommand(Verify, false).find("are free"), std::string::npos);
}

TEST_P(LoopTest, WatchTellsWhereEachFileLiesAlsoThoseDeletedAtOnce) {
  EXPECT_EQ(ErrorOfCommand(Reserve, false), "");
  loop_->Mount();
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    std::ofstream told("/proc/self/fd/" + std::to_string(ends[1]));
    close(ends[1]);
    try {
      Watch(RequestOf(loop_->device(), kZoneText, ""), told);
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  }
  close(ends[1]);
  UniqueFd output(ends[0]);
  std::string text;
  char c = 0;
  // The first line tells that the watch has begun.
  while (c != '\n' && read(output.get(), &c, 1) == 1) {
  }
  ASSERT_EQ(c, '\n');
  std::string gone = loop_->folder() + "/d1/gone";
  std::ofstream(gone) << std::string(size_t{3} << 20, 'w');
  EXPECT_EQ(unlink(gone.c_str()), 0);
  WriteFile("new", 4);
  kill(child, SIGTERM);
  while (read(output.get(), &c, 1) == 1) {
    text += c;
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  std::istringstream lines(text);
  for (auto [path, size] :
       {std::pair(gone, 3 << 20), std::pair(loop_->folder() + "/d1/new", 4 << 20)}) {
    std::string bytes, places, told;
    std::getline(lines, bytes, '\t');
    std::getline(lines, places, '\t');
    std::getline(lines, told);
    EXPECT_EQ(told, path);
    EXPECT_EQ(bytes, std::to_string(size));
    EXPECT_NE(places.find('+'), std::string::npos);
  }
  std::string last;
  std::getline(lines, last);
  EXPECT_EQ(last, "7.0 MiB of 7.0 MiB lie inside of the zone.");
  loop_->Unmount();
  EXPECT_NE(ErrorOfCommand(Watch, false).find("is not mounted"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LoopTest, testing::Values("ext2", "ext3", "ext4"),
                         [](const testing::TestParamInfo<const char*>& kind) {
                           return std::string(kind.param);
                         });

}  // namespace
}  // namespace cif::zones::test
