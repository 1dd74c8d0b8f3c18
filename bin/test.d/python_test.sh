#!/usr/bin/env bash
# Installs the Python package in an environment of its own and runs its tests, those that ask Hive and
# DuckDB the same questions among them.
# Usage: python_test.sh            all of it
#        python_test.sh libcif     the package, cif-scan, with which it is compared, and what needs nothing of Java
#        python_test.sh install    the package and cif-scan, and no test
#        python_test.sh hive       what is asked of Hive, too, by the package that is there
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner/python"

step=${1:-all}
venv=build/venv
mkdir -p build
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
install() {
  "$venv/bin/pip" install '.[test]' && cmake -S .. -B ../build -G Ninja -DCIF_WERROR=ON && ninja -C ../build cif-scan
}
if [ "$step" != hive ] && ! install > build/install.log 2>&1; then
  cat build/install.log
  exit 1
fi
[ "$step" != install ] || exit 0
hive=tests/test_hive.py
case $step in
  all) tests=() ;;
  libcif) tests=("--ignore=$hive") ;;
  hive) tests=("$hive") ;;
esac
"$venv/bin/python" -m pytest -q "${tests[@]}"
