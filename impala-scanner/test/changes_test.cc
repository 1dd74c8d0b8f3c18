// Changes of many split-directories (FORMAT.md section 2.1): a table shows all of them, or none.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cif/table.h"
#include "described_table.h"
#include "file/table_file.h"
#include "support.h"
#include "util/failure.h"

namespace cif::test {
namespace {

std::string ReadText(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string ChangesRoot() { return GoldenRoot() + "/../changes"; }

std::vector<std::string> Lines(const std::string& name) {
  std::vector<std::string> lines;
  std::string text = ReadText(ChangesRoot() + "/" + name + ".jsonl");
  for (size_t from = 0; from < text.size();) {
    size_t end = text.find('\n', from);
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

/// Returns the rows of a table in the form of the golden lines.
Result<std::vector<std::string>> Rows(const FileSystem& fs, const std::string& root) {
  auto table = Table::Open(fs, root);
  if (!table.ok()) {
    return table.error();
  }
  std::vector<std::string> lines;
  for (const TableSplit& split : (*table)->splits()) {
    std::vector<std::string> n = ReadValues(split.split, {"n", 0, {}});
    std::vector<std::string> s = ReadValues(split.split, {"s", 0, {}});
    std::vector<std::string> d(n.size(), "null");
    if (split.split->schema().Find("d") >= 0) {
      d = ReadValues(split.split, {"d", 0, {}});
    }
    for (size_t i = 0; i < n.size(); i++) {
      lines.push_back("{\"n\":" + n[i] + ",\"s\":" + s[i] + ",\"d\":" + d[i] + "}");
    }
  }
  return lines;
}

TEST(ChangesTest, TheCommittedOneCounts) {
  for (IoMode mode : {IoMode::kBuffered, IoMode::kDirect}) {
    auto rows = Rows(LocalFileSystem(mode), ChangesRoot() + "/table");
    ASSERT_TRUE(rows.ok()) << rows.error().ToString();
    EXPECT_EQ(*rows, Lines("committed"));
  }
  auto alone = OpenSplit(LocalFileSystem(), ChangesRoot() + "/table/p=1/a");
  EXPECT_EQ(alone->schema().columns.size(), 3U);
  EXPECT_EQ(alone->schema().columns[2].name, "d");
}

/// Returns the golden table in memory, with some status files.
MemoryFiles Files(const std::map<std::string, std::string>& statuses) {
  MemoryFiles files;
  for (const std::string split : {"p=0/a", "p=0/b", "p=1/a"}) {
    auto entries = LocalFileSystem().List(ChangesRoot() + "/table/" + split);
    EXPECT_TRUE(entries.ok());
    for (const DirectoryEntry& entry : *entries) {
      files.files["/table/" + split + "/" + entry.name] =
          ReadText(ChangesRoot() + "/table/" + split + "/" + entry.name);
    }
  }
  for (const auto& [id, status] : statuses) {
    files.files["/table/_cif_changes/" + id + "." + status] = "{}";
  }
  return files;
}

TEST(ChangesTest, StatusFilesDecide) {
  using Statuses = std::map<std::string, std::string>;
  const std::vector<std::pair<Statuses, std::string>> cases = {
      {{{"first", "committed"}, {"second", "pending"}, {"third", "aborted"}}, "committed"},
      {{{"first", "committed"}, {"second", "committed"}, {"third", "pending"}}, "both"},
      {{{"first", "aborted"}, {"second", "pending"}, {"third", "aborted"}}, "none"},
  };
  for (const auto& [statuses, expected] : cases) {
    auto rows = Rows(Files(statuses), "/table");
    ASSERT_TRUE(rows.ok()) << rows.error().ToString();
    EXPECT_EQ(*rows, Lines(expected)) << expected;
  }
}

TEST(ChangesTest, OneThatNobodyKnowsIsAnError) {
  MemoryFiles files = Files({{"first", "committed"}, {"second", "pending"}});
  auto rows = Rows(files, "/table");
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(rows.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(rows.error().file, "/table/p=0/a/schema.cif");
  EXPECT_NE(rows.error().message.find("change third"), std::string::npos);
  auto split = Split::Open(files, "/table/p=1/a");
  ASSERT_FALSE(split.ok());
  EXPECT_NE(split.error().message.find("change third"), std::string::npos);
}

/// File system in which a change is made and committed after the first schema file was read.
class OvertakenFiles final : public FileSystem {
 public:
  OvertakenFiles(MemoryFiles before, MemoryFiles after)
      : before_(std::move(before)), after_(std::move(after)) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    opened_++;
    return (opened_ == 1 ? before_ : after_).Open(path);
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    return after_.List(folder);
  }

 private:
  MemoryFiles before_;
  MemoryFiles after_;
  mutable int opened_ = 0;
};

TEST(ChangesTest, ATableThatIsOvertakenShowsOneState) {
  MemoryFiles after = Files({{"first", "committed"}, {"second", "aborted"}, {"third", "aborted"}});
  MemoryFiles before = after;
  before.files["/table/p=0/a/schema.cif"] = ReadText(ChangesRoot() + "/before.cif");
  OvertakenFiles files(before, after);
  auto rows = Rows(files, "/table");
  ASSERT_TRUE(rows.ok()) << rows.error().ToString();
  EXPECT_EQ(*rows, Lines("committed"));
}

/// File whose length is that of the file which it has replaced.
class OfOldLength final : public RandomAccessFile {
 public:
  OfOldLength(std::unique_ptr<RandomAccessFile> file, int64_t more)
      : file_(std::move(file)),
        size_(static_cast<uint64_t>(static_cast<int64_t>(file_->size()) + more)) {}

  uint64_t size() const override { return size_; }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    return file_->Read(offset, length, out);
  }

 private:
  std::unique_ptr<RandomAccessFile> file_;
  uint64_t size_;
};

/// File system that knows lengths from a listing, and lists again when a file is opened again.
class ListedFiles final : public FileSystem {
 public:
  /// @param lengths what is added to the true length at each opening of a file; then nothing
  ListedFiles(MemoryFiles files, std::vector<int64_t> lengths)
      : files_(std::move(files)), lengths_(std::move(lengths)) {}

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    auto file = files_.Open(path);
    if (!file.ok() || opened_ == lengths_.size()) {
      return file;
    }
    return std::unique_ptr<RandomAccessFile>(
        new OfOldLength(std::move(*file), lengths_[opened_++]));
  }

  Result<std::vector<DirectoryEntry>> List(const std::string& folder) const override {
    return files_.List(folder);
  }

 private:
  MemoryFiles files_;
  std::vector<int64_t> lengths_;
  mutable size_t opened_ = 0;
};

TEST(ChangesTest, ASchemaFileThatIsReplacedMeanwhileIsReadAgain) {
  const MemoryFiles files =
      Files({{"first", "committed"}, {"second", "pending"}, {"third", "aborted"}});
  for (const std::vector<int64_t>& lengths :
       {std::vector<int64_t>{-100}, {100}, {-300, 7, -1}, {1, 2, 3, 4}}) {
    const ListedFiles listed(files, lengths);
    const auto split = Split::Open(listed, "/table/p=0/a");
    ASSERT_TRUE(split.ok()) << split.error().ToString();
    EXPECT_EQ((*split)->schema().columns.size(), 3U);
  }
  // A length that stays wrong, and one that never does, are errors.
  EXPECT_FALSE(Split::Open(ListedFiles(files, {-100, -100}), "/table/p=0/a").ok());
  EXPECT_FALSE(Split::Open(ListedFiles(files, {1, 2, 3, 4, 5, 6}), "/table/p=0/a").ok());
}

TEST(ChangesTest, ATableFileThatIsReplacedMeanwhileIsReadAgain) {
  const std::string text = TableFileOf("{'formatVersion':1,'revision':1,'columns':[]}");
  MemoryFiles files;
  files.files["/t/_cif_table"] = text;
  for (const std::vector<int64_t>& lengths :
       {std::vector<int64_t>{-20}, {20}, {-30, 7, -1}, {-static_cast<int64_t>(text.size())}}) {
    EXPECT_EQ(internal::ReadTableFile(ListedFiles(files, lengths), "/t"), text);
  }
  EXPECT_THROW(internal::ReadTableFile(ListedFiles(files, {-20, -20}), "/t"), internal::Failure);
}

}  // namespace
}  // namespace cif::test
