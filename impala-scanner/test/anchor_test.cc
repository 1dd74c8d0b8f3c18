// Anchors as bin/cif impala-anchors writes them, and malformed ones.

#include <gtest/gtest.h>

#include <string>

#include "anchor.h"

namespace cif::plugin {
namespace {

constexpr char kPath[] = "hdfs://host:8020/anchors/day=1/split-0.lz4";

std::string Folder(const std::string& line, const std::string& path = kPath) {
  auto anchor = ParseAnchor("CIF-ANCHOR 1\nsplit " + line + "\n", path);
  return anchor.ok() ? anchor->folder : "error";
}

TEST(AnchorTest, RelativePathIsFollowed) {
  EXPECT_EQ(Folder("../../t/day=1/split-0"), "hdfs://host:8020/t/day=1/split-0");
  EXPECT_EQ(Folder("../../t/a b/split-0", "/anchors/day=1/x.lz4"), "/t/a b/split-0");
  EXPECT_EQ(Folder("../t", "file:///anchors/x.lz4"), "file:///t");
}

TEST(AnchorTest, PathOutsideTheFileSystemIsRefused) {
  EXPECT_EQ(Folder("../../../etc"), "error");
  EXPECT_EQ(Folder("../../../../../t"), "error");
  EXPECT_EQ(Folder("/etc"), "error");
  EXPECT_EQ(Folder("s3a://other/t"), "error");
  EXPECT_EQ(Folder(""), "error");
}

TEST(AnchorTest, TableIsFollowed) {
  auto anchor = ParseAnchor("CIF-ANCHOR 1\nsplit ../../t/day=1/a\ntable ../../t\n", kPath);
  ASSERT_TRUE(anchor.ok());
  EXPECT_EQ(anchor->folder, "hdfs://host:8020/t/day=1/a");
  EXPECT_EQ(anchor->table, "hdfs://host:8020/t");
}

TEST(AnchorTest, PartsOfColumnsAreKept) {
  auto anchor = ParseAnchor(
      "CIF-ANCHOR 1\nsplit ../t\ncolumn kind metadata['content type']\ncolumn n s.n\n", kPath);
  ASSERT_TRUE(anchor.ok());
  ASSERT_EQ(anchor->parts.size(), 2U);
  EXPECT_EQ(anchor->parts[0].first, "kind");
  EXPECT_EQ(anchor->parts[0].second, "metadata['content type']");
  EXPECT_EQ(anchor->parts[1].second, "s.n");
}

TEST(AnchorTest, SchemaFileIsItsOwnAnchor) {
  auto anchor = ParseAnchor("CIF1 ...", "hdfs://host/t/day=1/000000_0/schema.cif");
  ASSERT_TRUE(anchor.ok());
  EXPECT_EQ(anchor->folder, "hdfs://host/t/day=1/000000_0");
  EXPECT_TRUE(IsSchemaFile("hdfs://host/t/day=1/000000_0/schema.cif"));
  EXPECT_FALSE(IsSchemaFile("hdfs://host/t/schema.cif/000000_0.lz4"));
  EXPECT_FALSE(IsSchemaFile("hdfs://host/t/_schema.cif"));
}

TEST(AnchorTest, BrokenOnesAreErrorsThatNameTheFile) {
  for (const char* content :
       {"", "CIF-ANCHOR 2\nsplit a\n", "CIF-ANCHOR 1\n", "CIF-ANCHOR 1\nsplit a",
        "CIF-ANCHOR 1\nsplit a\nsplit b\n", "CIF-ANCHOR 1\nsplit a\ncolumn x\n",
        "CIF-ANCHOR 1\nsplit a\nnonsense\n", "CIF-ANCHOR 1\nsplit a\ntable /a\n",
        "CIF-ANCHOR 1\nsplit a\ntable a\ntable a\n", "CIF-ANCHOR 1\ntable a\n", "a,b,c\n"}) {
    auto anchor = ParseAnchor(content, kPath);
    ASSERT_FALSE(anchor.ok()) << content;
    EXPECT_EQ(anchor.error().file, kPath);
  }
}

}  // namespace
}  // namespace cif::plugin
