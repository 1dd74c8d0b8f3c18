// Statistics of parts (FORMAT.md section 5.2): conditions on parts use them to prune blocks. Scans
// without such a condition never read these files, damaged or not.

#include <algorithm>
#include <functional>
#include <random>

#include "file/parts_file.h"
#include "support.h"
#include "util/crc32c.h"
#include "util/failure.h"

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

TEST(PartsTest, ColumnsReadToTheirLines) {
  for (IoMode mode : {IoMode::kBuffered, IoMode::kMapped, IoMode::kDirect}) {
    ExpectGolden(LocalFileSystem(mode), PartsRoot() + "/table/split");
  }
}

TEST(PartsTest, TheirFilesAreNoDataOfATable) {
  auto table = OpenTable(LocalFileSystem(IoMode::kBuffered), PartsRoot() + "/table");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->splits().size(), 1u);
  EXPECT_EQ(ColumnNames(*table), (std::vector<std::string>{"n", "s", "m", "i", "g"}));
}

TEST(PartsTest, ColumnsReadWithoutTheirFiles) {
  MemoryFiles files = MemoryFiles::OfFolder(PartsRoot() + "/table/split");
  EXPECT_EQ(
      std::erase_if(files.files, [](const auto& file) { return file.first.ends_with(".parts"); }),
      4u);
  ExpectGolden(files, "/split");
}

/// Rows that satisfy a condition, and the number of pruned rows.
struct Found {
  size_t rows = 0;
  int64_t pruned = 0;
  bool operator==(const Found&) const = default;
};

Result<Found> Find(const FileSystem& files, const std::string& folder, const Predicate& condition) {
  ScanRequest request;
  request.predicate = {condition};
  auto scanner = Scanner::Open(OpenSplit(files, folder), request);
  if (!scanner.ok()) {
    return scanner.error();
  }
  Batch batch;
  Found found;
  do {
    if (Status status = (*scanner)->Next(&batch); !status.ok()) {
      return status.error();
    }
    found.rows += static_cast<size_t>(batch.rows);
  } while (batch.rows > 0);
  found.pruned = (*scanner)->metrics().rows_pruned;
  return found;
}

Predicate On(const std::string& target, Op op, Literal literal = {}) {
  static const auto kTable = OpenTable(LocalFileSystem(), PartsRoot() + "/table");
  Predicate condition;
  condition.target = *kTable->ParseProjection(target);
  condition.op = op;
  condition.literal = std::move(literal);
  return condition;
}

/// Returns the number of values of a part that satisfy a test.
size_t Count(const std::string& target, const std::function<bool(const std::string&)>& test) {
  const std::vector<std::string> values = ReadValues(
      OpenSplit(LocalFileSystem(), PartsRoot() + "/table/split"), On(target, Op::kIsNull).target);
  return static_cast<size_t>(std::count_if(values.begin(), values.end(), test));
}

TEST(PartsTest, BlocksAreLeftOutByThem) {
  const std::string folder = PartsRoot() + "/table/split";
  const FileSystem& files = LocalFileSystem();
  auto is_null = [](const std::string& v) { return v == "null"; };
  auto has_value = [](const std::string& v) { return v != "null"; };
  auto is_one = [](const std::string& v) { return v == "1.0"; };
  // No row has both.
  const size_t below_five = Count("s.a", [](auto& v) { return v != "null" && std::stoi(v) < 5; });
  struct Case {
    Predicate condition;
    size_t rows;
    bool leaves_out;
  };
  const std::vector<Case> cases = {
      {On("m['k2']", Op::kEq, 1.0), Count("m['k2']", is_one), true},
      {On("m['k2']", Op::kIsNotNull), Count("m['k2']", has_value), true},
      {Not(On("m['k2']", Op::kEq, 1.0)), Count("m['k2']", has_value) - Count("m['k2']", is_one),
       true},
      {On("m['none']", Op::kIsNotNull), 0, true},
      {On("m['none']", Op::kIsNull), 300, false},
      {On("m['all']", Op::kGt, 70.0),
       Count("m['all']", [](auto& v) { return v != "null" && std::stod(v) > 70; }), true},
      {On("m['all']", Op::kIsNull), Count("m['all']", is_null), false},
      {On("s.a", Op::kGe, int64_t{250}),
       Count("s.a", [](auto& v) { return v != "null" && std::stoi(v) >= 250; }), true},
      {On("s.b.t", Op::kEq, std::string("nowhere")), 0, false},
      {On("i[49]", Op::kEq, std::string("v49")), 1, true},
      {On("i[-1]", Op::kIsNotNull), 0, true},
      {Or({On("m['k2']", Op::kIsNotNull), On("s.a", Op::kLt, int64_t{5})}),
       Count("m['k2']", has_value) + below_five, true},
      {On("g.a", Op::kLt, int64_t{3}), 3, true}};
  for (size_t i = 0; i < cases.size(); i++) {
    const auto found = Find(files, folder, cases[i].condition);
    ASSERT_TRUE(found.ok()) << found.error().ToString();
    EXPECT_EQ(found->rows, cases[i].rows) << i;
    EXPECT_EQ(found->pruned > 0, cases[i].leaves_out) << i << ": " << found->pruned;
  }
}

TEST(PartsTest, DamageIsAnErrorForWhoAsks) {
  const MemoryFiles good = MemoryFiles::OfFolder(PartsRoot() + "/table/split");
  const std::string path = "/split/_3-m.parts";
  const std::string bytes = good.files.at(path);
  const Predicate condition = On("m['k2']", Op::kIsNotNull);
  auto expect_refused = [&](const MemoryFiles& files, const std::string& why) {
    const auto found = Find(files, "/split", condition);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().file, path);
    EXPECT_EQ(found.error().column, "m");
    EXPECT_NE(found.error().message.find(why), std::string::npos) << found.error().ToString();
    auto reader = ColumnReader::Open(OpenSplit(files, "/split"), {"m", 0, {}});
    ASSERT_TRUE(reader.ok());
    EXPECT_FALSE((*reader)->Verify().ok());
  };
  for (size_t at = 0; at < bytes.size(); at += 7) {
    MemoryFiles files = good;
    files.files[path][at] = static_cast<char>(bytes[at] ^ 4);
    expect_refused(files, "checksum");
    files.files[path] = bytes.substr(0, at);
    expect_refused(files, "truncated");
  }
  MemoryFiles files = good;
  files.files[path] = bytes + "x";
  expect_refused(files, "goes on");
  ExpectGolden(files, "/split");
}

/// A copy may lack hidden files.
TEST(PartsTest, MissingFileIsNotUsedAndFoundByVerify) {
  MemoryFiles files = MemoryFiles::OfFolder(PartsRoot() + "/table/split");
  const Predicate condition = On("m['k2']", Op::kIsNotNull);
  const auto whole = Find(files, "/split", condition);
  files.files.erase("/split/_3-m.parts");
  const auto found = Find(files, "/split", condition);
  ASSERT_TRUE(found.ok()) << found.error().ToString();
  EXPECT_EQ(found->rows, whole->rows);
  EXPECT_EQ(found->pruned, 0);
  auto reader = ColumnReader::Open(OpenSplit(files, "/split"), {"m", 0, {}});
  ASSERT_TRUE(reader.ok());
  const Status status = (*reader)->Verify();
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("does not exist"), std::string::npos);
  ExpectGolden(files, "/split");
}

/// Tests corrupt content with a correct checksum: it is an error or valid statistics, nothing else.
TEST(PartsTest, HostileFilesAreRefusedOrRead) {
  const MemoryFiles good = MemoryFiles::OfFolder(PartsRoot() + "/table/split");
  std::mt19937 random(5);
  size_t refused = 0;
  for (const auto& [name, path] :
       {std::pair{"s", "/split/_2-s.parts"}, std::pair{"m", "/split/_3-m.parts"},
        std::pair{"i", "/split/_4-i.parts"}}) {
    MemoryFiles files = good;
    auto split = OpenSplit(files, "/split");
    Column column = split->schema().columns[static_cast<size_t>(split->schema().Find(name))];
    auto reader = ColumnReader::Open(split, {name, 0, {}});
    ASSERT_TRUE(reader.ok());
    const std::string& bytes = good.files.at(path);
    for (int i = 0; i < 3000; i++) {
      std::string& damaged = files.files[path];
      damaged = bytes;
      for (uint32_t k = 1 + random() % 3; k > 0; k--) {
        const size_t at = random() % damaged.size();
        damaged[at] = static_cast<char>(i % 2 == 0 ? random() : damaged[at] ^ (1U << random() % 8));
      }
      column.parts.length = static_cast<int64_t>(damaged.size());
      column.parts.crc =
          internal::Crc32c(reinterpret_cast<const uint8_t*>(damaged.data()), damaged.size());
      int64_t read = 0;
      try {
        internal::PartsFile(*split, column, (*reader)->footer(), &read).Verify();
      } catch (internal::Failure& e) {
        EXPECT_EQ(e.error().file, path);
        EXPECT_EQ(e.error().column, name);
        refused++;
      }
      EXPECT_EQ(read, column.parts.length);
    }
  }
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace cif::test
