// Entry point of the extension.

#include "api.h"
#include "read_cif.h"
#include "replacement_scan.h"

DUCKDB_EXTENSION_GLOBAL

// DuckDB derives the function's name from the name of the extension's file.
extern "C" DUCKDB_EXTENSION_API bool cif_init_c_api(duckdb_extension_info info,
                                                    duckdb_extension_access* access) {
  const void* api = access->get_api(info, DUCKDB_EXTENSION_API_VERSION_STRING);
  if (api == nullptr) {
    return false;  // DuckDB has reported the error
  }
  // A later DuckDB has more functions behind these.
  duckdb_ext_api = *static_cast<const duckdb_ext_api_v1*>(api);
  duckdb_database* database = access->get_database(info);
  duckdb_connection connection = nullptr;
  if (database == nullptr || duckdb_connect(*database, &connection) == DuckDBError) {
    access->set_error(info, "the database cannot be connected with");
    return false;
  }
  const bool registered = cif::duckdb::RegisterReadCif(connection);
  duckdb_disconnect(&connection);
  if (!registered) {
    access->set_error(info, "DuckDB does not take the function read_cif");
    return false;
  }
  cif::duckdb::AddReplacementScan(*database);
  return true;
}
