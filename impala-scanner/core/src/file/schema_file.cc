#include "file/schema_file.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "file/avro_schema.h"
#include "file/deletes_entry.h"
#include "file/feature.h"
#include "file/filter_entry.h"
#include "file/footer.h"
#include "file/headed_json.h"
#include "file/json.h"
#include "file/long_members.h"
#include "file/parts_entry.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

using Json = nlohmann::json;

/// Reads the offset of the footer, which only columns in group files have.
void ReadFooterOffset(const Json& json, Column* column) {
  if (!json.contains("footerOffset")) {
    return;
  }
  column->footer_offset = JsonNumber(json, "footerOffset", INT64_MAX);
  if (!HasFooter(*column)) {
    BadSchema("column '" + column->name + "' has its footer, of " +
              std::to_string(column->footer_length) + " bytes, at byte " +
              std::to_string(column->footer_offset) + " of a group file of " +
              std::to_string(column->file_length) + " bytes");
  }
}

/// Reads the entry of a column in the list of column files.
void ReadEntry(const Json& json, Column* column) {
  if (!json.is_object() || JsonNumber(json, "id", INT32_MAX) != column->id ||
      JsonText(json, "name") != column->name) {
    BadSchema("the list of column files has another column where the schema has " +
              std::to_string(column->id) + " '" + column->name + "'");
  }
  column->file = JsonText(json, "file");
  if (!IsColumnFileName(column->file)) {
    BadSchema("column '" + column->name + "' names the file '" + column->file +
              "', which cannot be");
  }
  column->file_length = JsonNumber(json, "length", INT64_MAX);
  column->footer_length = JsonNumber(json, "footerLength", kMaxFooter);
  ReadFooterOffset(json, column);
  column->raw_bytes = JsonNumber(json, "rawBytes", INT64_MAX);
  column->footer_crc = JsonCrc(json, "footerCrc32c", column->name);
  column->parts = ReadPartsEntry(json, *column);
  column->filters = ReadFilterEntries(json, *column);
}

}  // namespace

bool IsColumnFileName(std::string_view name) {
  return !name.empty() && name[0] != '_' && name[0] != '.' &&
         name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

bool IsHiddenFileName(std::string_view name, std::string_view end) {
  return name.size() > end.size() && name.front() == '_' && name.ends_with(end) &&
         name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

bool HasFooter(const Column& column) {
  return column.footer_offset >= kHeaderBytes && column.footer_offset <= column.file_length &&
         column.footer_length <= column.file_length - column.footer_offset;
}

namespace {

/// Checks that no two columns have one key.
void CheckKeys(const Schema& schema) {
  const std::vector<Column>& columns = schema.columns;
  // Keys mostly ascend.
  const auto is_ascending = [](const Column& a, const Column& b) {
    return b.key_number == 0 || (a.key_number < b.key_number && a.key_table == b.key_table);
  };
  if (std::adjacent_find(columns.begin(), columns.end(), [&](const Column& a, const Column& b) {
        return !is_ascending(a, b);
      }) == columns.end()) {
    return;
  }
  std::set<std::pair<std::string_view, int32_t>> keys;
  for (const Column& c : columns) {
    if (c.key_number > 0 && !keys.emplace(c.key_table, c.key_number).second) {
      BadSchema("column '" + c.name + "' has the key " + c.key_table + "/" +
                std::to_string(c.key_number) + " of another column");
    }
  }
}

}  // namespace

void IndexUnique(Schema* schema) {
  schema->Index();
  for (size_t i = 0; i < schema->columns.size(); i++) {
    const Column& c = schema->columns[i];
    if (schema->Find(c.name) != static_cast<int>(i) ||
        schema->Find("", c.id) != static_cast<int>(i)) {
      BadSchema("column '" + c.name + "' shares its name or its id with another");
    }
  }
  CheckKeys(*schema);
}

namespace {

/// Reads the columns of a split or of a change.
Schema ReadColumns(const Json& json) {
  auto record = json.find("schema");
  auto entries = json.find("columns");
  if (record == json.end() || entries == json.end() || !entries->is_array()) {
    BadSchema("it lacks 'schema' or 'columns'");
  }
  Schema schema;
  std::vector<Column>& columns = schema.columns;
  columns = ReadAvroSchema(*record);
  if (entries->size() != columns.size()) {
    BadSchema(std::to_string(columns.size()) + " columns, but " + std::to_string(entries->size()) +
              " column files");
  }
  for (size_t i = 0; i < columns.size(); i++) {
    ReadEntry((*entries)[i], &columns[i]);
  }
  IndexUnique(&schema);
  return schema;
}

/// Maximum number of changes in a schema file.
constexpr size_t kMaxChanges = 1000;
constexpr int kMaxUp = 64;

bool IsChangeId(const std::string& id) {
  return !id.empty() && id.size() <= 64 &&
         id.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") ==
             std::string::npos;
}

/// Reads where a change inserts rows.
Inserts ReadInserts(const Json& change) {
  const auto inserts = change.find("inserts");
  if (inserts == change.end()) {
    return Inserts::kNone;
  }
  if (*inserts == "here") {
    return Inserts::kHere;
  }
  if (*inserts != "elsewhere") {
    BadSchema("'inserts' of a change is neither 'here' nor 'elsewhere': " +
              inserts->dump().substr(0, 200));
  }
  return Inserts::kElsewhere;
}

/// Checks that a change can insert the rows of the split.
void CheckInsert(const Change& change, bool is_first, int64_t rows) {
  if (!is_first || !change.columns.empty() || !change.deletes.file.empty()) {
    BadSchema("change " + change.id +
              " inserts the rows, and is not the first change, or has columns or deleted rows");
  }
  if (rows > kMaxDeletedRows) {
    BadSchema("change " + change.id + " inserts " + std::to_string(rows) +
              " rows, which are more than 2^32");
  }
}

/// @param features features that the file requires
/// @param rows number of rows of the split
std::vector<Change> ReadChanges(const Json& json, const Features& features, int64_t rows) {
  auto all = json.find("changes");
  if (all == json.end() || !all->is_array() || all->empty() || all->size() > kMaxChanges) {
    BadSchema("'changes' is no list of 1 to " + std::to_string(kMaxChanges));
  }
  std::vector<Change> changes;
  std::set<std::string> ids;
  for (const Json& one : *all) {
    if (!one.is_object()) {
      BadSchema("a change is no JSON object");
    }
    Change change;
    change.id = JsonText(one, "id");
    if (!IsChangeId(change.id) || !ids.insert(change.id).second) {
      BadSchema("a change has the id '" + change.id.substr(0, 200) + "', which cannot be");
    }
    change.up = static_cast<int>(JsonNumber(one, "up", kMaxUp));
    change.columns = ReadColumns(one).columns;
    if (features.Has(Feature::kDeletes)) {
      change.deletes = ReadDeletesEntry(one, rows);
    }
    if (features.Has(Feature::kInserts)) {
      change.inserts = ReadInserts(one);
    }
    if (change.inserts == Inserts::kHere) {
      CheckInsert(change, changes.empty(), rows);
    } else if (change.columns.empty() && change.deletes.file.empty()) {
      BadSchema("change " + change.id + " has no columns and deletes no rows");
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

Features ReadFeatures(const Json& json) {
  Features features;
  auto needed = json.find("requires");
  if (needed == json.end()) {
    return features;
  }
  bool known = needed->is_array();
  for (size_t i = 0; known && i < needed->size(); i++) {
    const Json& feature = (*needed)[i];
    known = feature.is_string() && features.Add(feature.get_ref<const std::string&>());
  }
  if (!known) {
    Fail(ErrorCode::kUnsupported,
         "it needs features which this reader does not know: " + needed->dump());
  }
  return features;
}

/// Returns all columns of a schema file, including those of its changes.
std::vector<const Column*> AllColumns(const SchemaFile& file) {
  std::vector<const Column*> columns;
  auto add = [&columns](const std::vector<Column>& more) {
    for (const Column& column : more) {
      columns.push_back(&column);
    }
  };
  add(file.schema.columns);
  for (const Change& change : file.changes) {
    add(change.columns);
  }
  return columns;
}

/// Checks that columns share a file only if it is a group file. They must then agree on its length,
/// and each must have its own footer.
/// @param are_some true if others, which are missing, may be the ones in group files
void CheckFiles(std::vector<const Column*> columns, bool has_groups, bool are_some) {
  std::stable_sort(columns.begin(), columns.end(), [](const Column* a, const Column* b) {
    const int order = a->file.compare(b->file);
    return order != 0 ? order < 0 : a->footer_offset < b->footer_offset;
  });
  bool in_group = false;
  for (size_t i = 0; i < columns.size(); i++) {
    const Column& c = *columns[i];
    in_group = in_group || c.in_group();
    if (i == 0 || columns[i - 1]->file != c.file) {
      continue;
    }
    const Column& before = *columns[i - 1];
    if (!before.in_group()) {
      BadSchema("column '" + c.name + "' shares its file with another");
    }
    if (before.file_length != c.file_length ||
        before.footer_offset + before.footer_length > c.footer_offset) {
      BadSchema("columns '" + before.name + "' and '" + c.name +
                "' disagree on the length of their group file, or their footers overlap");
    }
  }
  if (in_group != has_groups && !(has_groups && are_some)) {
    BadSchema(has_groups ? "it requires 'groups', but no column is in a group file"
                         : "columns are in group files, but it does not require 'groups'");
  }
}

/// Checks that the files of deleted rows have different names.
void CheckDeletesNames(const SchemaFile& file) {
  std::set<std::string_view> names;
  const auto check = [&names](const DeletesEntry& entry) {
    if (!entry.file.empty() && !names.insert(entry.file).second) {
      BadSchema("the deleted rows are in the file '" + entry.file + "', which cannot be");
    }
  };
  check(file.schema.deletes);
  for (const Change& change : file.changes) {
    check(change.deletes);
  }
}

/// Reads a schema file.
/// @param read members that were read before, so that the JSON lacks them
/// @param are_some true if these are not all columns of the file
SchemaFile ReadFile(const Json& json, std::optional<LongMembers> read, bool are_some) {
  if (!json.is_object()) {
    BadSchema("no JSON object");
  }
  if (JsonNumber(json, "formatVersion", INT32_MAX) != 1) {
    BadSchema("formatVersion is not 1");
  }
  const Features features = ReadFeatures(json);
  SchemaFile file;
  file.schema = read ? std::move(read->schema) : ReadColumns(json);
  file.schema.rows = JsonNumber(json, "rows", INT64_MAX);
  if (features.Has(Feature::kDeletes)) {
    file.schema.deletes = ReadDeletesEntry(json, file.schema.rows);
  }
  if (features.Has(Feature::kChanges)) {
    file.changes = ReadChanges(json, features, file.schema.rows);
  }
  CheckDeletesNames(file);
  const std::vector<const Column*> columns = AllColumns(file);
  CheckFiles(columns, features.Has(Feature::kGroups), are_some);
  CheckFilterNames(columns);
  CheckPartsNames(columns);
  return file;
}

}  // namespace

SchemaFile ParseSchemaFile(std::string_view bytes) {
  const std::string_view body = CheckedJson(kSchemaJson, bytes);
  std::optional<LongMembers> read = ReadLongMembers(body);
  const Json json = ParseJson(read ? read->rest : body);
  return ReadFile(json, std::move(read), false);
}

SchemaFile ParseSomeColumns(std::string_view json) {
  return ReadFile(ParseJson(json), std::nullopt, true);
}

void Apply(const Change& change, Schema* schema) {
  if (!change.deletes.file.empty()) {
    schema->deletes = change.deletes;
  }
  std::vector<Column> added;
  for (const Column& column : change.columns) {
    int i = schema->Find(column.name, column.id);
    if (i < 0) {
      added.push_back(column);
    } else {
      schema->columns[static_cast<size_t>(i)] = column;
    }
  }
  std::move(added.begin(), added.end(), std::back_inserter(schema->columns));
  IndexUnique(schema);
}

}  // namespace cif::internal
