"""TPC-H's 22 queries in DuckDB: over its own Parquet reader, read_cif, and cif.dataset."""

import statistics
import time

import cif

from data import ROOT
from lanes import connect

TABLES = ["customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier"]
QUERIES = ROOT / "bench" / "hive" / "src" / "main" / "resources" / "dev" / "cif" / "bench" / "hive" / "tpch"


def connections(folder):
    """A connection a lane, which has all tables under their names."""
    lanes = {"Parquet": connect(), "read_cif": connect(), "cif.dataset": connect()}
    for table in TABLES:
        lanes["Parquet"].execute(f"CREATE VIEW {table} AS SELECT * FROM '{folder}/parquet/{table}/*.parquet'")
        lanes["read_cif"].execute(f"CREATE VIEW {table} AS SELECT * FROM read_cif('{folder}/cif/{table}')")
        lanes["cif.dataset"].register(table, cif.dataset(folder / "cif" / table))
    return lanes


def time_query(lanes, sql, runs):
    """The median of each lane in milliseconds, by turns, after one to warm up. Answers have to be the same."""
    times = {lane: [] for lane in lanes}
    answers = {}
    for _ in range(runs + 1):
        for lane, connection in lanes.items():
            start = time.perf_counter()
            rows = connection.execute(sql).fetchall()
            times[lane].append((time.perf_counter() - start) * 1000)
            answers[lane] = sorted(map(repr, rows))
    for lane, answer in answers.items():
        assert answer == answers["Parquet"], f"{lane} has other rows: {sql}"
    return {lane: statistics.median(of[1:]) for lane, of in times.items()}


def bench(scale, runs):
    folder = ROOT / "bench" / "target" / "spark" / f"tpch-{float(scale)}"
    assert folder.is_dir(), f"no tables in {folder}: bench/spark/run --what scan --scale {scale} makes them"
    lanes = connections(folder)
    print(f"\n### TPC-H, scale {scale}, in DuckDB, one thread: ms, and times Parquet's\n")
    print("| query | " + " | ".join(lanes) + " | read_cif, times | cif.dataset, times |")
    print("|---" * (len(lanes) + 3) + "|")
    sums = dict.fromkeys(lanes, 0.0)
    for query in sorted(QUERIES.glob("q*.sql")):
        medians = time_query(lanes, query.read_text().strip().rstrip(";"), runs)
        for lane, median in medians.items():
            sums[lane] += median
        print(line(query.stem.upper(), medians), flush=True)
    print(line("sum", sums))


def line(name, medians):
    cells = [f"{median:.0f}" for median in medians.values()]
    cells += [f"{medians['Parquet'] / medians[lane]:.2f}" for lane in ("read_cif", "cif.dataset")]
    return "| " + " | ".join([name, *cells]) + " |"
