#include "support.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "json_rows.h"

namespace cif::test {
namespace {

namespace fs = std::filesystem;

std::string ReadWhole(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class MemoryFile final : public RandomAccessFile {
 public:
  MemoryFile(std::string path, const std::string& content)
      : path_(std::move(path)), content_(content) {}

  uint64_t size() const override { return content_.size(); }

  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    if (offset > size() || length > size() - offset) {
      return Error{ErrorCode::kCorrupt, path_, "", static_cast<int64_t>(offset), "truncated"};
    }
    // New memory of the exact size, so that the sanitizer detects reads behind it.
    *out = Bytes();
    std::memcpy(out->Allocate(length), content_.data() + offset, length);
    return {};
  }

  std::unique_ptr<RandomAccessFile> Share() const override {
    return std::make_unique<MemoryFile>(path_, content_);
  }

 private:
  std::string path_;
  const std::string& content_;
};

}  // namespace

MemoryFiles MemoryFiles::OfFolder(const std::string& folder) {
  MemoryFiles files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files.files["/" + fs::path(folder).filename().string() + "/" +
                entry.path().filename().string()] = ReadWhole(entry.path());
  }
  return files;
}

Result<std::unique_ptr<RandomAccessFile>> MemoryFiles::Open(const std::string& path) const {
  auto found = files.find(path);
  if (found == files.end()) {
    return Error{ErrorCode::kNotFound, path, "", -1, "does not exist"};
  }
  return std::unique_ptr<RandomAccessFile>(new MemoryFile(path, found->second));
}

Result<std::vector<DirectoryEntry>> MemoryFiles::List(const std::string& folder) const {
  std::vector<DirectoryEntry> entries;
  for (const auto& [path, content] : files) {
    std::string prefix = folder + "/";
    if (path.rfind(prefix, 0) != 0) {
      continue;
    }
    std::string rest = path.substr(prefix.size());
    std::string name = rest.substr(0, rest.find('/'));
    if (entries.empty() || entries.back().name != name) {
      entries.push_back({name, name.size() < rest.size()});
    }
  }
  return entries;
}

std::string GoldenRoot() { return std::string(CIF_TESTDATA) + "/v1"; }

std::vector<std::string> GoldenNames() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(GoldenRoot())) {
    if (entry.is_directory()) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string GoldenTestName(const testing::TestParamInfo<std::string>& golden) {
  std::string name = golden.param.substr(golden.param.rfind('/') + 1);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<std::string> FileLines(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> GoldenLines(const std::string& name) {
  return FileLines(GoldenRoot() + "/" + name + ".jsonl");
}

std::string FiltersRoot() { return std::string(CIF_TESTDATA) + "/filters"; }

std::string GoldenGuid(int64_t row) {
  char text[32];
  std::snprintf(text, sizeof(text), "%08x-guid-%04x", static_cast<uint32_t>(row * 0x9E3779B1),
                static_cast<uint32_t>(row % 97));
  return text;
}

std::shared_ptr<const Split> OpenSplit(const FileSystem& files, const std::string& folder) {
  auto split = Split::Open(files, folder);
  EXPECT_TRUE(split.ok()) << split.error().ToString();
  return split.ok() ? *split : nullptr;
}

std::vector<Projection> AllColumns(const Schema& schema) {
  std::vector<Projection> all;
  for (const Column& column : schema.columns) {
    all.push_back({column.name, 0, {}});
  }
  return all;
}

void AppendLines(const Batch& batch, const std::vector<std::string>& names,
                 std::vector<std::string>* lines) {
  for (int64_t i = 0; i < batch.rows; i++) {
    std::string line = "{";
    for (size_t c = 0; c < batch.columns.size(); c++) {
      line += c == 0 ? "" : ",";
      tools::AppendJsonText(names[c], &line);
      line += ':';
      tools::AppendJson(batch.columns[c], i, &line);
    }
    lines->push_back(line + "}");
  }
}

Result<std::vector<std::string>> ScanLines(std::shared_ptr<const Split> split,
                                           const ScanRequest& request, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const Projection& p : request.columns) {
    names.push_back(p.ToString());
  }
  auto scanner = Scanner::Open(std::move(split), request, options);
  if (!scanner.ok()) {
    return scanner.error();
  }
  std::vector<std::string> lines;
  Batch batch;
  do {
    Status status = (*scanner)->Next(&batch);
    if (!status.ok()) {
      return status.error();
    }
    AppendLines(batch, names, &lines);
  } while (batch.rows > 0);
  return lines;
}

std::vector<std::string> Values(const Vector& vector) {
  std::vector<std::string> values;
  for (int64_t i = 0; i < vector.length; i++) {
    values.emplace_back();
    tools::AppendJson(vector, i, &values.back());
  }
  return values;
}

std::vector<std::string> ReadValues(std::shared_ptr<const Split> split,
                                    const Projection& projection) {
  const int64_t rows = split->rows();
  auto reader = ColumnReader::Open(std::move(split), projection);
  EXPECT_TRUE(reader.ok()) << reader.error().ToString();
  if (!reader.ok()) {
    return {};
  }
  Vector vector((*reader)->type());
  Status status = (*reader)->Read(0, rows, &vector);
  EXPECT_TRUE(status.ok()) << status.error().ToString();
  return Values(vector);
}

/// Returns golden splits under other paths.
MemoryFiles FilesOf(const std::map<std::string, std::string>& golden_of_folder) {
  MemoryFiles files;
  for (const auto& [folder, golden] : golden_of_folder) {
    MemoryFiles split = MemoryFiles::OfFolder(GoldenRoot() + "/" + golden);
    for (auto& [path, content] : split.files) {
      files.files[folder + path.substr(path.rfind('/'))] = content;
    }
  }
  return files;
}

std::shared_ptr<const Table> OpenTable(const FileSystem& files, const std::string& root,
                                       const TableOptions& options) {
  auto table = Table::Open(files, root, options);
  EXPECT_TRUE(table.ok()) << table.error().ToString();
  return table.ok() ? *table : nullptr;
}

TableScanRequest RequestOf(const Table& table, const std::vector<std::string>& columns) {
  TableScanRequest request;
  for (const std::string& column : columns) {
    request.columns.push_back(*table.ParseProjection(column));
  }
  return request;
}

Result<std::vector<std::string>> Lines(std::shared_ptr<const Table> table,
                                       const TableScanRequest& request,
                                       const ReadOptions& options) {
  std::vector<std::string> names;
  for (const Projection& p : request.columns) {
    names.push_back(p.ToString());
  }
  auto scanner = TableScanner::Open(std::move(table), request, options);
  if (!scanner.ok()) {
    return scanner.error();
  }
  std::vector<std::string> lines;
  Batch batch;
  do {
    if (Status s = (*scanner)->Next(&batch); !s.ok()) {
      Status again = (*scanner)->Next(&batch);
      EXPECT_FALSE(again.ok()) << "an error is not the end";
      return s.error();
    }
    AppendLines(batch, names, &lines);
  } while (batch.rows > 0);
  for (const Vector& column : batch.columns) {
    EXPECT_EQ(column.length, 0) << "the batch of the end holds values";
  }
  return lines;
}

std::vector<std::string> ColumnNames(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.schema().columns) {
    names.push_back(column.name);
  }
  return names;
}

}  // namespace cif::test
