#include "replacement_scan.h"

#include <cstring>

#include "cif/io.h"

namespace cif::duckdb {
namespace {

/// DuckDB asks this of a name that is no table, and goes on to others where nothing is set.
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
