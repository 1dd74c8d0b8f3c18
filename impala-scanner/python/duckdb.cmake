# The extension for DuckDB in the package: CIF_DUCKDB is ON or OFF behind this.
set(CIF_DUCKDB AUTO CACHE STRING
  "The extension for DuckDB: ON, OFF, or AUTO, which leaves it out where DuckDB's headers cannot be had")
set(CIF_DUCKDB_HEADERS "" CACHE PATH
  "Folder of duckdb.h and duckdb_extension.h, into which they are fetched if they are missing")
if(NOT CIF_DUCKDB_HEADERS)
  set(CIF_DUCKDB_HEADERS ${CMAKE_CURRENT_BINARY_DIR}/duckdb-headers)
endif()
set(CIF_DUCKDB_LIBRARY "" CACHE FILEPATH "The extension's cif.so, instead of building it")

set(CIF_DUCKDB_ERROR "")
if(CIF_DUCKDB AND NOT CIF_DUCKDB_LIBRARY)
  if(CIF_INSTALLED)
    set(CIF_DUCKDB_ERROR "CIF_INSTALLED builds no extension: CIF_DUCKDB_LIBRARY names one that is built")
  else()
    include(../duckdb/headers.cmake)
    cif_fetch_duckdb_headers(${CIF_DUCKDB_HEADERS} CIF_DUCKDB_ERROR)
  endif()
endif()

if(CIF_DUCKDB_ERROR AND CIF_DUCKDB STREQUAL "AUTO")
  message(WARNING "cif.duckdb is built without its extension. ${CIF_DUCKDB_ERROR}")
  set(CIF_DUCKDB OFF)
elseif(CIF_DUCKDB_ERROR)
  message(FATAL_ERROR "${CIF_DUCKDB_ERROR}")
elseif(CIF_DUCKDB)
  set(CIF_DUCKDB ON)
endif()
