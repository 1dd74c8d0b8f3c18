#include "file/filter_entry.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "file/footer.h"
#include "file/json.h"
#include "file/schema_file.h"

namespace cif::internal {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kEnd = ".filters";

/// Reads the ids of the key's other columns.
std::vector<int32_t> ReadWith(const Json& json) {
  std::vector<int32_t> ids;
  auto with = json.find("with");
  if (with == json.end()) {
    return ids;
  }
  if (!with->is_array() || with->empty() || with->size() >= kMaxKeyColumns) {
    BadSchema("'with' is no list of 1 to " + std::to_string(kMaxKeyColumns - 1));
  }
  for (const Json& id : *with) {
    const bool is_id = id.is_number_unsigned() && id.get<uint64_t>() <= INT32_MAX;
    ids.push_back(is_id ? static_cast<int32_t>(id.get<uint64_t>()) : 0);
  }
  return ids;
}

}  // namespace

bool IsPossible(const FilterEntry& entry, const Column& column) {
  std::set<int32_t> ids = {column.id};
  const bool differ = std::all_of(entry.with.begin(), entry.with.end(),
                                  [&ids](int32_t id) { return id >= 1 && ids.insert(id).second; });
  return differ && ids.size() <= kMaxKeyColumns && IsHiddenFileName(entry.file, kEnd) &&
         entry.length <= kMaxFilterFile && entry.index_length <= entry.length - kHeaderBytes;
}

std::vector<FilterEntry> ReadFilterEntries(const Json& json, const Column& column) {
  std::vector<FilterEntry> entries;
  auto filters = json.find("filters");
  if (filters == json.end()) {
    return entries;
  }
  if (!filters->is_array() || filters->empty() || filters->size() > kMaxFilterFiles) {
    BadSchema("'filters' of column '" + column.name + "' is no list of 1 to " +
              std::to_string(kMaxFilterFiles));
  }
  for (const Json& one : *filters) {
    if (!one.is_object()) {
      BadSchema("a filter of column '" + column.name + "' is no JSON object");
    }
    FilterEntry entry;
    entry.with = ReadWith(one);
    entry.file = JsonText(one, "file");
    entry.length = JsonNumber(one, "length", kMaxFilterFile);
    entry.index_length = JsonNumber(one, "indexLength", kMaxFilterFile);
    entry.index_crc = JsonCrc(one, "indexCrc32c", column.name);
    if (!IsPossible(entry, column)) {
      BadSchema("column '" + column.name + "' names the filter file '" + entry.file +
                "', which cannot be, or its key or its index can't");
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

void CheckFilterNames(const std::vector<const Column*>& columns) {
  std::set<std::string_view> names;
  for (const Column* column : columns) {
    for (const FilterEntry& entry : column->filters) {
      if (!names.insert(entry.file).second) {
        BadSchema("column '" + column->name + "' shares the filter file '" + entry.file +
                  "' with another key");
      }
    }
  }
}

}  // namespace cif::internal
