// Folders as tables: `FROM 'warehouse/crawl'`.
#pragma once

#include "api.h"

namespace cif::duckdb {

/// Lets `read_cif` read a table name that is a path with a '/', if it is a folder.
void AddReplacementScan(duckdb_database database);

}  // namespace cif::duckdb
