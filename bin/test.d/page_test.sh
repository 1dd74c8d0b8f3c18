#!/usr/bin/env bash
# The page of bin/cif meta --html in a real browser: its script runs, and names each column's encodings.
# Usage: page_test.sh [CIF]    the command; bin/cif of the source tree by default
# CIF_NIGHTLY=1 bin/test runs it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. bin/lib/setup.sh

cif=${1:-bin/cif}
need_packages chromium
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for i in $(seq 2000); do echo "$i,word $((i % 7)),$i.5"; done > "$folder/in.csv"
"$cif" load --from csv --schema 'id int, word string, price double' "$folder/in.csv" --to "$folder/t" > "$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
"$cif" meta --html "$folder/t" > "$folder/page.html"
# Root's browser has no sandbox.
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --dump-dom "file://$folder/page.html" \
  > "$folder/dom" 2> "$folder/log" || { cat "$folder/log"; exit 1; }
"$cif" meta --json "$folder/t" > "$folder/meta.json"
python3 - "$folder" << 'END'
import json, pathlib, re, sys

folder = pathlib.Path(sys.argv[1])
dom = (folder / "dom").read_text()
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', dom, re.S).group(1))
body = re.sub(r"<script.*?</script>", "", dom, flags=re.S)
rows = re.findall(r"<tr>(.*?)</tr>", body, re.S)
for column, found in zip(data["columns"], data["encodings"]):
    row = next((r for r in rows if f">{column['name']}<" in r), None)
    assert row is not None, f"no row of column {column['name']}"
    for encoding, blocks in found["blocks"].items():
        shown = encoding if blocks == found["read"] else f"{encoding} {blocks}/{found['read']}"
        assert f"</span>{shown}</span>" in row, f"column {column['name']} does not show {shown}: {row}"
        assert f'title="{encoding}: ' in row, f"column {column['name']}: no title of {encoding}: {row}"
assert len(data["columns"]) == 3
END
echo "ok   bin/cif meta --html: a browser shows each column with its encodings"
