// The table function read_cif.
#pragma once

#include "api.h"

namespace cif::duckdb {

/// Makes `read_cif(folder, ...)` known to the database of a connection. False if DuckDB refuses.
bool RegisterReadCif(duckdb_connection connection) noexcept;

}  // namespace cif::duckdb
