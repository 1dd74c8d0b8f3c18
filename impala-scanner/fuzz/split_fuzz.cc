// Whole split-directories in memory. Input: the JSON of the schema file, then the column files in
// the order of the columns, each with its length before it. A group file stands with its first
// column. Lengths and checksums in the schema file and at the ends of column files are corrected.
// Checksums of blocks are ignored.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "cif/reader.h"
#include "fuzz_input.h"
#include "util/crc32c.h"

namespace cif::fuzz {
namespace {

using nlohmann::json;

uint32_t Crc(const std::string& bytes) {
  return internal::Crc32c(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

class File final : public RandomAccessFile {
 public:
  explicit File(const std::string& content) : content_(content) {}
  uint64_t size() const override { return content_.size(); }
  Status Read(uint64_t offset, size_t length, Bytes* out) override {
    if (offset > size() || length > size() - offset) {
      return Error{ErrorCode::kCorrupt, "", "", static_cast<int64_t>(offset), "truncated"};
    }
    // New memory of the exact size, so that the sanitizer detects reads behind it.
    *out = Bytes();
    std::memcpy(out->Allocate(length), content_.data() + offset, length);
    return {};
  }

 private:
  const std::string& content_;
};

class Files final : public FileSystem {
 public:
  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) const override {
    auto found = files.find(path);
    if (found == files.end()) {
      return Error{ErrorCode::kNotFound, path, "", -1, "does not exist"};
    }
    return std::unique_ptr<RandomAccessFile>(new File(found->second));
  }
  Result<std::vector<DirectoryEntry>> List(const std::string&) const override {
    return std::vector<DirectoryEntry>{{"schema.cif", false}};
  }

  std::map<std::string, std::string> files;
};

/// Corrects the trailer, and the entry in the schema file.
void Repair(std::string* file, json* entry) {
  constexpr size_t kTrailer = 12;
  if (file->size() >= kTrailer) {
    uint32_t length;
    std::memcpy(&length, file->data() + file->size() - kTrailer, sizeof(length));
    const size_t most = file->size() - kTrailer;
    length = length <= most ? length : static_cast<uint32_t>(most);
    const uint32_t crc = Crc(file->substr(most - length, length));
    std::memcpy(file->data() + most, &length, sizeof(length));
    std::memcpy(file->data() + most + 4, &crc, sizeof(crc));
    std::memcpy(file->data() + most + 8, "CIFC", 4);
    char digits[16];
    std::snprintf(digits, sizeof(digits), "%08x", crc);
    (*entry)["footerLength"] = length;
    (*entry)["footerCrc32c"] = digits;
  }
  (*entry)["length"] = file->size();
}

/// Corrects the entry of a group file in the schema file.
void RepairGroup(const std::string& file, json* entry) {
  const auto start = std::min<uint64_t>((*entry)["footerOffset"].get<uint64_t>(), file.size());
  auto& length = (*entry)["footerLength"];
  length = std::min<uint64_t>(length.is_number_unsigned() ? length.get<uint64_t>() : 0,
                              file.size() - start);
  char digits[16];
  std::snprintf(digits, sizeof(digits), "%08x", Crc(file.substr(start, length.get<uint64_t>())));
  (*entry)["footerOffset"] = start;
  (*entry)["footerCrc32c"] = digits;
  (*entry)["length"] = file.size();
}

/// Makes files from the input.
Files Unpack(FuzzInput* input) {
  Files unpacked;
  std::string text = input->Text(static_cast<size_t>(input->Number(1 << 20)));
  json schema = json::parse(text, nullptr, false);
  if (schema.is_object() && schema.contains("columns") && schema["columns"].is_array()) {
    for (json& entry : schema["columns"]) {
      if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string()) {
        continue;
      }
      const std::string path = "/split/" + entry["file"].get<std::string>();
      const bool in_group =
          entry.contains("footerOffset") && entry["footerOffset"].is_number_unsigned();
      if (!in_group || unpacked.files.count(path) == 0) {
        unpacked.files[path] = input->Text(static_cast<size_t>(input->Number(1 << 20)));
      }
      if (in_group) {
        RepairGroup(unpacked.files[path], &entry);
      } else {
        Repair(&unpacked.files[path], &entry);
      }
    }
    text = schema.dump();
  }
  char head[64];
  std::snprintf(head, sizeof(head), "CIF1 %zu %08x\n", text.size(), Crc(text));
  unpacked.files["/split/schema.cif"] = head + text + "\n";
  return unpacked;
}

/// Returns the projection of a column and, if its values have parts, of one of them.
std::vector<Projection> Projections(const Column& column) {
  std::vector<Projection> wanted = {{column.name, 0, {}}};
  if (column.type.kind() == Kind::kMap) {
    Step step;
    step.is_key = true;
    const bool is_int = column.type.child(0).type_class() == Class::kInt;
    step.key = is_int ? Literal(int64_t{999'999}) : Literal(std::string("key 1"));
    wanted.push_back({column.name, 0, {step}});
  } else if (column.type.kind() == Kind::kStruct) {
    wanted.push_back({column.name, 0, {Step{column.type.field_names()[0], false, {}}}});
  }
  return wanted;
}

void Scan(const std::shared_ptr<const Split>& split, ScanRequest request,
          const ReadOptions& options) {
  auto scanner = Scanner::Open(split, std::move(request), options);
  if (!scanner.ok()) {
    return;
  }
  Batch batch;
  for (int k = 0; k < 40; k++) {
    Status status = (*scanner)->Next(&batch);
    if (!status.ok() || batch.rows == 0) {
      return;
    }
  }
}

void ReadAll(const std::shared_ptr<const Split>& split) {
  ReadOptions options;
  options.verify_checksums = false;
  options.batch_rows = 1000;
  options.max_batch_bytes = kBudget;
  ScanRequest all;
  for (const Column& column : split->schema().columns) {
    for (const Projection& projection : Projections(column)) {
      all.columns.push_back(projection);
      ScanRequest one;
      one.columns = {projection};
      one.predicate = {{projection, Op::kIsNotNull, {}}};
      one.row_count = kMostValues;
      Scan(split, one, options);
      auto reader = ColumnReader::Open(split, projection, options);
      Status status = reader.ok() ? (*reader)->Verify() : reader.error();
      Require(status.ok() || !status.error().message.empty(), "errors say what is wrong");
    }
  }
  all.row_count = kMostValues;
  Scan(split, all, options);
}

}  // namespace
}  // namespace cif::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cif::fuzz::FuzzInput input(data, size);
  const cif::fuzz::Files files = cif::fuzz::Unpack(&input);
  auto split = cif::Split::Open(files, "/split");
  if (split.ok() && split->get()->schema().columns.size() < 20) {
    cif::fuzz::ReadAll(*split);
  }
  return 0;
}
