# DuckDB's C headers, as crates.io has them with the sources of DuckDB in libduckdb-sys. One file is kept
# of each version, and its checksum is ours. A variable that `error` names is empty, or says why there are none.
set(CIF_DUCKDB_CRATE libduckdb-sys-1.20000.0)
set(CIF_DUCKDB_CRATE_SHA256 ac1dcdcfde48e11bbd46112ed3b0423acd8c644413b3891e7be8104edce7fdda)

function(cif_fetch_duckdb_headers folder error)
  set(${error} "" PARENT_SCOPE)
  if(EXISTS ${folder}/duckdb_extension.h)
    return()
  endif()
  set(crate ${folder}/${CIF_DUCKDB_CRATE}.tar.gz)
  foreach(attempt RANGE 1 3)
    file(DOWNLOAD https://static.crates.io/crates/libduckdb-sys/${CIF_DUCKDB_CRATE}.crate ${crate}
      TLS_VERIFY ON INACTIVITY_TIMEOUT 60 STATUS status)
    file(SHA256 ${crate} sum)
    if(sum STREQUAL CIF_DUCKDB_CRATE_SHA256)
      break()
    endif()
  endforeach()
  if(NOT sum STREQUAL CIF_DUCKDB_CRATE_SHA256)
    file(REMOVE ${crate})
    string(CONCAT said "DuckDB's headers could not be fetched (${status}), or are others than before. "
      "CIF_DUCKDB_HEADERS=FOLDER names a folder that has duckdb.h and duckdb_extension.h")
    set(${error} "${said}" PARENT_SCOPE)
    return()
  endif()
  file(ARCHIVE_EXTRACT INPUT ${crate} DESTINATION ${folder} PATTERNS "*/duckdb.tar.gz")
  file(ARCHIVE_EXTRACT INPUT ${folder}/${CIF_DUCKDB_CRATE}/duckdb.tar.gz DESTINATION ${folder}
    PATTERNS "duckdb/src/include/duckdb.h" "duckdb/src/include/duckdb_extension.h")
  file(RENAME ${folder}/duckdb/src/include/duckdb.h ${folder}/duckdb.h)
  file(RENAME ${folder}/duckdb/src/include/duckdb_extension.h ${folder}/duckdb_extension.h)
  file(REMOVE_RECURSE ${crate} ${folder}/${CIF_DUCKDB_CRATE} ${folder}/duckdb)
endfunction()
