// Reserve, release and verify on image files: no root is needed.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ballast.h"
#include "device.h"
#include "support.h"

namespace cif::zones::test {
namespace {

struct Kind {
  const char* name;
  const char* type;
  std::vector<std::string> options;
  int mebibytes;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class ImageTest : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    MakeImage(GetParam().type, image_, GetParam().mebibytes, GetParam().options);
  }

  void Do(void (*command)(const Request&, std::ostream&), const std::string& zone) {
    command(RequestOf(image_, zone, folder_ / ("undo" + std::to_string(undo_++))), out_);
  }

  FreeSum SumOutside(const std::string& zone) {
    FileSystemPtr fs = OpenToRead(image_, false);
    return SumFree(fs.get(), Outside(ParseZone(zone), LayoutOf(fs.get())));
  }

  uint64_t FreeOutside(const std::string& zone) { return SumOutside(zone).blocks; }

  uint64_t Free() {
    FileSystemPtr fs = OpenToRead(image_, false);
    return ext2fs_free_blocks_count(fs->super);
  }

  TemporaryFolder folder_;
  std::string image_ = folder_ / "image";
  std::ostringstream out_;
  int undo_ = 0;
};

TEST_P(ImageTest, ReserveTakesAllOutsideAndReleaseGivesItBack) {
  auto files = Files(image_);
  uint64_t free = Free();
  ASSERT_GT(FreeOutside("0-16M"), 0U);
  EXPECT_NE(ErrorOf([&] { Do(Verify, "0-16M"); }).find("are free; reserve them"),
            std::string::npos);
  Do(Reserve, "0-16M");
  ExpectClean(image_);
  EXPECT_EQ(FreeOutside("0-16M"), 0U);
  EXPECT_EQ(ErrorOf([&] { Do(Verify, "0-16M"); }), "");
  EXPECT_EQ(Files(image_), files);
  Do(Release, "0-16M");
  ExpectClean(image_);
  EXPECT_EQ(Free(), free);
  EXPECT_EQ(Files(image_), files);
}

TEST_P(ImageTest, AZoneInTheMiddleIsLeftAlone) {
  FileSystemPtr before = OpenToRead(image_, false);
  uint64_t free =
      SumFree(before.get(), {Inside(ParseZone("9M-13M"), LayoutOf(before.get()))}).blocks;
  Do(Reserve, "9M-13M");
  ExpectClean(image_);
  EXPECT_EQ(FreeOutside("9M-13M"), 0U);
  FileSystemPtr after = OpenToRead(image_, false);
  EXPECT_EQ(ErrorOf([&] { Do(Verify, "9M-13M"); }), "");
  // The folder and tables of extents may lie inside.
  EXPECT_GE(SumFree(after.get(), {Inside(ParseZone("9M-13M"), LayoutOf(after.get()))}).blocks + 8,
            free);
}

TEST_P(ImageTest, UndoFileTakesAFinishedChangeBack) {
  std::string before = ReadFile(image_);
  Do(Reserve, "0-16M");
  EXPECT_NE(ReadFile(image_), before);
  Execute({"e2undo", folder_ / "undo0", image_});
  EXPECT_EQ(ReadFile(image_), before);
}

TEST_P(ImageTest, FreedBlocksAreReservedByASecondCall) {
  Do(Reserve, "0-8M");
  Do(Release, "0-8M");
  // Files that are deleted between two calls leave free blocks outside of the zone.
  std::string big = folder_ / "big";
  std::ofstream(big) << std::string(size_t{9} << 20, 'x');
  Execute({"debugfs", "-w", "-R", "write " + big + " big", image_});
  Do(Reserve, "0-8M");
  Execute({"debugfs", "-w", "-R", "rm big", image_});
  ASSERT_GT(FreeOutside("0-8M"), 0U);
  Do(Reserve, "0-8M");
  ExpectClean(image_);
  EXPECT_EQ(FreeOutside("0-8M"), 0U);
  Do(Reserve, "0-8M");
  EXPECT_NE(out_.str().find("nothing was changed"), std::string::npos);
  Do(Release, "0-8M");
  ExpectClean(image_);
}

TEST_P(ImageTest, FragmentedAndFullDiskIsReservedToTheLastBlock) {
  // Every other block of the free ones belongs to a file; the zone is full.
  std::string small = folder_ / "small";
  std::ofstream(small) << std::string(3000, 's');
  std::string script = folder_ / "script";
  {
    std::ofstream commands(script);
    for (int i = 0; i < 600; i++) {
      commands << "write " << small << " s" << i << "\n";
    }
    for (int i = 0; i < 600; i += 2) {
      commands << "rm s" << i << "\n";
    }
  }
  Execute({"debugfs", "-w", "-f", script, image_});
  auto files = Files(image_);
  ASSERT_GT(files.size(), 300U);
  ASSERT_GT(SumOutside("0-64K").runs, 200U);
  // Metadata alone fills the zone, so tables and the folder take reserved blocks.
  Do(Reserve, "0-64K");
  ExpectClean(image_);
  EXPECT_EQ(Free(), 0U);
  EXPECT_EQ(Files(image_), files);
  Do(Release, "0-64K");
  ExpectClean(image_);
  EXPECT_EQ(Files(image_), files);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ImageTest,
    testing::Values(Kind{"ext2", "ext2", {}, 32}, Kind{"ext3", "ext3", {}, 32},
                    Kind{"ext4", "ext4", {}, 32}, Kind{"ext2_4k", "ext2", {"-b", "4096"}, 64},
                    Kind{"ext4_4k", "ext4", {"-b", "4096"}, 64},
                    Kind{"ext4_blockMaps", "ext4", {"-O", "^extents,^64bit"}, 32},
                    Kind{"ext4_noFlexBg", "ext4", {"-O", "^flex_bg"}, 32}),
    [](const testing::TestParamInfo<Kind>& kind) { return std::string(kind.param.name); });

TEST(BadTest, WhatIsNoExtFileSystemOrHasUnknownFeaturesIsRefusedAndStays) {
  struct Case {
    std::string name;
    std::string says;
    std::function<void(const std::string&)> make;
  };
  auto with = [](const std::string& type, const std::vector<std::string>& options) {
    return [=](const std::string& image) { MakeImage(type, image, 32, options); };
  };
  auto debugfs = [](const std::string& command) {
    return [=](const std::string& image) {
      MakeImage("ext4", image, 32);
      Execute({"debugfs", "-w", "-R", command, image});
    };
  };
  const std::vector<Case> cases = {
      {"zeros", "holds no ext2",
       [](const std::string& image) { std::ofstream(image) << std::string(1 << 20, '\0'); }},
      {"empty", "holds no ext2", [](const std::string& image) { std::ofstream(image).flush(); }},
      {"bigalloc", "bigalloc", with("ext4", {"-O", "bigalloc"})},
      {"quota", "quota", with("ext4", {"-O", "quota"})},
      {"inline", "inline_data", with("ext4", {"-O", "inline_data"})},
      {"mmp", "mmp", with("ext4", {"-O", "mmp"})},
      {"meta_bg", "meta_bg", with("ext4", {"-O", "meta_bg,^resize_inode"})},
      {"unclean", "is not clean", debugfs("ssv state 0")},
      {"errors", "is not clean", debugfs("ssv state 3")},
      {"journal", "changes in its journal", debugfs("feature needs_recovery")},
      {"unknownCompat", "FEATURE_C30", debugfs("feature FEATURE_C30")},
      {"unknownIncompat", "a feature that libext2fs does not know", debugfs("feature FEATURE_I30")},
      {"bitmap", "e2fsck -fn ended with", debugfs("freeb 20 40")},
      {"cut", "the partition was cut",
       [](const std::string& image) {
         MakeImage("ext4", image, 32);
         std::filesystem::resize_file(image, size_t{20} << 20);
       }},
      {"foreign", "was not made by cif-zones",
       [](const std::string& image) {
         MakeImage("ext4", image, 32);
         Execute({"debugfs", "-w", "-R", "mkdir .cif-zones", image});
         Execute({"debugfs", "-w", "-R", "write /etc/passwd .cif-zones/notes", image});
       }},
  };
  for (const Case& bad : cases) {
    TemporaryFolder folder;
    std::string image = folder / "image";
    bad.make(image);
    std::string before = ReadFile(image);
    for (auto command : {Reserve, Release, Verify}) {
      std::ostringstream out;
      std::string undo = folder / "undo";
      std::string error = ErrorOf([&] { command(RequestOf(image, "0-16M", undo), out); });
      EXPECT_NE(error.find(bad.says), std::string::npos) << bad.name << ": " << error;
      EXPECT_EQ(error.rfind(image, 0), 0U) << error;
      EXPECT_FALSE(std::filesystem::exists(undo)) << bad.name;
    }
    EXPECT_EQ(ReadFile(image), before) << bad.name;
  }
}

TEST(BadTest, ZonesThatFitNoBlockOrAllAndUndoFilesThatExistAreRefused) {
  TemporaryFolder folder;
  std::string image = folder / "image";
  MakeImage("ext4", image, 32);
  std::string before = ReadFile(image);
  std::ostringstream out;
  auto says = [&](const std::string& zone, const std::string& undo) {
    return ErrorOf([&] { Reserve(RequestOf(image, zone, undo), out); });
  };
  EXPECT_NE(says("0-1T", folder / "u").find("holds the whole device"), std::string::npos);
  EXPECT_NE(says("1T-2T", folder / "u").find("holds no whole block"), std::string::npos);
  EXPECT_NE(says("0-16M", image).find("is there already"), std::string::npos);
  EXPECT_NE(says("0-16M", folder / "no/such/u").find("cannot be made"), std::string::npos);
  EXPECT_EQ(ReadFile(image), before);
}

}  // namespace
}  // namespace cif::zones::test
