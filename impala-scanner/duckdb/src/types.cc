#include "types.h"

#include <string>
#include <vector>

namespace cif::duckdb {
namespace {

duckdb_type PrimitiveOf(Kind kind, const ArrowOptions& options) {
  switch (kind) {
    case Kind::kBoolean:
      return DUCKDB_TYPE_BOOLEAN;
    case Kind::kTinyint:
      return DUCKDB_TYPE_TINYINT;
    case Kind::kSmallint:
      return DUCKDB_TYPE_SMALLINT;
    case Kind::kInt:
      return DUCKDB_TYPE_INTEGER;
    case Kind::kBigint:
      return DUCKDB_TYPE_BIGINT;
    case Kind::kFloat:
      return DUCKDB_TYPE_FLOAT;
    case Kind::kDouble:
      return DUCKDB_TYPE_DOUBLE;
    case Kind::kDate:
      return DUCKDB_TYPE_DATE;
    case Kind::kTimestamp:
      return options.timestamp_unit == TimestampUnit::kNanoseconds ? DUCKDB_TYPE_TIMESTAMP_NS
                                                                   : DUCKDB_TYPE_TIMESTAMP;
    case Kind::kTimestampLocal:
      return DUCKDB_TYPE_TIMESTAMP_TZ;
    case Kind::kBinary:
      return DUCKDB_TYPE_BLOB;
    case Kind::kDecimal:
    case Kind::kString:
    case Kind::kVarchar:
    case Kind::kChar:
    case Kind::kArray:
    case Kind::kMap:
    case Kind::kStruct:
    case Kind::kUnion:
      break;
  }
  return options.text_as_binary ? DUCKDB_TYPE_BLOB : DUCKDB_TYPE_VARCHAR;
}

/// Makes a struct or a union of the converted children.
LogicalType WithMembers(const Type& type, const ArrowOptions& options) {
  std::vector<LogicalType> owned;
  std::vector<duckdb_logical_type> members;
  std::vector<std::string> names = type.field_names();
  for (const Type& child : type.children()) {
    owned.push_back(ToLogicalType(child, options));
    members.push_back(owned.back().get());
    if (type.kind() == Kind::kUnion) {
      names.push_back(std::to_string(names.size()));
    }
  }
  std::vector<const char*> texts;
  for (const std::string& name : names) {
    texts.push_back(name.c_str());
  }
  return LogicalType(type.kind() == Kind::kUnion
                         ? duckdb_create_union_type(members.data(), texts.data(), members.size())
                         : duckdb_create_struct_type(members.data(), texts.data(), members.size()));
}

}  // namespace

LogicalType ToLogicalType(const Type& type, const ArrowOptions& options) {
  switch (type.kind()) {
    case Kind::kDecimal:
      return LogicalType(duckdb_create_decimal_type(static_cast<uint8_t>(type.precision()),
                                                    static_cast<uint8_t>(type.scale())));
    case Kind::kArray:
      return LogicalType(duckdb_create_list_type(ToLogicalType(type.child(0), options).get()));
    case Kind::kMap:
      return LogicalType(duckdb_create_map_type(ToLogicalType(type.child(0), options).get(),
                                                ToLogicalType(type.child(1), options).get()));
    case Kind::kStruct:
    case Kind::kUnion:
      return WithMembers(type, options);
    default:
      return LogicalType(duckdb_create_logical_type(PrimitiveOf(type.kind(), options)));
  }
}

ArrowOptions TimestampOptions(const Type& type, const ArrowOptions& options) {
  ArrowOptions of_type = options;
  if (type.kind() == Kind::kTimestampLocal) {
    of_type.timestamp_unit = TimestampUnit::kMicroseconds;
  }
  return of_type;
}

}  // namespace cif::duckdb
