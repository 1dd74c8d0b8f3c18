// Mapping of column types to DuckDB's types.
#pragma once

#include "api.h"
#include "cif/arrow.h"
#include "cif/type.h"

namespace cif::duckdb {

/// Returns DuckDB's type for a type:
///
/// | CIF | DuckDB |
/// |---|---|
/// | boolean, tinyint, smallint, int, bigint | BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT |
/// | float, double, decimal(p,s) | FLOAT, DOUBLE, DECIMAL(p,s) |
/// | string, varchar, char; binary | VARCHAR, or BLOB where texts are read as binary; BLOB |
/// | date | DATE |
/// | timestamp | TIMESTAMP, or TIMESTAMP_NS where the unit is a nanosecond |
/// | timestamp with local time zone | TIMESTAMP WITH TIME ZONE, whatever the unit |
/// | array, map, struct | LIST, MAP, STRUCT |
/// | uniontype | UNION of members named by their positions, from "0" on |
LogicalType ToLogicalType(const Type& type, const ArrowOptions& options);

/// Returns the options for timestamps of a type: DuckDB's timestamps with time zone have
/// microseconds.
ArrowOptions TimestampOptions(const Type& type, const ArrowOptions& options);

}  // namespace cif::duckdb
