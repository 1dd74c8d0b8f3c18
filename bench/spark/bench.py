"""Times CIF in Spark beside other formats; see `bench/spark/run`."""

import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

import lance
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from changes import changes
from common import expect_same, session, size

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUERIES = ROOT / "bench/hive/src/main/resources/dev/cif/bench/hive/tpch"
FORMATS = ["cif", "orc", "parquet"]
TABLES = ["customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier"]

SCANS = {
    "one column": "SELECT sum(l_extendedprice) FROM {t}",
    "two columns": "SELECT sum(l_quantity), max(l_shipdate) FROM {t}",
    "three columns": "SELECT sum(l_discount), count(DISTINCT l_shipmode), max(l_comment) FROM {t}",
    "one map key": "SELECT count(attributes['mode']), max(attributes['instruction']) FROM {t}",
    "one row in a thousand": "SELECT sum(l_quantity), max(l_comment) FROM {t} WHERE l_suppkey % {k} = 7 AND l_suppkey < 20",
    "one order in a thousand": "SELECT sum(l_quantity), max(l_comment) FROM {t} WHERE l_orderkey BETWEEN {low} AND {high}",
    "all columns": "SELECT bit_xor(xxhash64(*)) FROM {name}_lineitem",
}


def times(ways, arguments):
    """Seconds of every run of every way, in rounds, so that a disturbance meets all of them."""
    seconds = {name: [] for name in ways}
    for i in range(arguments.warm + arguments.runs):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if i >= arguments.warm:
                seconds[name].append(time.perf_counter() - start)
    return seconds


def tpch(spark, arguments):
    """Makes TPC-H's tables in each format, and their views `<format>_<table>`."""
    base = pathlib.Path(arguments.dir).resolve() / f"tpch-{arguments.scale}"
    made = base / "generated"
    if not made.exists():
        program = pathlib.Path(sys.executable).parent / "tpchgen-cli"
        subprocess.run([program, "parquet", "-s", str(arguments.scale), "-o", made], check=True, stdout=sys.stderr)
    for table in TABLES:
        rows = spark.read.parquet(str(made / f"{table}.parquet"))
        if table == "lineitem":
            rows = rows.selectExpr(
                "*", "map('mode', trim(l_shipmode), 'instruction', trim(l_shipinstruct),"
                " 'flag', l_returnflag, 'status', l_linestatus) AS attributes")
        for name in FORMATS:
            folder = base / name / table
            if not folder.exists():
                writer = rows.coalesce(2 if table in ("lineitem", "orders", "partsupp") else 1).write
                if name != "cif":
                    writer = writer.option("compression", "zstd")
                writer.format(name).save(str(folder))
            view = spark.read.format(name).load(str(folder))
            if table == "lineitem":
                view.createOrReplaceTempView(f"{name}_lines")
                view = view.drop("attributes")
            view.createOrReplaceTempView(f"{name}_{table}")
    print("\nSizes in MB: " + ", ".join(f"{name} {size(base / name) / 1e6:.0f}" for name in FORMATS))


def report(title, results):
    """A table of medians in ms, a row a query, each printed when it is there."""
    print(f"\n#### {title}\n")
    print("| | " + " | ".join(FORMATS) + " | best peer / CIF |")
    print("|---|" + "--:|" * (len(FORMATS) + 1), flush=True)
    sums = dict.fromkeys(FORMATS, 0.0)
    for query, seconds in results:
        middle = {name: statistics.median(runs) for name, runs in seconds.items()}
        for name in FORMATS:
            sums[name] += middle[name]
        line(query, middle)
    line("sum", sums)


def line(query, seconds):
    peer = min(value for name, value in seconds.items() if name != "cif")
    cells = " | ".join(f"{value * 1e3:.0f}" for value in seconds.values())
    print(f"| {query} | {cells} | {peer / seconds['cif']:.2f}x |", flush=True)


def scan(spark, arguments):
    tpch(spark, arguments)
    rows = int(6_000_000 * arguments.scale)
    suppliers = max(20, int(10_000 * arguments.scale))

    def results():
        for title, query in SCANS.items():
            texts = {name: query.format(t=f"{name}_lines", name=name, k=suppliers, low=rows // 3,
                                        high=rows // 3 + rows // 1000) for name in FORMATS}
            expect_same(title, {name: spark.sql(text).collect() for name, text in texts.items()})
            yield title, times({name: lambda t=text: spark.sql(t).collect() for name, text in texts.items()},
                               arguments)

    report(f"Scans of line items, scale {arguments.scale}", results())


def queries(spark, arguments):
    tpch(spark, arguments)

    def run(name, text):
        for table in TABLES:
            spark.table(f"{name}_{table}").createOrReplaceTempView(table)
        return [spark.sql(part).collect() for part in text.split(";") if part.strip()][-1]

    def results():
        wanted = arguments.queries.split(",") if arguments.queries else None
        files = [file for file in QUERIES.glob("q*.sql") if wanted is None or file.stem in wanted]
        for file in sorted(files, key=lambda file: int(file.stem[1:])):
            text = file.read_text()
            expect_same(file.stem, {name: run(name, text) for name in FORMATS})
            yield file.stem, times({name: lambda n=name: run(n, text) for name in FORMATS}, arguments)

    report(f"TPC-H's queries, scale {arguments.scale}", results())


def wide(spark, rows, columns):
    """Columns by turns: ascending integers, prices, a few names, texts that differ."""
    kinds = ["id * 7 + {i}", "round((hash(id, {i}) % 100000) / 100, 2)",
             "concat('name', pmod(hash(id, {i}), 50))", "substr(sha1(concat(id, '-{i}')), 1, 12)"]
    named = [kinds[i % 4].format(i=i) + f" AS c{i}" for i in range(columns - 1)]
    return spark.range(0, rows, 1, 4).selectExpr("id", *named)


def fill(spark, arguments):
    """Adds a column, and fills it by an expression, and from another table by key."""
    base = pathlib.Path(arguments.dir).resolve() / f"fill-{arguments.rows}-{arguments.columns}"
    rows = wide(spark, arguments.rows, arguments.columns)
    cif, delta, ice = str(base / "cif"), str(base / "delta"), "ice.db.wide"
    iceberg = pathlib.Path(arguments.dir).resolve() / "iceberg/db/wide"
    lance_folder = str(base / "lance")
    shutil.rmtree(base, ignore_errors=True)
    rows.write.format("cif").save(cif)
    rows.write.format("delta").save(delta)
    spark.sql(f"DROP TABLE IF EXISTS {ice}")
    rows.writeTo(ice).using("iceberg").tableProperty("write.update.mode", arguments.iceberg) \
        .tableProperty("write.merge.mode", arguments.iceberg).tableProperty("format-version", "2").create()
    spark.range(0, arguments.rows, 1, 4).selectExpr("id AS k", "id * 3 AS v") \
        .write.mode("overwrite").parquet(str(base / "values"))
    spark.read.parquet(str(base / "values")).createOrReplaceTempView("vals")
    spark.read.format("cif").load(cif).write.mode("overwrite").parquet(str(base / "plain"))
    lance.write_dataset(ds.dataset(str(base / "plain")).scanner(), lance_folder)
    shutil.rmtree(base / "plain")
    sizes = {"cif": size(cif), "delta": size(delta), "iceberg": size(iceberg), "lance": size(lance_folder)}
    print("\nSizes in MB: " + ", ".join(f"{name} {value / 1e6:.0f}" for name, value in sizes.items()))

    def read():
        return spark.read.format("cif").load(cif)

    def fill_cif(frame, shuffle="true"):
        frame.write.format("cif").option("cif.fill", "true").option("cif.fill.shuffle", shuffle).mode("append").save(cif)

    def cif_expression(c):
        fill_cif(read().selectExpr("_split", "_row", f"c0 * 2 + length(c2) AS {c}"), "false")

    def cif_join(c):
        joined = read().selectExpr("_split", "_row", "id AS k").join(spark.table("vals"), "k")
        fill_cif(joined.selectExpr("_split", "_row", f"v AS {c}"))

    def sql_expression(table, c):
        spark.sql(f"ALTER TABLE {table} ADD COLUMNS ({c} BIGINT)")
        spark.sql(f"UPDATE {table} SET {c} = c0 * 2 + length(c2)")

    def sql_join(table, c):
        spark.sql(f"ALTER TABLE {table} ADD COLUMNS ({c} BIGINT)")
        spark.sql(f"MERGE INTO {table} t USING vals s ON t.id = s.k WHEN MATCHED THEN UPDATE SET t.{c} = s.v")

    def lance_expression(c):
        lance.dataset(lance_folder).add_columns({c: "c0 * 2 + cast(length(c2) as bigint)"})

    def lance_join(c):
        values = pq.read_table(str(base / "values")).rename_columns(["k", c])
        lance.dataset(lance_folder).merge(values, left_on="id", right_on="k")

    ways = {
        "an expression": {"cif": cif_expression, "delta": lambda c: sql_expression(f"delta.`{delta}`", c),
                          "iceberg": lambda c: sql_expression(ice, c), "lance": lance_expression},
        "another table's values": {"cif": cif_join, "delta": lambda c: sql_join(f"delta.`{delta}`", c),
                                   "iceberg": lambda c: sql_join(ice, c), "lance": lance_join},
    }
    folders = {"cif": cif, "delta": delta, "iceberg": iceberg, "lance": lance_folder}
    for what, by_format in ways.items():
        if what.split()[0] not in arguments.fill_from.split(","):
            continue
        seconds = {name: [] for name in by_format}
        written = {name: [] for name in by_format}
        for run in range(arguments.fill_warm + arguments.fills):
            for name, way in by_format.items():
                before = size(folders[name])
                start = time.perf_counter()
                way(f"{what.split()[0]}{run}")
                taken = time.perf_counter() - start
                if run >= arguments.fill_warm:
                    seconds[name].append(taken)
                    written[name].append(size(folders[name]) - before)
        c = f"{what.split()[0]}{arguments.fill_warm}"
        sums = {"cif": read().selectExpr(f"sum({c})", f"count({c})").collect()[0],
                "delta": spark.sql(f"SELECT sum({c}), count({c}) FROM delta.`{delta}`").collect()[0],
                "iceberg": spark.sql(f"SELECT sum({c}), count({c}) FROM {ice}").collect()[0]}
        column = lance.dataset(lance_folder).to_table(columns=[c]).column(c)
        sums["lance"] = (pc.sum(column).as_py(), len(column) - column.null_count)
        expect_same(what, {name: tuple(value) for name, value in sums.items()})
        print(f"\n#### A new column from {what}: {arguments.rows:,} rows of {arguments.columns} columns\n")
        print("| | median s | MB written |")
        print("|---|--:|--:|")
        for name in by_format:
            print(f"| {name} | {statistics.median(seconds[name]):.2f} | "
                  f"{statistics.median(written[name]) / 1e6:.1f} |", flush=True)
    shutil.rmtree(base)
    shutil.rmtree(iceberg, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--jars", required=True)
    parser.add_argument("--heap", default="6g")
    parser.add_argument("--what", default="scan,tpch,fill")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--warm", type=int, default=2, help="runs before those, which don't count")
    parser.add_argument("--fills", type=int, default=1, help="runs of fill and changes that count")
    parser.add_argument("--fill-warm", type=int, default=1, help="runs of fill before those")
    parser.add_argument("--fill-from", default="an,another", help="an expression, another table's values, or both")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--queries", help="of tpch, as q02,q12; all of them if none is given")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--columns", type=int, default=50)
    parser.add_argument("--iceberg", default="merge-on-read", help="merge-on-read or copy-on-write")
    parser.add_argument("--iceberg-version", default="3", help="version of Iceberg's format in changes")
    parser.add_argument("--changes", default="merge,delete,reading", help="parts of changes")
    parser.add_argument("--shares", default="1,10,100", help="of the keys in a MERGE of changes, in percent")
    parser.add_argument("--merges", type=int, default=20, help="before reading in changes")
    parser.add_argument("--tables", default="cif,delta,iceberg merge-on-read,iceberg copy-on-write",
                        help="of changes")
    arguments = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = session(arguments)
    print(f"Spark {spark.version}, local[2], {arguments.heap}; {platform.processor() or platform.machine()}, "
          f"{os.cpu_count()} cores; {arguments.runs} runs after {arguments.warm}, medians, ms")
    parts = {"scan": scan, "tpch": queries, "fill": fill, "changes": changes}
    for what in arguments.what.split(","):
        start = time.perf_counter()
        parts[what](spark, arguments)
        print(f"\n{what} took {time.perf_counter() - start:.0f} s")
    spark.stop()


if __name__ == "__main__":
    main()
