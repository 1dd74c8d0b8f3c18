#include "group_split.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <utility>

#include "file/footer.h"
#include "util/crc32c.h"

namespace cif::test {
namespace {

using internal::Input;
using nlohmann::json;

std::string HexCrc(const std::string& bytes) {
  char digits[16];
  std::snprintf(digits, sizeof(digits), "%08x",
                internal::Crc32c(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
  return digits;
}

std::string Uvarint(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>(value | 0x80);
  }
  return out + static_cast<char>(value);
}

/// Parts of a column file.
struct Parts {
  std::string head;                  ///< start of the footer, before the entries of blocks
  std::vector<std::string> entries;  ///< entries of blocks in the footer
  std::vector<std::string> blocks;   ///< blocks with their key filters
  std::vector<size_t> offsets;       ///< offsets of the blocks in the group file
};

/// Moves behind the entry of a block. Returns the bytes of the block and its key filter.
size_t SkipEntry(Input* in, const Type& type, int layout) {
  const uint64_t length = in->Uvarint();
  const auto rows = static_cast<int64_t>(in->Uvarint());
  in->Uvarint();
  in->U32();
  uint64_t filter = 0;
  if (layout == 4) {
    filter = in->Uvarint();
    in->U32();
  }
  if (layout == 0 && (type.kind() == Kind::kMap || type.kind() == Kind::kStruct)) {
    for (uint64_t parts = in->Uvarint(); parts > 0; parts--) {
      in->Uvarint();
      in->U32();
    }
  }
  internal::ReadStatistics(in, type, rows);
  return static_cast<size_t>(length + filter);
}

Parts Take(const std::string& file, const Column& column, int64_t rows) {
  const auto length = static_cast<size_t>(column.footer_length);
  Buffer footer;
  footer.Resize(length);
  file.copy(reinterpret_cast<char*>(footer.data()), length, file.size() - 12 - length);
  Input in(footer.data(), length);
  auto since = [&](const uint8_t* start) {
    return std::string(reinterpret_cast<const char*>(start),
                       static_cast<size_t>(in.position() - start));
  };
  const int layout = in.U8();
  in.U8();
  in.Sized("the type");
  for (uint64_t distances = in.Uvarint(); distances > 0; distances--) {
    in.Uvarint();
  }
  in.Uvarint();
  uint64_t blocks = in.Uvarint();
  internal::ReadStatistics(&in, column.type, rows);
  Parts parts;
  parts.head = since(footer.data());
  for (size_t at = 8; blocks > 0; blocks--) {
    const uint8_t* start = in.position();
    const size_t bytes = SkipEntry(&in, column.type, layout);
    parts.entries.push_back(since(start));
    parts.blocks.push_back(file.substr(at, bytes));
    at += bytes;
  }
  return parts;
}

std::string FooterOf(const Parts& parts) {
  std::string footer = parts.head;
  size_t end = 8;
  for (size_t b = 0; b < parts.blocks.size(); b++) {
    footer += Uvarint(parts.offsets[b] - end) + parts.entries[b];
    end = parts.offsets[b] + parts.blocks[b].size();
  }
  return footer;
}

/// Writes the columns' blocks and footers, and their offsets into the schema file.
std::string GroupFile(std::vector<std::pair<Parts, json*>> columns, std::mt19937* random) {
  std::string file("CIFG\1\0\0\0", 8);
  std::vector<size_t> turns;
  for (size_t c = 0; c < columns.size(); c++) {
    turns.insert(turns.end(), columns[c].first.blocks.size(), c);
  }
  std::shuffle(turns.begin(), turns.end(), *random);
  for (size_t c : turns) {
    if ((*random)() % 4 == 0) {
      file.append((*random)() % 300, '?');  // bytes of a column that is no longer used
    }
    Parts& parts = columns[c].first;
    parts.offsets.push_back(file.size());
    file += parts.blocks[parts.offsets.size() - 1];
  }
  std::shuffle(columns.begin(), columns.end(), *random);
  for (const auto& [parts, entry] : columns) {
    const std::string footer = FooterOf(parts);
    (*entry)["footerOffset"] = file.size();
    (*entry)["footerLength"] = footer.size();
    (*entry)["footerCrc32c"] = HexCrc(footer);
    file += footer;
  }
  for (const auto& [parts, entry] : columns) {
    (*entry)["length"] = file.size();
  }
  return file;
}

}  // namespace

void ChangeSchemaFile(MemoryFiles* files, const std::string& folder,
                      const std::function<void(json*)>& change) {
  std::string& file = files->files[folder + "/schema.cif"];
  json schema = json::parse(file.substr(file.find('\n') + 1));
  change(&schema);
  const std::string text = schema.dump();
  file = "CIF1 " + std::to_string(text.size()) + " " + HexCrc(text) + "\n" + text + "\n";
}

MemoryFiles Grouped(const MemoryFiles& files, const std::string& folder,
                    const std::vector<int>& groups, unsigned seed) {
  MemoryFiles grouped = files;
  const auto split = OpenSplit(files, folder);
  std::mt19937 random(seed);
  ChangeSchemaFile(&grouped, folder, [&](json* schema) {
    std::map<int, std::vector<std::pair<Parts, json*>>> columns;
    for (size_t c = 0; c < groups.size(); c++) {
      if (groups[c] < 0) {
        continue;
      }
      const Column& column = split->schema().columns[c];
      const std::string path = folder + "/" + column.file;
      json& entry = (*schema)["columns"][c];
      auto& group = columns[groups[c]];
      const int id = group.empty() ? column.id : group.front().second->at("id").get<int>();
      entry["file"] = std::to_string(id) + "-group.col";
      group.emplace_back(Take(files.files.at(path), column, split->rows()), &entry);
      grouped.files.erase(path);
    }
    for (auto& [number, group] : columns) {
      const std::string name = group.front().second->at("file");
      grouped.files[folder + "/" + name] = GroupFile(std::move(group), &random);
    }
    if (!columns.empty()) {
      (*schema)["requires"] = {"groups"};
    }
  });
  return grouped;
}

MemoryFiles GroupedGolden(const std::string& name, int groups) {
  const MemoryFiles files = MemoryFiles::OfFolder(GoldenRoot() + "/" + name);
  std::vector<int> of_column(OpenSplit(files, "/" + name)->schema().columns.size());
  std::mt19937 random(static_cast<unsigned>(groups));
  for (int& group : of_column) {
    group = groups == 1 ? 0 : static_cast<int>(random() % static_cast<unsigned>(groups + 1)) - 1;
  }
  return Grouped(files, "/" + name, of_column, static_cast<unsigned>(groups));
}

}  // namespace cif::test
