// What Impala and an external data source (API version V1) say to each other. Names and field ids
// are Impala's.

namespace java org.apache.impala.extdatasource.thrift

include "values.thrift"

struct TColumnDesc {
  1: optional string name
  2: optional values.TColumnType type
}

struct TTableSchema {
  1: optional list<TColumnDesc> cols
}

// cols is empty where a query needs rows but no column.
struct TRowBatch {
  1: optional list<values.TColumnData> cols
  2: optional i64 num_rows
}

enum TComparisonOp {
  LT = 0
  LE = 1
  EQ = 2
  NE = 3
  GE = 4
  GT = 5
  DISTINCT_FROM = 6
  NOT_DISTINCT = 7
}

struct TBinaryPredicate {
  1: optional TColumnDesc col
  2: optional TComparisonOp op
  3: optional values.TColumnValue value
}

// predicates: AND of ORs of comparisons.
struct TPrepareParams {
  1: optional string table_name
  2: optional string init_string
  3: optional list<list<TBinaryPredicate>> predicates
  4: optional bool clean_dbcp_ds_cache
}

// accepted_conjuncts: positions in the outer list of predicates.
struct TPrepareResult {
  1: required values.TStatus status
  2: optional i64 num_rows_estimate
  3: optional list<i32> accepted_conjuncts
}

struct TOpenParams {
  1: optional values.TUniqueId query_id
  2: optional string table_name
  3: optional string init_string
  4: optional string authenticated_user_name
  5: optional TTableSchema row_schema
  6: optional i32 batch_size
  7: optional list<list<TBinaryPredicate>> predicates
  8: optional i64 limit
  9: optional bool clean_dbcp_ds_cache
}

struct TOpenResult {
  1: required values.TStatus status
  2: optional string scan_handle
}

struct TGetNextParams {
  1: optional string scan_handle
}

struct TGetNextResult {
  1: required values.TStatus status
  2: optional bool eos
  3: optional TRowBatch rows
}

struct TCloseParams {
  1: optional string scan_handle
}

struct TCloseResult {
  1: required values.TStatus status
}
