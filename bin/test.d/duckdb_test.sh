#!/usr/bin/env bash
# Builds the extension for DuckDB, and loads it into the DuckDB of the Python package's environment, which
# python_test.sh makes, and into older ones. Arguments are the tests to run.
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner"

python=python/build/venv/bin/python
build=build-duckdb
mkdir -p "$build"
quietly() {
  if ! "$@" > "$build/log" 2>&1; then
    cat "$build/log"
    exit 1
  fi
}

"$python" -c 'import cif' 2> /dev/null || quietly bash ../bin/test.d/python_test.sh install
quietly cmake -S . -B "$build" -G Ninja -DCIF_WERROR=ON -DCIF_TESTS=OFF -DCIF_TOOLS=OFF -DCIF_DUCKDB=ON \
  -DCIF_DUCKDB_HEADERS="$PWD/build/duckdb-headers"
quietly ninja -C "$build" cif_duckdb_extension
for version in 1.1.3 1.2.0 1.4.5; do
  folder=$build/versions/$version
  [ -d "$folder" ] || quietly "$python" -m pip install --no-deps --only-binary :all: --target "$folder" "duckdb==$version"
done
export CIF_DUCKDB_EXTENSION=$PWD/$build/duckdb/cif.duckdb_extension CIF_DUCKDB_VERSIONS=$PWD/$build/versions
"$python" -m pytest -q "${@:-duckdb/tests}"
