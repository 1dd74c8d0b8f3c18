// Table function read_cif.
#pragma once

#include "api.h"

namespace cif::duckdb {

/// Registers `read_cif(folder, ...)` in the database of a connection. Returns false if DuckDB
/// refuses.
bool RegisterReadCif(duckdb_connection connection) noexcept;

}  // namespace cif::duckdb
