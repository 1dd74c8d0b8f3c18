#include "replacement_scan.h"

#include <cstring>

#include "cif/io.h"

namespace cif::duckdb {
namespace {

/// Called by DuckDB for a name that is no table. If it sets nothing, DuckDB asks others.
void Replace(duckdb_replacement_scan_info info, const char* name, void*) {
  Guard(
      [&] {
        if (std::strchr(name, '/') != nullptr && LocalFileSystem().List(name).ok()) {
          duckdb_replacement_scan_set_function_name(info, "read_cif");
          duckdb_replacement_scan_add_parameter(info, Value(duckdb_create_varchar(name)).get());
        }
        return Status();
      },
      [&](const char* error) { duckdb_replacement_scan_set_error(info, error); });
}

}  // namespace

void AddReplacementScan(duckdb_database database) {
  duckdb_add_replacement_scan(database, Replace, nullptr, nullptr);
}

}  // namespace cif::duckdb
