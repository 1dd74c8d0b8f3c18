#include "file/table_file.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "file/column_key.h"
#include "file/headed_json.h"
#include "file/json.h"
#include "file/replaced_file.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

using Json = nlohmann::json;

[[noreturn]] void Bad(const std::string& why) {
  Fail(ErrorCode::kCorrupt, "the table file is not valid: " + why);
}

std::string Lower(std::string text) {
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

std::string Quoted(const std::string& text) {
  constexpr size_t kShown = 200;
  return "'" + text.substr(0, kShown) + "'";
}

int64_t Number(const Json& json, const char* member, int64_t most) {
  const auto found = json.find(member);
  const uint64_t number =
      found != json.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
  if (number < 1 || number > static_cast<uint64_t>(most)) {
    Bad("'" + std::string(member) + "' is no number from 1 to " + std::to_string(most));
  }
  return static_cast<int64_t>(number);
}

std::string Text(const Json& json, const char* member) {
  const auto found = json.find(member);
  if (found == json.end() || !found->is_string()) {
    Bad("'" + std::string(member) + "' is no text");
  }
  return found->get<std::string>();
}

std::optional<std::string> OptionalText(const Json& json, const char* member) {
  return json.contains(member) ? std::optional<std::string>(Text(json, member)) : std::nullopt;
}

/// Returns an array, which is empty if there is no such member.
const Json& Array(const Json& json, const char* member) {
  static const Json kNone = Json::array();
  const auto found = json.find(member);
  if (found == json.end()) {
    return kNone;
  }
  if (!found->is_array()) {
    Bad("'" + std::string(member) + "' is no list");
  }
  return *found;
}

void ExpectObject(const Json& json, const char* member) {
  if (!json.is_object()) {
    Bad("'" + std::string(member) + "' has something that is no object");
  }
}

std::vector<std::string> StoredAs(const Json& json) {
  std::vector<std::string> names;
  for (const Json& name : Array(json, "storedAs")) {
    if (!name.is_string()) {
      Bad("an element of 'storedAs' is no text");
    }
    names.push_back(Lower(name.get<std::string>()));
  }
  return names;
}

TableFile::Column ReadColumn(const Json& json, const char* member) {
  ExpectObject(json, member);
  const std::string name = Text(json, "name");
  if (name.empty()) {
    Bad("a column needs a name");
  }
  Result<Type> type = Type::Parse(Text(json, "type"));
  if (!type.ok() && type.error().code == ErrorCode::kTooLarge) {
    throw Failure(type.error());
  }
  if (!type.ok()) {
    Bad("column " + Quoted(name) + ": " + type.error().message);
  }
  TableFile::Column column{name, std::move(*type), OptionalText(json, "default"), 0, {}};
  if (column.default_text && !column.type.is_primitive()) {
    Bad("column " + Quoted(name) + " has a default, which a " + column.type.ToString() +
        " cannot have");
  }
  OptionalText(json, "comment");
  return column;
}

/// Reads the columns, with their numbers.
void ReadColumns(const Json& json, TableFile* table) {
  if (!json.contains("columns")) {
    Bad("there is no 'columns'");
  }
  for (const Json& one : Array(json, "columns")) {
    TableFile::Column& column = table->columns.emplace_back(ReadColumn(one, "columns"));
    if (one.contains("number")) {
      column.number = static_cast<int32_t>(Number(one, "number", INT32_MAX));
      column.stored_as =
          one.contains("storedAs") ? StoredAs(one) : std::vector<std::string>{Lower(column.name)};
    } else if (one.contains("storedAs")) {
      Bad("column " + Quoted(column.name) + " has 'storedAs', and no number");
    }
  }
  for (const Json& one : Array(json, "partitionColumns")) {
    TableFile::Column& column =
        table->partition_columns.emplace_back(ReadColumn(one, "partitionColumns"));
    if (!column.type.is_primitive()) {
      Bad("partition column " + Quoted(column.name) + " is a " + column.type.ToString());
    }
  }
}

/// Keeps numbers and names of columns apart.
class Numbers {
 public:
  /// @param next number that is above all
  explicit Numbers(int64_t next) : next_(next) {}

  void Add(int32_t number, const std::vector<std::string>& stored_as) {
    if (number >= next_ || !numbers_.insert(number).second) {
      Bad("number " + std::to_string(number) + " of a column occurs twice, or is not below 'next'");
    }
    for (const std::string& name : stored_as) {
      if (!names_.insert(name).second) {
        Bad("the name " + Quoted(name) + " of 'storedAs' means two columns");
      }
    }
  }

 private:
  int64_t next_;
  std::unordered_set<int32_t> numbers_;
  std::unordered_set<std::string> names_;
};

void ReadKeys(const Json& json, TableFile* table) {
  const auto keys = json.find("keys");
  if (keys == json.end()) {
    if (std::any_of(table->columns.begin(), table->columns.end(),
                    [](const TableFile::Column& column) { return column.number > 0; })) {
      Bad("columns have numbers, and there is no 'keys'");
    }
    return;
  }
  ExpectObject(*keys, "keys");
  table->key_table = Text(*keys, "table");
  if (!IsKeyTable(table->key_table)) {
    Bad(Quoted(table->key_table) + " can't be the table of keys");
  }
  Numbers numbers(Number(*keys, "next", int64_t{INT32_MAX} + 1));
  for (const TableFile::Column& column : table->columns) {
    if (column.number > 0) {
      numbers.Add(column.number, column.stored_as);
    }
  }
  for (const Json& one : Array(*keys, "dropped")) {
    ExpectObject(one, "dropped");
    TableFile::Dropped dropped{static_cast<int32_t>(Number(one, "number", INT32_MAX)),
                               StoredAs(one)};
    numbers.Add(dropped.number, dropped.stored_as);
    table->dropped.push_back(std::move(dropped));
  }
}

void ReadPartitions(const Json& json, TableFile* table) {
  for (const Json& one : Array(json, "partitions")) {
    ExpectObject(one, "partitions");
    TableFile::Outside& partition = table->partitions.emplace_back();
    for (const Json& value : Array(one, "values")) {
      if (!value.is_null() && !value.is_string()) {
        Bad("a value of a partition is neither a text nor null");
      }
      partition.values.push_back(
          value.is_null() ? std::nullopt : std::optional<std::string>(value.get<std::string>()));
    }
    if (partition.values.size() != table->partition_columns.size()) {
      Bad("a partition has " + std::to_string(partition.values.size()) + " values, and the table " +
          std::to_string(table->partition_columns.size()) + " partition columns");
    }
    partition.location = Text(one, "location");
  }
}

void CheckNames(const TableFile& table) {
  std::unordered_set<std::string> names;
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const TableFile::Column& column : *columns) {
      if (!names.insert(Lower(column.name)).second) {
        Bad("two columns of one name: " + Quoted(column.name) + " (case is ignored)");
      }
    }
  }
}

void CheckProperties(const Json& json) {
  const auto properties = json.find("properties");
  if (properties == json.end()) {
    return;
  }
  ExpectObject(*properties, "properties");
  for (const auto& [name, value] : properties->items()) {
    if (name.rfind("cif.", 0) != 0 || !value.is_string()) {
      Bad("property " + Quoted(name) + " is no text, or does not begin with cif.");
    }
  }
}

void CheckFeatures(const Json& json) {
  for (const Json& feature : Array(json, "requires")) {
    if (!feature.is_string()) {
      Bad("an element of 'requires' is no text");
    }
    Fail(ErrorCode::kUnsupported, "the table file requires " + Quoted(feature.get<std::string>()) +
                                      ", which is not known here; read the table with a newer "
                                      "release of CIF");
  }
}

/// Returns true for names `key=value`.
bool IsPartition(std::string_view name) {
  const size_t equals = name.find('=');
  return equals != std::string_view::npos && equals > 0;
}

std::string_view TakeDigits(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of("0123456789")));
  return text;
}

/// Returns true for names `base_<n>`, also with the transaction of the compaction, `_v<n>`.
bool IsBase(std::string_view name) {
  constexpr std::string_view kBase = "base_";
  constexpr std::string_view kVisible = "_v";
  if (!name.starts_with(kBase) || name.size() == kBase.size()) {
    return false;
  }
  const std::string_view digits = name.substr(kBase.size());
  const std::string_view rest = TakeDigits(digits);
  return rest.size() < digits.size() &&
         (rest.empty() || (rest.starts_with(kVisible) && rest.size() > kVisible.size() &&
                           TakeDigits(rest.substr(kVisible.size())).empty()));
}

}  // namespace

TableFile ParseTableFile(std::string_view bytes) {
  const Json json = ParseJson(CheckedJson(kTableJson, bytes), kMaxJsonDepth, "the table file");
  if (!json.is_object()) {
    Bad("no JSON object");
  }
  if (Number(json, "formatVersion", INT32_MAX) != 1) {
    Bad("formatVersion is not 1");
  }
  CheckFeatures(json);
  TableFile table;
  table.revision = Number(json, "revision", INT64_MAX);
  OptionalText(json, "writer");
  OptionalText(json, "owner");
  ReadColumns(json, &table);
  CheckNames(table);
  ReadKeys(json, &table);
  ReadPartitions(json, &table);
  table.transactional = OptionalText(json, "transactional");
  CheckProperties(json);
  return table;
}

std::string TableFilePath(const std::string& folder) {
  return folder + (folder.ends_with('/') ? "" : "/") + kTableFile;
}

namespace {

/// Returns the bytes of a table file whose checksum is right.
std::string ReadOpened(RandomAccessFile* file) {
  if (file->size() > kMaxTableFile || file->size() == 0) {
    Fail(ErrorCode::kCorrupt,
         "a table file of " + std::to_string(file->size()) + " bytes: it has " +
             (file->size() == 0 ? "no content" : "more than the format allows"));
  }
  Bytes bytes;
  Check(file->Read(0, static_cast<size_t>(file->size()), &bytes));
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  CheckedJson(kTableJson, text);
  return text;
}

}  // namespace

std::string ReadTableFile(const FileSystem& fs, const std::string& folder) {
  const std::string path = TableFilePath(folder);
  return Check(Guard(path, "", [&]() -> Result<std::string> {
    auto file = fs.Open(path);
    if (!file.ok() && file.error().code == ErrorCode::kNotFound) {
      return std::string();
    }
    return ReadReplaced(fs, path, Check(std::move(file)), &ReadOpened);
  }));
}

TablePlace PlaceOf(const std::string& folder) {
  TablePlace place;
  size_t length = folder.size();
  for (bool is_given = true; length > 0 && !(length == 1 && folder[0] == '/');) {
    const size_t slash = folder.rfind('/', length - 1);
    const size_t start = slash == std::string::npos ? 0 : slash + 1;
    const std::string_view name = std::string_view(folder).substr(start, length - start);
    const bool is_base = IsBase(name);
    if (is_base || IsPartition(name)) {
      place.is_base = place.is_base || (is_given && is_base);
      is_given = false;
    } else if (name != "." || start == 0) {
      break;
    }
    length = start;
    while (length > 1 && folder[length - 1] == '/') {
      length--;
    }
  }
  place.prefix = length;
  place.folder = length > 0 || folder.empty() ? folder.substr(0, length) : ".";
  return place;
}

}  // namespace cif::internal
