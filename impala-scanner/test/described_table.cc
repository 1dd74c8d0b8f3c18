#include "described_table.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "util/crc32c.h"

namespace cif::test {
namespace {

using Json = nlohmann::ordered_json;

std::string Headed(const std::string& magic, const std::string& json) {
  char head[64];
  std::snprintf(head, sizeof(head), "%s1 %zu %08x\n", magic.c_str(), json.size(),
                internal::Crc32c(reinterpret_cast<const uint8_t*>(json.data()), json.size()));
  return head + json + "\n";
}

std::string NameOf(const Json& field) {
  return field.value("cif.name", field["name"].get<std::string>());
}

}  // namespace

std::string Quoted(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

std::string TableFileOf(const std::string& json) { return Headed("CIFT", Quoted(json)); }

void AddSplit(MemoryFiles* files, const std::string& folder, const std::string& golden,
              const std::vector<StoredAs>& columns) {
  MemoryFiles split = MemoryFiles::OfFolder(GoldenRoot() + "/" + golden);
  std::string schema;
  for (auto& [path, content] : split.files) {
    const std::string name = path.substr(path.rfind('/'));
    if (name == "/schema.cif") {
      schema = content;
    } else {
      files->files[folder + name] = content;
    }
  }
  Json json = Json::parse(schema.substr(schema.find('\n') + 1));
  Json fields = Json::array();
  Json entries = Json::array();
  for (const StoredAs& column : columns) {
    for (size_t i = 0; i < json["columns"].size(); i++) {
      Json field = json["schema"]["fields"][i];
      Json entry = json["columns"][i];
      if (NameOf(field) == column.golden) {
        field["cif.name"] = column.name;
        if (!column.key.empty()) {
          field["cif.key"] = column.key;
        }
        entry["name"] = column.name;
        fields.push_back(std::move(field));
        entries.push_back(std::move(entry));
      }
    }
  }
  EXPECT_EQ(fields.size(), columns.size()) << "the golden split lacks a column";
  json["schema"]["fields"] = std::move(fields);
  json["columns"] = std::move(entries);
  files->files[folder + "/schema.cif"] = Headed("CIF", json.dump());
}

std::vector<std::string> GoldenValues(const std::string& golden, const std::string& column) {
  std::vector<std::string> values;
  for (const std::string& line : GoldenLines(golden)) {
    values.push_back(Json::parse(line)[column].dump());
  }
  return values;
}

}  // namespace cif::test
