#include "file/long_members.h"

#include <memory>
#include <utility>

#include "file/avro_schema.h"
#include "file/entry_scanner.h"
#include "file/json.h"
#include "file/schema_cache.h"
#include "file/schema_file.h"
#include "util/failure.h"

namespace cif::internal {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr std::string_view kKey = "\"schema\":";
constexpr std::string_view kBetween = ",\"columns\":[";
constexpr std::string_view kPlaces = "{},\"columns\":[]";

/// Returns the position behind the text that begins at `at`.
size_t TextEnd(std::string_view json, size_t at) {
  for (at++; at < json.size() && json[at] != '"'; at++) {
    at += json[at] == '\\' ? 1 : 0;
  }
  return at + 1;
}

/// Returns the position behind the value that begins at `at`, if the JSON is valid.
size_t ValueEnd(std::string_view json, size_t at) {
  int64_t depth = 0;
  while (at < json.size()) {
    const char c = json[at];
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      return at;
    }
    at = c == '"' ? TextEnd(json, at) : at + 1;
    depth += c == '{' || c == '[' ? 1 : 0;
    depth -= c == '}' || c == ']' ? 1 : 0;
    if (depth == 0 && (c == '}' || c == ']')) {
      return at;
    }
  }
  return kNone;
}

/// Returns the start of the schema; kNone if the members before it differ from the writer's form.
size_t SchemaStart(std::string_view json) {
  size_t at = 1;
  while (at < json.size() && json[at] == '"') {
    if (json.substr(at, kKey.size()) == kKey) {
      return at + kKey.size();
    }
    at = TextEnd(json, at);
    if (at >= json.size() || json[at] != ':') {
      return kNone;
    }
    at = ValueEnd(json, at + 1);
    if (at >= json.size() || json[at] != ',') {
      return kNone;
    }
    at++;
  }
  return kNone;
}

Schema ParseSchema(std::string_view json) {
  Schema schema;
  schema.columns = ReadAvroSchema(ParseJson(json, kMaxJsonDepth - 1));
  IndexUnique(&schema);
  return schema;
}

std::optional<LongMembers> Read(std::string_view json) {
  const size_t start = json.substr(0, 1) == "{" ? SchemaStart(json) : kNone;
  if (start == kNone) {
    return std::nullopt;
  }
  LongMembers members;
  size_t end = 0;
  if (auto known = SchemaCache::Process().At(json.substr(start)); known != nullptr) {
    members.schema = known->schema;
    end = start + known->json.size();
  } else {
    end = ValueEnd(json, start);
    if (end == kNone) {
      return std::nullopt;
    }
    members.schema = ParseSchema(json.substr(start, end - start));
    SchemaCache::Process().Add(json.substr(start, end - start), members.schema);
  }
  if (json.substr(end, kBetween.size()) != kBetween) {
    return std::nullopt;
  }
  end += kBetween.size();
  const size_t count = ScanEntries(json.substr(end), &members.schema.columns);
  if (count == 0) {
    return std::nullopt;
  }
  members.rest.append(json.substr(0, start)).append(kPlaces).append(json.substr(end + count));
  return members;
}

}  // namespace

std::optional<LongMembers> ReadLongMembers(std::string_view json) {
  try {
    return Read(json);
  } catch (const Failure&) {
    // The parser of the whole file reports the error, or reads a form that is not known here.
    return std::nullopt;
  }
}

}  // namespace cif::internal
