// make-seeds GOLDEN FOLDER: makes seeds for the fuzz targets from the splits below a folder, one
// folder per target. Useful seeds are merged into corpus/ (see README.md).

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "file/column_file.h"
#include "file/filter_index.h"
#include "file/footer.h"
#include "fuzz_input.h"

namespace cif::fuzz {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string Number(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>(value | 0x80);
  }
  return out + static_cast<char>(value);
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string Text(const internal::Input& in) {
  return {reinterpret_cast<const char*>(in.position()), static_cast<size_t>(in.remaining())};
}

class Seeds {
 public:
  explicit Seeds(std::string folder) : folder_(std::move(folder)) {}

  void Add(const std::string& target, const std::string& bytes) {
    if (bytes.size() > kLongest) {
      return;
    }
    fs::create_directories(folder_ + "/" + target);
    std::ofstream out(folder_ + "/" + target + "/" + std::to_string(count_++), std::ios::binary);
    out << bytes;
  }

  void AddSplit(const fs::path& folder) {
    std::string schema = ReadFile(folder / "schema.cif");
    Add("schema", Number(1) + schema);
    schema = schema.substr(schema.find('\n') + 1);
    Add("schema", Number(0) + schema);
    auto split = Split::Open(LocalFileSystem(), folder.string());
    std::map<std::string, std::vector<const Column*>> files;
    for (const Column& column : (*split)->schema().columns) {
      Add("schema", Number(2) + column.type.ToString());
      AddColumn(**split, column);
      for (const FilterEntry& entry : column.filters) {
        AddFilter(**split, entry, ReadFile(folder / entry.file));
      }
      files[column.file].push_back(&column);
    }
    for (const auto& [name, columns] : files) {
      AddArchive(**split, columns, ReadFile(folder / name));
    }
  }

 private:
  static constexpr size_t kLongest = 20000;

  /// Adds the split with the columns of one file.
  void AddArchive(const Split& split, const std::vector<const Column*>& columns,
                  const std::string& file) {
    json schema = {{"formatVersion", 1}, {"writer", ""}, {"rows", split.rows()}};
    json fields;
    for (const Column* column : columns) {
      const std::string name = "c" + std::to_string(column->id);
      fields.push_back({{"name", name},
                        {"cif.id", column->id},
                        {"type", {{"type", "string"}, {"cif.type", column->type.ToString()}}}});
      json entry = {{"id", column->id},
                    {"name", name},
                    {"file", "1.col"},
                    {"length", file.size()},
                    {"footerLength", column->footer_length},
                    {"footerCrc32c", "00000000"},
                    {"rawBytes", 1}};
      if (column->in_group()) {
        schema["requires"] = {"groups"};
        entry["footerOffset"] = column->footer_offset;
      }
      schema["columns"].push_back(entry);
    }
    schema["schema"] = {{"type", "record"}, {"name", "row"}, {"fields", fields}};
    const std::string text = schema.dump();
    Add("split", Number(text.size()) + text + Number(file.size()) + file);
  }

  void AddColumn(const Split& split, const Column& column) {
    internal::ColumnFile file(split, column, {});
    const std::string bytes = ReadFile(file.path());
    const size_t type = TypeIndex(column.type);
    if (type == Types().size()) {
      return;
    }
    const int64_t start = column.in_group()
                              ? column.footer_offset
                              : column.file_length - internal::kTrailerBytes - column.footer_length;
    Add("footer",
        Number(column.in_group() ? type + Types().size() : type) +
            Number(static_cast<uint64_t>(split.rows())) + Number(static_cast<uint64_t>(start)) +
            bytes.substr(static_cast<size_t>(start), static_cast<size_t>(column.footer_length)));
    const Footer& footer = file.footer();
    for (size_t b = 0; b < footer.blocks.size(); b++) {
      AddBlock(footer, footer.blocks[b], column, type, file.ReadBlock(b));
    }
  }

  void AddBlock(const Footer& footer, const BlockInfo& block, const Column& column, size_t type,
                internal::Input body) {
    const auto rows = static_cast<uint64_t>(block.rows - 1);
    if (footer.layout == Layout::kAuto) {
      Add("node", Number(type) + Number(rows) + Number(2) + Text(body));
      Add("arrow", Number(type) + Number(rows) + Number(4) + Text(body));
      Add("tuples", Number(type) + Number(rows) + Number(0) + Number(0) + Text(body));
      internal::Input node = body.Sized("a node");
      if (node.U8() == 0) {
        const bool is_bytes = column.type.type_class() == Class::kBytes;
        Add(is_bytes ? "strings" : "ints", Number(rows) + Text(node));
      }
      return;
    }
    const bool skips = !footer.distances.empty();
    Add("row", Number(static_cast<uint64_t>(footer.layout) - 1) + Number(type) + Number(rows) +
                   Number(2) + Number(skips ? static_cast<uint64_t>(footer.distances[0]) - 2 : 0) +
                   Number(skips && footer.distances.size() > 1
                              ? static_cast<uint64_t>(footer.distances[1] / footer.distances[0]) - 2
                              : 0) +
                   Text(body));
    if (footer.layout == Layout::kBlock) {
      Add("codec", Text(body));
    }
  }

  void AddFilter(const Split& split, const FilterEntry& entry, const std::string& file) {
    const size_t columns = entry.with.size() + 1;
    const std::string bytes = file + std::string(kSlack, '\0');
    const auto end = entry.length - entry.index_length;
    const internal::Input input(reinterpret_cast<const uint8_t*>(bytes.data()) + end,
                                static_cast<size_t>(entry.index_length));
    Add("filter", Number(0) + Number(columns - 1) + Number(static_cast<uint64_t>(split.rows())) +
                      Number(static_cast<uint64_t>(end)) + Text(input));
    const auto index = internal::ReadFilterIndex(input, columns, split.rows(), end);
    for (const internal::FilterPlace& place : index.filters) {
      if (place.kind == internal::FilterKind::kValues) {
        Add("filter", Number(1) + file.substr(static_cast<size_t>(place.offset),
                                              static_cast<size_t>(place.length)));
      }
    }
  }

  static size_t TypeIndex(const Type& type) {
    size_t i = 0;
    while (i < Types().size() && !(Types()[i] == type)) {
      i++;
    }
    return i;
  }

  std::string folder_;
  int count_ = 0;
};

}  // namespace
}  // namespace cif::fuzz

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "Usage: make-seeds GOLDEN FOLDER\n");
    return 2;
  }
  cif::fuzz::Seeds seeds(argv[2]);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
    if (entry.path().filename() == "schema.cif") {
      seeds.AddSplit(entry.path().parent_path());
    }
  }
  return 0;
}
