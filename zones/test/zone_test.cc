#include "zone.h"

#include <gtest/gtest.h>

#include "support.h"

namespace cif::zones::test {
namespace {

TEST(ZoneTest, ReadsNumbersWithUnits) {
  EXPECT_EQ(ParseZone("0-60G").end, uint64_t{60} << 30);
  EXPECT_EQ(ParseZone("512M-1T").begin, uint64_t{512} << 20);
  EXPECT_EQ(ParseZone("7-9").end, 9U);
}

TEST(ZoneTest, RefusesWhatIsNoRange) {
  for (const char* text : {"", "60G", "0-", "-60G", "5G-5G", "6-5", "0-60X", "0-60GG",
                           "0-99999999999T", "a-b", "1--2"}) {
    EXPECT_NE(ErrorOf([&] { ParseZone(text); }).find("is no range of bytes"), std::string::npos)
        << text;
  }
}

TEST(ZoneTest, HoldsWholeBlocksOnly) {
  Layout layout{4096, 0, 100};
  EXPECT_EQ(Inside({1, 8193}, layout), (zones::Run{1, 1}));
  EXPECT_EQ(Inside({0, 4095}, layout).count, 0U);
  EXPECT_EQ(Outside({4096, 8192}, layout), (std::vector<zones::Run>{{0, 1}, {2, 98}}));
  EXPECT_TRUE(Outside({0, uint64_t{1} << 40}, layout).empty());
  EXPECT_EQ(Inside({0, 4096}, Layout{1024, 1, 100}), (zones::Run{1, 3}));
}

}  // namespace
}  // namespace cif::zones::test
