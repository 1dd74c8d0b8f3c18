"""Changes rows of a wide table in Delta and Iceberg by MERGE and DELETE, and in CIF by filling columns from a join.

The rows are those of `bench/hive/changes`. DELETE in CIF is measured there: it needs a session catalog of its own.
"""

import pathlib
import shutil
import statistics
import sys
import time

from common import expect_same, size

CHANGED = [7, 11, 13]
OTHERS = [1, 2, 3]
MASK = (1 << 64) - 1


def literal(number):
    """A BIGINT of the lowest 64 bits, as Java wraps."""
    number &= MASK
    return f"{number - (1 << 64) if number >> 63 else number}L"


def bits(mixed, count):
    return f"(shiftrightunsigned({mixed}, 24) & {(1 << count) - 1}L)"


def column(i):
    mixed = f"y * {literal((2 * i + 1) * 2685821657736338717)}"
    width = 4 + i % 20
    kinds = [bits(mixed, width), f"CAST({bits(mixed, width)} AS int)", f"concat('value ', {bits(mixed, width)})",
             f"CAST({bits(mixed, width)} / 100 AS decimal(12,2))",
             f"date_add(DATE '2020-01-01', CAST({bits(mixed, 11)} AS int))"]
    return ("n" if i == 0 else kinds[i % 5]) + f" AS c{i}"


def wide(spark, rows, columns):
    return (
        spark.range(0, rows, 1, 8).selectExpr("id AS n", "(id + 1) * 6364136223846793005L AS x")
        .selectExpr("n", "x ^ shiftrightunsigned(x, 29) AS y").selectExpr(*[column(i) for i in range(columns)])
    )


def chosen(key, percent, version):
    many = round(percent * 10)
    return "TRUE" if many >= 1000 else f"pmod({key} * 7919L + {version * many % 1000}, 1000) < {many}"


def keys(spark, rows, percent, version, folder):
    """Writes a share of the keys with new values, and returns the name of its view."""
    (
        spark.range(0, rows, 1, 8).where(chosen("id", percent, version))
        .selectExpr("id AS k", f"((id + {version} * 1000003L) * 7919L) * 3935559000370003845L AS z")
        .selectExpr("k", f"concat('value ', {bits('z', 11)}) AS v7", f"CAST({bits('z', 15)} AS int) AS v11",
                    f"CAST({bits('z', 17)} / 100 AS decimal(12,2)) AS v13")
        .write.mode("overwrite").parquet(str(folder))
    )
    spark.read.parquet(str(folder)).createOrReplaceTempView("changed_keys")
    return "changed_keys"


class Cif:
    """Columns of rows of a source are set by a save with `cif.fill`; rows that it lacks keep their values."""

    can_delete = False

    def __init__(self, spark, base, rows):
        self.spark, self.folder, self.first = spark, base / "cif", base / "cif-first"
        rows.write.format("cif").save(str(self.first))
        self.table, self.unchanged = "changes_cif", "changes_cif_first"
        self.read(self.first).createOrReplaceTempView(self.unchanged)
        self.restore()

    def read(self, folder):
        return self.spark.read.format("cif").load(str(folder))

    def restore(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.first, self.folder)
        self.read(self.folder).createOrReplaceTempView(self.table)

    def merge(self, source):
        changed = self.spark.table(source).withColumnRenamed("k", "c0")
        values = self.read(self.folder).select("_split", "_row", "c0").join(changed, "c0").selectExpr("_split", "_row", *[f"v{i} AS c{i}" for i in CHANGED])
        values.write.format("cif").option("cif.fill", "true").mode("append").save(str(self.folder))
        self.read(self.folder).createOrReplaceTempView(self.table)


class SqlTable:
    """A table that SQL changes."""

    can_delete = True

    def merge(self, source):
        sets = ", ".join(f"c{i} = s.v{i}" for i in CHANGED)
        self.spark.sql(f"MERGE INTO {self.table} t USING {source} s ON t.c0 = s.k WHEN MATCHED THEN UPDATE SET {sets}").collect()

    def delete(self, condition):
        self.spark.sql(f"DELETE FROM {self.table} WHERE {condition}").collect()


class Delta(SqlTable):
    def __init__(self, spark, base, rows):
        self.spark, self.folder = spark, base / "delta"
        self.table = f"delta.`{self.folder}`"
        rows.write.format("delta").option("delta.enableDeletionVectors", "true").save(str(self.folder))
        self.unchanged = f"{self.table} VERSION AS OF 0"

    def restore(self):
        self.spark.sql(f"RESTORE TABLE {self.table} TO VERSION AS OF 0")


class Iceberg(SqlTable):
    def __init__(self, spark, base, rows, mode, version):
        self.spark, self.name = spark, "changes_" + mode.replace("-", "_")
        self.folder = base.parent / "iceberg/db" / self.name
        self.table = f"ice.db.{self.name}"
        spark.sql(f"DROP TABLE IF EXISTS {self.table}")
        writer = rows.writeTo(self.table).using("iceberg").tableProperty("format-version", version)
        for statement in ["update", "merge", "delete"]:
            writer = writer.tableProperty(f"write.{statement}.mode", mode)
        writer.create()
        self.first = spark.sql(f"SELECT snapshot_id FROM {self.table}.snapshots").collect()[0][0]
        self.unchanged = f"{self.table} VERSION AS OF {self.first}"

    def restore(self):
        self.spark.sql(f"CALL ice.system.rollback_to_snapshot('db.{self.name}', {self.first})")


def cpu_seconds(spark):
    """CPU time of Spark's process, in which all of its tasks run."""
    process = spark._jvm.java.lang.ProcessHandle.current().pid()
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def changes(spark, arguments):
    base = pathlib.Path(arguments.dir).resolve() / f"changes-{arguments.rows}-{arguments.columns}"
    shutil.rmtree(base, ignore_errors=True)
    rows = wide(spark, arguments.rows, arguments.columns)
    tables, kinds = {}, {"cif": Cif, "delta": Delta}
    for name in arguments.tables.split(","):
        tables[name] = (
            kinds[name](spark, base, rows)
            if name in kinds
            else Iceberg(spark, base, rows, name.removeprefix("iceberg "), arguments.iceberg_version)
        )
    print(f"\n#### Changed rows: {arguments.rows:,} rows of {arguments.columns} columns\n\nSizes in MB: "
          + ", ".join(f"{name} {size(table.folder) / 1e6:.1f}" for name, table in tables.items()), flush=True)
    costs = {}

    def timed(what, name, run, folder=None):
        before, cpu, start = size(folder) if folder else 0, cpu_seconds(spark), time.perf_counter()
        run()
        cost = (time.perf_counter() - start, cpu_seconds(spark) - cpu, (size(folder) if folder else 0) - before)
        costs.setdefault((what, name), []).append(cost)
        print(f"{what}, {name}: {cost[0]:.2f} s, {cost[1]:.2f} s CPU, {cost[2] / 1e6:.3f} MB written", file=sys.stderr,
              flush=True)

    def merge(what, table, name, source):
        timed(what, name, lambda: table.merge(source), table.folder)

    def compare(what, tables=tables):
        every = ", ".join(f"c{i}" for i in range(arguments.columns))
        answers = {}
        for name, table in tables.items():
            answers[name] = spark.sql(f"SELECT count(*), sum(c0), sum(c11), sum(c13), max(c7), sum(xxhash64({every}) & 1048575L)"
                                      f" FROM {table.table}").collect()
        expect_same(what, answers)
        print(f"{what}: {answers[next(iter(answers))][0]}", file=sys.stderr, flush=True)

    def scan(after, tables=tables):
        for read, title in [(CHANGED, "changed columns"), (OTHERS, "other columns")]:
            query = "SELECT count(*), sum(c0), " + ", ".join(f"max(c{i})" for i in read) + " FROM "
            for run in range(-2, 7):
                for name, table in tables.items():
                    for when, where in [("before", table.unchanged), ("after", table.table)]:
                        def answer(statement=query + where):
                            spark.sql(statement).collect()

                        if run >= 0:
                            timed(f"scan of {title} {when} {after}", name, answer)
                        else:
                            answer()

    parts = arguments.changes.split(",")
    for share in [float(text) for text in arguments.shares.split(",")] if "merge" in parts else []:
        source = keys(spark, arguments.rows, share, 0, base / "keys")
        for _ in range(arguments.fills):
            for name, table in tables.items():
                table.restore()
                merge(f"MERGE of {share:g}%", table, name, source)
            compare(f"MERGE of {share:g}%")
    deleting = {name: table for name, table in tables.items() if table.can_delete}
    if "delete" in parts:
        for _ in range(arguments.fills):
            for name, table in deleting.items():
                table.restore()
                timed("DELETE of 1%", name, lambda table=table: table.delete(chosen("c0", 1, 3)), table.folder)
            compare("DELETE of 1%", deleting)
        scan("DELETE of 1%", deleting)
    if "reading" in parts:
        for table in tables.values():
            table.restore()
        for i in range(arguments.merges):
            source = keys(spark, arguments.rows, 1, i + 1, base / "keys")
            for name, table in tables.items():
                merge(f"each of {arguments.merges} MERGEs of 1%", table, name, source)
        compare(f"{arguments.merges} MERGEs of 1%")
        scan(f"{arguments.merges} MERGEs of 1%")
    print("\n| | | median s | CPU s | MB written | seconds of each run |\n|---|---|--:|--:|--:|---|")
    for (what, name), runs in costs.items():
        seconds, cpu, written = (statistics.median(figures) for figures in zip(*runs))
        print(f"| {what} | {name} | {seconds:.2f} | {cpu:.2f} | {written / 1e6:.3f} | "
              + " ".join(f"{run[0]:.2f}" for run in runs) + " |", flush=True)
    shutil.rmtree(base)
    for table in tables.values():
        shutil.rmtree(table.folder, ignore_errors=True)
