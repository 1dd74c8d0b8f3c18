#include "file/parts_entry.h"

#include <set>
#include <string_view>

#include "file/json.h"
#include "file/schema_file.h"

namespace cif::internal {

bool IsPossible(const PartsEntry& entry) {
  return IsHiddenFileName(entry.file, ".parts") && entry.length <= kMaxPartsFile;
}

PartsEntry ReadPartsEntry(const nlohmann::json& json, const Column& column) {
  PartsEntry entry;
  const auto parts = json.find("parts");
  if (parts == json.end()) {
    return entry;
  }
  if (!parts->is_object()) {
    BadSchema("'parts' of column '" + column.name + "' is no JSON object");
  }
  entry.file = JsonText(*parts, "file");
  entry.length = JsonNumber(*parts, "length", kMaxPartsFile);
  entry.crc = JsonCrc(*parts, "crc32c", column.name);
  if (!IsPossible(entry)) {
    BadSchema("column '" + column.name + "' names the file of statistics of parts '" + entry.file +
              "', which cannot be");
  }
  return entry;
}

void CheckPartsNames(const std::vector<const Column*>& columns) {
  std::set<std::string_view> names;
  for (const Column* column : columns) {
    if (!column->parts.file.empty() && !names.insert(column->parts.file).second) {
      BadSchema("column '" + column->name + "' shares the file of statistics of parts '" +
                column->parts.file + "' with another");
    }
  }
}

}  // namespace cif::internal
