#!/usr/bin/env bash
# Installs the Python package in an environment of its own and runs its tests, those that ask Hive and
# DuckDB the same questions among them.
set -euo pipefail
cd "$(dirname "$0")/../../impala-scanner/python"

venv=build/venv
mkdir -p build
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
if ! "$venv/bin/pip" install '.[test]' > build/install.log 2>&1; then
  cat build/install.log
  exit 1
fi
"$venv/bin/python" -m pytest -q
