#include "file/schema_file.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "file/avro_schema.h"
#include "util/crc32c.h"
#include "util/failure.h"

namespace cif {

int Schema::Find(std::string_view name, int32_t id) const {
  for (size_t i = 0; i < columns.size() && id != 0; i++) {
    if (columns[i].id == id) {
      return static_cast<int>(i);
    }
  }
  for (size_t i = 0; i < columns.size() && id == 0; i++) {
    if (EqualsIgnoreCase(columns[i].name, name)) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

namespace internal {
namespace {

using Json = nlohmann::json;

constexpr int64_t kMaxFooter = int64_t{1} << 30;

/// FORMAT.md section 9.
constexpr int kMaxJsonDepth = 1000;

[[noreturn]] void Bad(const std::string& why, int64_t offset = -1,
                      ErrorCode code = ErrorCode::kCorrupt) {
  throw Failure(Error{code, "", "", offset, why});
}

/// A decimal number without leading zeros and of at most 10 digits; moves behind it.
int64_t HeaderNumber(std::string_view* text) {
  int64_t value = 0;
  auto end = std::from_chars(text->data(), text->data() + text->size(), value);
  auto digits = static_cast<size_t>(end.ptr - text->data());
  if (end.ec != std::errc() || digits > 10 || value < 0 || (digits > 1 && text->front() == '0') ||
      text->front() == '-') {
    Bad("not a CIF schema file, or its header is damaged", 0);
  }
  text->remove_prefix(digits);
  return value;
}

void Expect(std::string_view* text, std::string_view what) {
  if (text->substr(0, what.size()) != what) {
    Bad("not a CIF schema file, or its header is damaged", 0);
  }
  text->remove_prefix(what.size());
}

bool ParseHex(std::string_view text, uint32_t* value) {
  auto end = std::from_chars(text.data(), text.data() + text.size(), *value, 16);
  return text.size() == 8 && end.ec == std::errc() && end.ptr == text.data() + text.size();
}

/// The JSON between header and line feed, its checksum verified.
std::string_view CheckedBody(std::string_view bytes) {
  std::string_view rest = bytes;
  Expect(&rest, "CIF");
  int64_t version = HeaderNumber(&rest);
  Expect(&rest, " ");
  if (version != 1) {
    Bad("format version " + std::to_string(version) +
            " is not known here (this reader knows version 1); read it with the release of CIF that"
            " wrote it, or a newer one",
        0, ErrorCode::kUnsupported);
  }
  int64_t length = HeaderNumber(&rest);
  Expect(&rest, " ");
  uint32_t crc = 0;
  std::string_view hex = rest.substr(0, 8);
  if (!ParseHex(hex, &crc) || hex.find_first_of("ABCDEF") != std::string_view::npos) {
    Bad("not a CIF schema file, or its header is damaged", 0);
  }
  rest.remove_prefix(8);
  Expect(&rest, "\n");
  auto head = static_cast<int64_t>(bytes.size() - rest.size());
  if (static_cast<int64_t>(rest.size()) != length + 1 || rest.back() != '\n') {
    Bad("the header promises " + std::to_string(length) + " bytes of schema, " +
            std::to_string(rest.size()) + " follow: the file is truncated or damaged",
        head);
  }
  rest.remove_suffix(1);
  if (Crc32c(reinterpret_cast<const uint8_t*>(rest.data()), rest.size()) != crc) {
    Bad("the checksum of the schema does not match", head);
  }
  return rest;
}

int64_t Number(const Json& json, const char* member, int64_t max) {
  auto found = json.find(member);
  if (found == json.end() || !found->is_number_unsigned() ||
      found->get<uint64_t>() > static_cast<uint64_t>(max)) {
    Bad(std::string("the schema is not valid: '") + member + "' is no number from 0 to " +
        std::to_string(max));
  }
  return static_cast<int64_t>(found->get<uint64_t>());
}

std::string Text(const Json& json, const char* member) {
  auto found = json.find(member);
  if (found == json.end() || !found->is_string()) {
    Bad(std::string("the schema is not valid: '") + member + "' is no text");
  }
  return found->get<std::string>();
}

/// Fills in what the list of column files says of a column of the schema.
void ReadEntry(const Json& json, Column* column) {
  if (!json.is_object() || Number(json, "id", INT32_MAX) != column->id ||
      Text(json, "name") != column->name) {
    Bad("the schema is not valid: the list of column files has another column where the schema has " +
        std::to_string(column->id) + " '" + column->name + "'");
  }
  column->file = Text(json, "file");
  if (column->file.empty() || column->file.find('/') != std::string::npos ||
      column->file.find('\0') != std::string::npos || column->file[0] == '_' ||
      column->file[0] == '.') {
    Bad("the schema is not valid: column '" + column->name + "' names the file '" + column->file +
        "', which cannot be");
  }
  column->file_length = Number(json, "length", INT64_MAX);
  column->footer_length = Number(json, "footerLength", kMaxFooter);
  column->raw_bytes = Number(json, "rawBytes", INT64_MAX);
  if (!ParseHex(Text(json, "footerCrc32c"), &column->footer_crc)) {
    Bad("the schema is not valid: 'footerCrc32c' of column '" + column->name +
        "' is no number of eight hexadecimal digits");
  }
}

/// Refuses JSON that nests too deep, before it is parsed: what walks JSON takes stack for each level.
void CheckNesting(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) {
        Bad("the schema is not valid: JSON nested deeper than " + std::to_string(kMaxJsonDepth));
      }
    } else if (c == ']' || c == '}') {
      depth--;
    }
  }
}

/// Parses JSON in which the members of an object have names of their own.
Json ParseJson(std::string_view text) {
  CheckNesting(text);
  std::vector<std::set<std::string>> open;
  auto check = [&open](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) {
      open.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      open.pop_back();
    } else if (event == Json::parse_event_t::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!open.back().insert(name).second) {
        Bad("the schema is not valid: the member '" + name.substr(0, 200) + "' occurs twice");
      }
    }
    return true;
  };
  return Json::parse(text, check, false);
}

std::string LowerCase(std::string text) {
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

void CheckUnique(const std::vector<Column>& columns) {
  std::set<std::string> names;
  std::set<int32_t> ids;
  for (const Column& c : columns) {
    if (!names.insert(LowerCase(c.name)).second || !ids.insert(c.id).second) {
      Bad("the schema is not valid: column '" + c.name +
          "' shares its name or its id with another");
    }
  }
}

/// The columns of a split or of a change; no two of a schema file have one column file.
std::vector<Column> ReadColumns(const Json& json, std::set<std::string>* files) {
  auto record = json.find("schema");
  auto entries = json.find("columns");
  if (record == json.end() || entries == json.end() || !entries->is_array()) {
    Bad("the schema is not valid: it lacks 'schema' or 'columns'");
  }
  std::vector<Column> columns = ReadAvroSchema(*record);
  if (entries->size() != columns.size()) {
    Bad("the schema is not valid: " + std::to_string(columns.size()) + " columns, but " +
        std::to_string(entries->size()) + " column files");
  }
  for (size_t i = 0; i < columns.size(); i++) {
    ReadEntry((*entries)[i], &columns[i]);
    if (!files->insert(columns[i].file).second) {
      Bad("the schema is not valid: column '" + columns[i].name +
          "' shares its file with another");
    }
  }
  CheckUnique(columns);
  return columns;
}

constexpr char kChanges[] = "changes";

/// A schema file has at most so many changes.
constexpr size_t kMaxChanges = 1000;
constexpr int kMaxUp = 64;

bool IsChangeId(const std::string& id) {
  return !id.empty() && id.size() <= 64 &&
         id.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") ==
             std::string::npos;
}

std::vector<Change> ReadChanges(const Json& json, std::set<std::string>* files) {
  auto all = json.find(kChanges);
  if (all == json.end() || !all->is_array() || all->empty() || all->size() > kMaxChanges) {
    Bad("the schema is not valid: 'changes' is no list of 1 to " + std::to_string(kMaxChanges));
  }
  std::vector<Change> changes;
  std::set<std::string> ids;
  for (const Json& one : *all) {
    if (!one.is_object()) {
      Bad("the schema is not valid: a change is no JSON object");
    }
    Change change;
    change.id = Text(one, "id");
    if (!IsChangeId(change.id) || !ids.insert(change.id).second) {
      Bad("the schema is not valid: a change has the id '" + change.id.substr(0, 200) +
          "', which cannot be");
    }
    change.up = static_cast<int>(Number(one, "up", kMaxUp));
    change.columns = ReadColumns(one, files);
    if (change.columns.empty()) {
      Bad("the schema is not valid: change " + change.id + " has no columns");
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

/// Whether the file has changes; other features are not known.
bool NeedsChanges(const Json& json) {
  auto needed = json.find("requires");
  if (needed == json.end()) {
    return false;
  }
  bool known = needed->is_array();
  if (known) {
    for (const Json& feature : *needed) {
      known = known && feature.is_string() && feature.get_ref<const std::string&>() == kChanges;
    }
  }
  if (!known) {
    Bad("it needs features which this reader does not know: " + needed->dump(), -1,
        ErrorCode::kUnsupported);
  }
  return !needed->empty();
}

}  // namespace

SchemaFile ParseSchemaFile(std::string_view bytes) {
  std::string_view body = CheckedBody(bytes);
  const Json json = ParseJson(body);
  if (!json.is_object()) {
    Bad("the schema is not valid: no JSON object");
  }
  if (Number(json, "formatVersion", INT32_MAX) != 1) {
    Bad("the schema is not valid: formatVersion is not 1");
  }
  const bool has_changes = NeedsChanges(json);
  SchemaFile file;
  std::set<std::string> files;
  file.schema.rows = Number(json, "rows", INT64_MAX);
  file.schema.columns = ReadColumns(json, &files);
  if (has_changes) {
    file.changes = ReadChanges(json, &files);
  }
  return file;
}

void Apply(const Change& change, Schema* schema) {
  for (const Column& column : change.columns) {
    int i = schema->Find(column.name, column.id);
    if (i < 0) {
      schema->columns.push_back(column);
    } else {
      schema->columns[static_cast<size_t>(i)] = column;
    }
  }
  CheckUnique(schema->columns);
}

}  // namespace internal
}  // namespace cif
