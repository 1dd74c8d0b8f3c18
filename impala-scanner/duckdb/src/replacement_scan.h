// Folders in the place of tables: `FROM 'warehouse/crawl'`.
#pragma once

#include "api.h"

namespace cif::duckdb {

/// Has `read_cif` read what a query names by a path with a '/', if it is a folder.
void AddReplacementScan(duckdb_database database);

}  // namespace cif::duckdb
