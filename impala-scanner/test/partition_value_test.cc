// Values of partition columns are those that Hive reads from the same texts.

#include "scan/partition_value.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "support.h"
#include "vector/fill.h"

namespace cif::test {
namespace {

struct Example {
  std::string type;
  std::string text;
  std::string value;  ///< as Hive shows it; NULL
};

/// Values that Hive 4.0.1 gave for folders of these names; itests/hive asks it again.
std::vector<Example> Examples() {
  std::vector<Example> examples;
  for (const std::string& line : FileLines(GoldenRoot() + "/../partitions/values.tsv")) {
    const size_t first = line.find('\t');
    const size_t second = line.find('\t', first + 1);
    examples.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                        line.substr(second + 1)});
  }
  return examples;
}

/// A value as Hive shows it.
std::string Shown(const Type& type, const std::optional<Literal>& value) {
  if (!value) {
    return "NULL";
  }
  Vector vector(type);
  internal::AppendCopies(&vector, value, 1);
  std::string text = Values(vector)[0];
  if (text.starts_with('"')) {
    text = text.substr(1, text.size() - 2);
  }
  if (type.kind() == Kind::kChar) {
    text.resize(
        text.size() + static_cast<size_t>(type.max_length()) -
            std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }),
        ' ');
  }
  return text;
}

TEST(PartitionValuesTest, AreThoseOfHive) {
  const std::vector<Example> examples = Examples();
  EXPECT_GT(examples.size(), 100U);
  for (const Example& example : examples) {
    const Type type = *Type::Parse(example.type);
    EXPECT_EQ(Shown(type, internal::PartitionValue(type, example.text)), example.value)
        << example.type << " '" << example.text << "'";
  }
}

TEST(PartitionValuesTest, ThatAreNoneAreNullToFiltersToo) {
  MemoryFiles files =
      FilesOf({{"/t/p=1/s", "plain"}, {"/t/p=3000000000/s", "plain"}, {"/t/p=/s", "plain"}});
  TableOptions options;
  options.partition_types = {{"p", *Type::Parse("int")}};
  auto table = OpenTable(files, "/t", options);
  const int64_t rows = table->splits()[0].split->rows();
  auto count = [&](Op op, const char* literal) {
    TableScanRequest request = RequestOf(*table, {"p"});
    request.predicate = {*table->ParsePredicate("p", op, literal)};
    auto lines = Lines(table, request);
    EXPECT_TRUE(lines.ok());
    return static_cast<int64_t>(lines->size());
  };
  EXPECT_EQ(count(Op::kIsNull, ""), 2 * rows);
  EXPECT_EQ(count(Op::kEq, "1"), rows);
  EXPECT_EQ(count(Op::kEq, "-1294967296"), 0);
  EXPECT_EQ(count(Op::kEq, "3000000000"), 0);
}

}  // namespace
}  // namespace cif::test
