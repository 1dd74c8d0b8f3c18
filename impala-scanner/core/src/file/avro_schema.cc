#include "file/avro_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "file/column_key.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

using Json = nlohmann::json;

[[noreturn]] void Bad(const std::string& why) {
  Fail(ErrorCode::kCorrupt, "the schema is not valid: " + why);
}

/// Returns the text of a member; empty if there is none.
std::string Text(const Json& node, const char* member) {
  if (!node.is_object()) {
    return "";
  }
  auto found = node.find(member);
  return found != node.end() && found->is_string() ? found->get<std::string>() : "";
}

int SmallNumber(const Json& node, const char* member) {
  auto found = node.find(member);
  if (found == node.end()) {
    return 0;
  }
  if (!found->is_number_integer() || *found < 0 || *found > 1000) {
    Bad(std::string("'") + member + "' of a decimal is no small number");
  }
  return found->get<int>();
}

const Json& Fields(const Json& record) {
  if (Text(record, "type") != "record" || !record.contains("fields") ||
      !record["fields"].is_array()) {
    Bad("no Avro record where one is needed");
  }
  return record["fields"];
}

std::string FieldName(const Json& field) {
  const char* member = field.is_object() && field.contains("cif.name") ? "cif.name" : "name";
  if (!field.is_object() || !field.contains(member) || !field[member].is_string()) {
    Bad("a field has no name");
  }
  return field[member].get<std::string>();
}

/// Returns the type, or rejects the schema with the error of the result.
Type Valid(Result<Type> type) {
  if (!type.ok() && type.error().code == ErrorCode::kTooLarge) {
    throw Failure(type.error());
  }
  if (!type.ok()) {
    Bad(type.error().message);
  }
  return std::move(type).value();
}

int Depth(const Type& type) {
  int depth = 0;
  for (const Type& child : type.children()) {
    depth = std::max(depth, Depth(child));
  }
  return depth + 1;
}

Type ReadType(const Json& node, int depth);

Type FieldType(const Json& field, int depth) {
  if (!field.contains("type")) {
    Bad("a field has no type");
  }
  return ReadType(field["type"], depth);
}

const Json& Member(const Json& node, const char* member) {
  if (!node.is_object() || !node.contains(member)) {
    Bad(std::string("a type lacks '") + member + "'");
  }
  return node[member];
}

const Json& WithoutNull(const Json& branches) {
  const Json* found = nullptr;
  for (const Json& branch : branches) {
    if (branch.is_string() && branch.get<std::string>() == "null") {
      continue;
    }
    if (found != nullptr) {
      Bad("a union of several types");
    }
    found = &branch;
  }
  if (found == nullptr) {
    Bad("a union of no type");
  }
  return *found;
}

Type ReadRecord(const Json& node, int depth) {
  std::vector<std::string> names;
  std::vector<Type> types;
  for (const Json& field : Fields(node)) {
    names.push_back(FieldName(field));
    types.push_back(FieldType(field, depth + 1));
  }
  return Valid(Type::Struct(std::move(names), std::move(types)));
}

Type ReadType(const Json& node, int depth) {
  if (depth > Type::kMaxDepth) {
    Bad("types nested deeper than " + std::to_string(Type::kMaxDepth));
  }
  if (node.is_array()) {
    const Json& branch = WithoutNull(node);
    if (branch.is_array()) {
      Bad("a union within a union");
    }
    return ReadType(branch, depth);
  }
  if (auto exact = node.find("cif.type"); exact != node.end() && exact->is_string()) {
    return Valid(Type::Parse(exact->get_ref<const std::string&>()));
  }
  const std::string type = node.is_string() ? node.get<std::string>() : Text(node, "type");
  const std::string logical = Text(node, "logicalType");
  if (type == "int") {
    return Type::Primitive(logical == "date" ? Kind::kDate : Kind::kInt);
  }
  if (type == "long") {
    return Type::Primitive(logical == "local-timestamp-micros" ? Kind::kTimestamp
                           : logical == "timestamp-micros"     ? Kind::kTimestampLocal
                                                               : Kind::kBigint);
  }
  if (type == "bytes" && logical == "decimal") {
    return Valid(Type::Decimal(SmallNumber(node, "precision"), SmallNumber(node, "scale")));
  }
  if (type == "array") {
    return Type::Array(ReadType(Member(node, "items"), depth + 1));
  }
  if (type == "map") {
    return Valid(
        Type::Map(Type::Primitive(Kind::kString), ReadType(Member(node, "values"), depth + 1)));
  }
  if (type == "record") {
    return ReadRecord(node, depth);
  }
  constexpr std::pair<const char*, Kind> kPlain[] = {{"boolean", Kind::kBoolean},
                                                     {"float", Kind::kFloat},
                                                     {"double", Kind::kDouble},
                                                     {"string", Kind::kString},
                                                     {"bytes", Kind::kBinary}};
  for (const auto& [name, kind] : kPlain) {
    if (type == name) {
      return Type::Primitive(kind);
    }
  }
  Bad("a type that CIF does not know: '" + type + "'");
}

/// Reads the key of a column (FORMAT.md section 3.1), if it has one.
void ReadKey(const Json& field, Column* column) {
  const auto key = field.find("cif.key");
  if (key == field.end()) {
    return;
  }
  if (!key->is_string() || !ParseColumnKey(key->get_ref<const std::string&>(), column)) {
    Bad("a field has the key " + key->dump(-1, ' ', false, Json::error_handler_t::replace) +
        ", which cannot be");
  }
}

}  // namespace

std::vector<Column> ReadAvroSchema(const Json& record) {
  std::vector<Column> columns;
  for (const Json& field : Fields(record)) {
    auto id = field.is_object() ? field.find("cif.id") : field.end();
    if (id == field.end() || !id->is_number_integer() || *id < 1 || *id > INT32_MAX) {
      Bad("a field has no cif.id of 1 or greater");
    }
    Column column;
    column.id = id->get<int32_t>();
    column.name = FieldName(field);
    if (column.name.empty()) {
      Bad("a column needs a name");
    }
    ReadKey(field, &column);
    column.type = FieldType(field, 1);
    if (Depth(column.type) > Type::kMaxDepth) {
      Bad("column '" + column.name + "' is nested deeper than " + std::to_string(Type::kMaxDepth));
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace cif::internal
