"""Reads the golden splits with the environment's packages, also by DuckDB, and prints the libraries that it needed.
"""

import json
import pathlib
import sys

import cif

golden = pathlib.Path(sys.argv[1])
con = cif.duckdb.connect()
rows, by_duckdb = {}, {}
for name in sys.argv[2:]:
    batches = cif.open(golden / name).scan(truncate_timestamps=True, text_as_binary=True)
    rows[name] = sum(batch.num_rows for batch in batches)
    by_duckdb[name], = con.execute("SELECT count(*) FROM read_cif(?)", [str(golden / name)]).fetchone()
maps = pathlib.Path("/proc/self/maps").read_text().splitlines()
libraries = sorted({line.split()[-1] for line in maps if ".so" in line})
print(json.dumps({"version": cif.__version__, "rows": rows, "by_duckdb": by_duckdb, "libraries": libraries}))
