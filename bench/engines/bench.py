"""Times libcif beside pyarrow, DuckDB, Vortex and Lance; see `bench/engines/run`."""

import argparse
import json
import mmap
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

os.environ.setdefault("LANCE_CPU_THREADS", "1")
os.environ.setdefault("LANCE_IO_THREADS", "1")

import cif
import duckdb
import lance
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import vortex
import vortex.expr as ve

import data

CIF_SCAN = data.ROOT / "impala-scanner" / "build" / "cif-scan"
WARM_UP = 2


def drain(reader):
    """Every batch of a reader; the number of rows."""
    return sum(batch.num_rows for batch in reader)


def scans(files, columns):
    """The ways to bring columns to Arrow, each a function that gives a RecordBatchReader."""
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    names = ", ".join(f'"{c}"' for c in columns)
    return {
        "CIF": lambda: cif.open(files.cif).scan(columns),
        "Vortex": lambda: vortex.open(str(files.vortex)).to_arrow(columns),
        "Lance": lambda: lance.dataset(str(files.lance)).scanner(columns=columns).to_reader(),
        "Parquet, pyarrow table": lambda: pq.read_table(
            files.parquet, columns=columns, use_threads=False).to_reader(),
        "Parquet, pyarrow batches": lambda: pq.ParquetFile(files.parquet).iter_batches(
            columns=columns, use_threads=False),
        "Parquet, DuckDB": lambda: connection.sql(
            f"SELECT {names} FROM '{files.parquet}'").to_arrow_reader(),
    }


def digest(batches):
    """What is the same for the same rows, however they are divided into batches."""
    table = pa.Table.from_batches(list(batches))
    result = [table.num_rows]
    for column in table.columns:
        if pa.types.is_map(column.type):
            whole = column.combine_chunks()  # a slice would tell of the entries beside it
            result.append([sum_of(whole.keys), sum_of(whole.items)])
        else:
            result.append(sum_of(column))
    return json.dumps(result)


def sum_of(column):
    if pa.types.is_integer(column.type):
        return pc.sum(column).as_py()
    if not pa.types.is_string(column.type):
        column = column.cast(pa.string())
    length = pc.sum(pc.binary_length(column)).as_py()
    return [length, pc.count_distinct(column).as_py(), pc.min(column).as_py(), pc.max(column).as_py()]


def pages_query(files):
    """The paper's query: the distinct content types of pages whose URL holds a pattern."""
    like = f"%{data.PATTERN}%"
    connection = duckdb.connect()
    connection.execute("SET threads = 1")

    def scan():
        return cif.open(files.cif).scan(
            {"type": "metadata['content-type']"}, [("url", "contains", data.PATTERN)])

    def with_cif():
        return distinct(batch.column(0) for batch in scan())

    def with_cif_and_duckdb():
        pages = scan()
        return {r[0] for r in connection.sql("SELECT DISTINCT type FROM pages").fetchall()}

    def with_duckdb():
        return {r[0] for r in connection.sql(
            f"SELECT DISTINCT metadata['content-type'] FROM '{files.parquet}' "
            f"WHERE url LIKE '{like}'").fetchall()}

    def with_vortex():
        reader = vortex.open(str(files.vortex)).to_arrow(
            ["metadata"], expr=ve.like(ve.column("url"), ve.literal(vortex.utf8(), like)),
            schema=pa.schema([("metadata", pa.map_(pa.string(), pa.string()))]))
        return distinct(lookup(batch.column(0)) for batch in reader)

    def with_lance():
        reader = lance.dataset(str(files.lance)).scanner(
            columns=["metadata"], filter=f"url LIKE '{like}'").to_reader()
        return distinct(lookup(batch.column(0)) for batch in reader)

    def with_pyarrow():
        table = pq.read_table(files.parquet, columns=["url", "metadata"], use_threads=False)
        rows = table.filter(pc.match_substring(table["url"], data.PATTERN))
        return distinct(lookup(chunk) for chunk in rows["metadata"].chunks)

    def lookup(maps):
        return pc.map_lookup(maps, pa.scalar("content-type"), "last")

    def distinct(arrays):
        values = set()
        for array in arrays:
            values.update(pc.unique(array).to_pylist())
        return values

    return {"CIF": with_cif, "CIF, DuckDB": with_cif_and_duckdb, "Parquet, DuckDB": with_duckdb,
            "Parquet, pyarrow": with_pyarrow, "Vortex": with_vortex, "Lance": with_lance}


def times(lanes, run, runs):
    """Seconds of every run of every lane, in rounds, so that a disturbance meets all of them."""
    seconds = {name: [] for name in lanes}
    for i in range(WARM_UP + runs):
        for name, lane in lanes.items():
            start = time.perf_counter()
            run(lane)
            if i >= WARM_UP:
                seconds[name].append(time.perf_counter() - start)
            progress(f"{name}, run {i + 1} of {WARM_UP + runs}")
    return seconds


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def report(title, seconds):
    progress("")
    print(f"\n### {title}\n")
    print("| | min ms | median ms | max ms | times the first |")
    print("|---|--:|--:|--:|--:|")
    base = statistics.median(next(iter(seconds.values())))
    for name, all_runs in seconds.items():
        middle = statistics.median(all_runs)
        print(f"| {name} | {min(all_runs) * 1e3:.2f} | {middle * 1e3:.2f} | "
              f"{max(all_runs) * 1e3:.2f} | {middle / base:.2f} |", flush=True)


def bench_scans(files, runs):
    columns = cif.open(files.cif).columns
    by_type = {"one integer": "int", "one string": "string", "the map": "map<string,int>"}
    tasks = {name: [next(c.name for c in columns if c.type == type)]
             for name, type in by_type.items()}
    tasks["all columns"] = [c.name for c in columns]
    for name, wanted in tasks.items():
        lanes = scans(files, wanted)
        answers = {lane: digest(read()) for lane, read in lanes.items()}
        assert len(set(answers.values())) == 1, answers
        report(f"{name}, {cif.open(files.cif).num_rows:,} rows to Arrow",
               times(lanes, lambda read: drain(read()), runs))


def bench_query(files, runs):
    lanes = pages_query(files)
    answers = {name: lane() for name, lane in lanes.items()}
    assert all(a == next(iter(answers.values())) for a in answers.values()), answers
    share = sum(b.num_rows for b in cif.open(files.cif).scan(
        [], [("url", "contains", data.PATTERN)])) / cif.open(files.cif).num_rows
    report(f"the paper's query, {cif.open(files.cif).num_rows:,} pages, "
           f"{share:.1%} of which have the pattern", times(lanes, lambda lane: lane(), runs))


def cif_scan(*arguments):
    done = subprocess.run([CIF_SCAN, *map(str, arguments)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def bench_threads(files, runs):
    table = data.several_splits(files, 4)
    strings = [c.name for c in cif.open(files.cif).columns if c.type == "string"][:1]
    for name, columns in (("all columns", []), ("one string", ["--columns", *strings])):
        seconds = {"1 thread": [], "2 threads": []}
        sums = set()
        for threads in (1, 2):
            sums.add(json.dumps(cif_scan(table, *columns, "--sum", "--threads", threads)["result"]))
        assert len(sums) == 1, sums
        for _ in range(runs):
            for threads, key in ((1, "1 thread"), (2, "2 threads")):
                seconds[key].append(min(cif_scan(table, *columns, "--threads", threads,
                                                 "--repeat", 3)["seconds"]))
        report(f"{name} of four splits, cif-scan", seconds)


def read_direct(paths):
    """Reads files past the page cache in aligned pieces of 8 MiB; the bytes read."""
    buffer = mmap.mmap(-1, 8 << 20)
    total = 0
    for path in paths:
        file = os.open(path, os.O_RDONLY | os.O_DIRECT)
        offset = 0
        while got := os.preadv(file, [buffer], offset):
            offset += got
            total += got
            if got % 4096 != 0:
                break
        os.close(file)
    return total


def bench_direct(files, runs):
    split = pathlib.Path(cif.open(files.cif).splits[0])
    columns = [c.name for c in cif.open(files.cif).columns]
    for name, wanted in (("one string", columns[:1]), ("all columns", columns)):
        paths = [f for c in wanted for f in split.glob(f"*-{c}.col")]
        assert len(paths) == len(wanted)
        answer = ["--columns", ",".join(wanted), "--sum"]
        assert cif_scan(files.cif, *answer)["result"] == cif_scan(
            files.cif, *answer, "--io", "direct")["result"]
        seconds = {"plain aligned O_DIRECT read": [], "cif-scan --io direct": []}
        for _ in range(runs):
            start = time.perf_counter()
            read_direct(paths)
            seconds["plain aligned O_DIRECT read"].append(time.perf_counter() - start)
            seconds["cif-scan --io direct"].append(cif_scan(
                files.cif, "--columns", ",".join(wanted), "--io", "direct")["seconds"][0])
        report(f"{name}, {sum(p.stat().st_size for p in paths) / 1e6:.0f} MB from the disk "
               "(the ratio is to the plain read)", seconds)


def bench_memory(files):
    """By a small process of its own: a child begins with the memory of its parent."""
    program = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3); "
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    print("\n### most memory of a process that scans all columns\n")
    print("| threads | MB |\n|--:|--:|")
    for threads in (1, 2):
        most = subprocess.run([sys.executable, "-S", "-c", program, CIF_SCAN, files.cif, "--threads",
                               str(threads)], check=True, capture_output=True, text=True).stdout
        print(f"| {threads} | {int(most) / 1024:.0f} |")


def environment():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                if line.startswith("model name")), platform.machine())
    versions = {"pyarrow": pa.__version__, "duckdb": duckdb.__version__,
                "lance": lance.__version__, "python": platform.python_version()}
    print(f"{cpu}, {os.cpu_count()} cores, {platform.system()} {platform.release()}; "
          + ", ".join(f"{k} {v}" for k, v in versions.items()))
    print(f"\nload before: {os.getloadavg()[0]:.2f}; single-threaded lanes run on one core")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the paper's synthetic set")
    parser.add_argument("--pages", type=int, default=100_000, help="of the crawl")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    environment()
    synthetic = data.synthetic(arguments.dir, arguments.rows)
    pages = data.pages(arguments.dir, arguments.pages)
    for name, files in (("synthetic", synthetic), ("pages", pages)):
        print(f"\n{name}: " + ", ".join(f"{k} {v / 1e6:.1f} MB" for k, v in files.sizes().items()))
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_cores)})
    bench_scans(synthetic, arguments.runs)
    bench_query(pages, arguments.runs)
    os.sched_setaffinity(0, all_cores)
    bench_threads(synthetic, arguments.runs)
    bench_direct(synthetic, arguments.runs)
    bench_memory(synthetic)


if __name__ == "__main__":
    main()
