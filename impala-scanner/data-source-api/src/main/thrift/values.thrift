// The part of Impala's value, type and status structures that an external data source meets.
// Names and field ids are Impala's: they are the contract. Fields that a data source neither
// reads nor sets are left out, which thrift's protocols allow.

namespace java org.apache.impala.thrift

// Of Impala's many codes: those that a data source gives.
enum TErrorCode {
  OK = 0
  GENERAL = 2
  RUNTIME_ERROR = 6
}

struct TStatus {
  1: required TErrorCode status_code
  2: list<string> error_msgs
}

enum TPrimitiveType {
  INVALID_TYPE = 0
  NULL_TYPE = 1
  BOOLEAN = 2
  TINYINT = 3
  SMALLINT = 4
  INT = 5
  BIGINT = 6
  FLOAT = 7
  DOUBLE = 8
  DATE = 9
  DATETIME = 10
  TIMESTAMP = 11
  STRING = 12
  BINARY = 13
  DECIMAL = 14
  CHAR = 15
  VARCHAR = 16
}

enum TTypeNodeType {
  SCALAR = 0
  ARRAY = 1
  MAP = 2
  STRUCT = 3
}

// len is of CHAR and VARCHAR, precision and scale are of DECIMAL.
struct TScalarType {
  1: required TPrimitiveType type
  2: optional i32 len
  3: optional i32 precision
  4: optional i32 scale
}

struct TTypeNode {
  1: required TTypeNodeType type
  2: optional TScalarType scalar_type
}

// A tree, depth first; a scalar type is one node.
struct TColumnType {
  1: list<TTypeNode> types
}

struct TUniqueId {
  1: required i64 hi
  2: required i64 lo
}

// A literal: the field that is set tells its type.
struct TColumnValue {
  1: optional bool bool_val
  2: optional i32 int_val
  3: optional i64 long_val
  4: optional double double_val
  5: optional string string_val
  6: optional byte byte_val
  7: optional i16 short_val
  8: optional binary binary_val
  9: optional binary timestamp_val
  10: optional binary decimal_val
  11: optional i32 date_val
}

// The values of a column: is_null has an element a row, the one list that is set an element for
// each row that is not NULL.
struct TColumnData {
  1: required list<bool> is_null
  2: optional list<bool> bool_vals
  3: optional list<byte> byte_vals
  4: optional list<i16> short_vals
  5: optional list<i32> int_vals
  6: optional list<i64> long_vals
  7: optional list<double> double_vals
  8: optional list<string> string_vals
  9: optional list<binary> binary_vals
}
