#!/usr/bin/env bash
# Files that others have written, loaded by bin/cif, read back, and compared with pyarrow, DuckDB and fastavro.
# Usage: corpora_test.sh [CIF]    the command; bin/cif of the source tree by default
# CIF_CORPORA names folders, with : between them, whose Parquet, ORC and Avro files are taken, at any depth. Without it
# the folder shared/corpus beside the checkout is taken, if it is there. CIF_NIGHTLY=1 bin/test runs it.
# It fails if an answer differs, if a refusal is not one line, and if a file takes more than CIF_CORPORA_SECONDS (60).
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh

cif=${1:-bin/cif}
corpora=${CIF_CORPORA:-}
if [ -z "$corpora" ]; then
  corpora=../shared/corpus
  [ -d "$corpora" ] || { echo "skip corpora: CIF_CORPORA names no folder"; exit 0; }
fi
need_packages python3-venv
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check -r bin/test.d/corpora/requirements.txt
# Builds the command before several call it at a time.
"$cif" --version > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$folder/venv/bin/python" bin/test.d/corpora/compare.py "$cif" "$folder/tables" "$corpora"
