#include "deletes.h"

#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "group_split.h"
#include "util/crc32c.h"

namespace cif::test {
namespace {

template <typename T>
void Append(T value, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof(T));
}

using Runs = std::vector<std::pair<uint16_t, uint16_t>>;

/// Returns the first value of each run, and the number of those that follow it.
Runs RunsOf(const std::vector<uint16_t>& values) {
  Runs runs;
  for (const uint16_t value : values) {
    if (!runs.empty() && runs.back().first + runs.back().second + 1 == value) {
      runs.back().second++;
    } else {
      runs.emplace_back(value, 0);
    }
  }
  return runs;
}

std::string ValuesOf(const std::vector<uint16_t>& values) {
  constexpr size_t kMostInArray = 4096;
  std::string bytes;
  if (values.size() > kMostInArray) {
    bytes.resize(8192);
    for (const uint16_t value : values) {
      bytes[value / 8] = static_cast<char>(bytes[value / 8] | 1 << value % 8);
    }
    return bytes;
  }
  for (const uint16_t value : values) {
    Append(value, &bytes);
  }
  return bytes;
}

}  // namespace

std::string BitmapOf(const std::set<uint32_t>& rows, bool with_runs) {
  std::map<uint16_t, std::vector<uint16_t>> containers;
  for (const uint32_t row : rows) {
    containers[static_cast<uint16_t>(row >> 16)].push_back(static_cast<uint16_t>(row));
  }
  const size_t count = containers.size();
  std::string heads;
  std::string flags((count + 7) / 8, '\0');
  std::vector<std::string> contents;
  bool has_runs = false;
  for (const auto& [key, values] : containers) {
    Append(key, &heads);
    Append(static_cast<uint16_t>(values.size() - 1), &heads);
    std::string content = ValuesOf(values);
    const Runs runs = RunsOf(values);
    if (with_runs && 2 + 4 * runs.size() < content.size()) {
      flags[contents.size() / 8] |= static_cast<char>(1 << contents.size() % 8);
      has_runs = true;
      content.clear();
      Append(static_cast<uint16_t>(runs.size()), &content);
      for (const auto& [first, more] : runs) {
        Append(first, &content);
        Append(more, &content);
      }
    }
    contents.push_back(std::move(content));
  }
  std::string bytes;
  if (has_runs) {
    Append(static_cast<uint32_t>(12347 | (count - 1) << 16), &bytes);
    bytes += flags;
  } else {
    Append(uint32_t{12346}, &bytes);
    Append(static_cast<uint32_t>(count), &bytes);
  }
  bytes += heads;
  if (!has_runs || count >= 4) {
    size_t at = bytes.size() + 4 * count;
    for (const std::string& content : contents) {
      Append(static_cast<uint32_t>(at), &bytes);
      at += content.size();
    }
  }
  for (const std::string& content : contents) {
    bytes += content;
  }
  return bytes;
}

void NameDeletes(MemoryFiles* files, const std::string& folder, const std::string& content,
                 int64_t rows) {
  char crc[16];
  std::snprintf(crc, sizeof(crc), "%08x",
                internal::Crc32c(reinterpret_cast<const uint8_t*>(content.data()), content.size()));
  files->files[folder + "/_x.deletes"] = content;
  ChangeSchemaFile(files, folder, [&](nlohmann::json* json) {
    if (!json->contains("deletes")) {
      (*json)["requires"].push_back("deletes");
    }
    (*json)["deletes"] = {
        {"file", "_x.deletes"}, {"length", content.size()}, {"crc32c", crc}, {"rows", rows}};
  });
}

void DeleteRows(MemoryFiles* files, const std::string& folder, const std::set<uint32_t>& rows) {
  NameDeletes(files, folder, BitmapOf(rows, true), static_cast<int64_t>(rows.size()));
}

}  // namespace cif::test
