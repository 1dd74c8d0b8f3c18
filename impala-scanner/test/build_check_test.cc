// The plug-in's answer to a daemon that asks for its version.

#include "build_check.h"

#include <gtest/gtest.h>

#include <string>

namespace cif::plugin {
namespace {

TEST(BuildCheckTest, TheSameBuildIsTheVersion) {
  EXPECT_EQ(VersionFor({"4.5.0", "abc"}, {"4.5.0", "abc"}), "4.5.0");
  EXPECT_EQ(VersionFor({"", ""}, {"", ""}), "");
}

TEST(BuildCheckTest, AnotherBuildIsRefusedAndBothAreNamed) {
  for (const ImpalaBuild& daemon :
       {ImpalaBuild{"4.5.0", "def"}, ImpalaBuild{"4.4.1", "abc"}, ImpalaBuild{"", ""}}) {
    const std::string text = VersionFor(daemon, {"4.5.0", "abc"});
    EXPECT_NE(text, daemon.version);
    EXPECT_EQ(text.rfind("4.5.0, commit abc (by CIF ", 0), 0U) << text;
    EXPECT_NE(text.find("version " + daemon.version + ", commit " + daemon.commit + ": build "),
              std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace cif::plugin
