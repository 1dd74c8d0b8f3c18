"""Times libcif beside pyarrow, DuckDB, Polars, ORC, Vortex and Lance; see `bench/engines/run`."""

import argparse
import importlib.metadata
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
os.environ.setdefault("POLARS_MAX_THREADS", "1")

import cif
import duckdb
import lance
import polars as pl
import pyarrow as pa

import data
import frames
import lanes
import tpch

CIF_SCAN = data.ROOT / "impala-scanner" / "build" / "cif-scan"
WARM_UP = 2


def times(ways, run, runs):
    """Seconds of every run of every lane, in rounds, so that a disturbance meets all of them."""
    seconds = {name: [] for name in ways}
    for i in range(WARM_UP + runs):
        for name, lane in ways.items():
            start = time.perf_counter()
            run(lane)
            if i >= WARM_UP:
                seconds[name].append(time.perf_counter() - start)
            progress(f"{name}, run {i + 1} of {WARM_UP + runs}")
    return seconds


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def report(title, seconds, sizes=None):
    """A table of lanes: the size of what they read, if it is told, and their times."""
    progress("")
    print(f"\n#### {title}\n")
    print("| |" + (" MB |" if sizes else "") + " min ms | median ms | max ms | times the first |")
    print("|---|" + ("--:|" if sizes else "") + "--:|--:|--:|--:|")
    base = statistics.median(next(iter(seconds.values())))
    for name, all_runs in seconds.items():
        middle = statistics.median(all_runs)
        size = f" {sizes[name] / 1e6:.2f} |" if sizes else ""
        print(f"| {name} |{size} {min(all_runs) * 1e3:.2f} | {middle * 1e3:.2f} | "
              f"{max(all_runs) * 1e3:.2f} | {middle / base:.2f} |", flush=True)


class Charts:
    """Time against size, a panel for each task; drawn by bench/paper/charts.py."""

    def __init__(self, name):
        self.name = name
        self.panels = {}

    def add(self, title, seconds, sizes):
        report(title, seconds, sizes)
        self.panels[title] = {lane: [sizes[lane] / 1e6, statistics.median(runs) * 1e3]
                              for lane, runs in seconds.items()}

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        chart = {"kind": "points", "heading": "time against size: what is further to the lower left is better",
                 "unit": "median ms", "x": "MB", "logarithmic": False, "series": self.panels}
        (folder / f"{self.name}.json").write_text(
            json.dumps({"title": self.name, "charts": [chart]}, indent=1))


def bench_scans(dataset, runs, charts):
    rows = dataset.table.num_rows
    for task, columns in dataset.tasks.items():
        ways = lanes.to_arrow(dataset, columns)
        same({lane: lanes.digest(read()) for lane, read in ways.items()})
        charts.add(f"{task}, {rows:,} rows to Arrow", times(ways, lanes.drain, runs),
                   sizes_of(dataset, ways, columns))
        for aggregates in (lanes.hashed, lanes.counted):
            ways = lanes.to_duckdb(dataset, columns, aggregates)
            same({lane: read() for lane, read in ways.items()})
        charts.add(f"{task}, {rows:,} rows to DuckDB", times(ways, lambda lane: lane(), runs),
                   sizes_of(dataset, ways, columns))


def sizes_of(dataset, ways, columns):
    return {lane: dataset.size(lanes.format_of(lane), columns) for lane in ways}


def same(answers):
    """Each lane is asked before any is timed: who answers something else isn't compared."""
    first = next(iter(answers.values()))
    wrong = {lane: answer for lane, answer in answers.items() if answer != first}
    assert not wrong, f"the first said {first}, but {wrong}"


def bench_query(dataset, runs, charts):
    ways = lanes.query(dataset)
    answers = {name: lane() for name, lane in ways.items()}
    same(answers)
    assert next(iter(answers.values())), "the query has found nothing"
    table = dataset.table
    share = sum(b.num_rows for b in table.scan([], [("url", "contains", dataset.pattern)])) / table.num_rows
    charts.add(f"the paper's query, {table.num_rows:,} pages, {share:.1%} of which have the pattern",
               times(ways, lambda lane: lane(), runs), sizes_of(dataset, ways, ["url", "metadata"]))


def bench_polars(dataset, runs):
    for name, question in frames.questions(dataset).items():
        ways = frames.lanes(dataset, question)
        same({lane: frames.digest(answer()) for lane, answer in ways.items()})
        report(f"{name}, in Polars", times(ways, lambda lane: lane(), runs))


def cif_scan(*arguments):
    done = subprocess.run([CIF_SCAN, *map(str, arguments)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def bench_threads(dataset, runs):
    table = data.several_splits(dataset, 4)
    strings = [c.name for c in dataset.table.columns if c.type == "string"][:1]
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


def bench_direct(dataset, runs):
    split = pathlib.Path(dataset.table.splits[0])
    columns = [c.name for c in dataset.table.columns]
    for name, wanted in (("one string", columns[:1]), ("all columns", columns)):
        paths = [f for c in wanted for f in split.glob(f"*-{c}.col")]
        assert len(paths) == len(wanted)
        answer = ["--columns", ",".join(wanted), "--sum"]
        assert cif_scan(dataset.cif, *answer)["result"] == cif_scan(
            dataset.cif, *answer, "--io", "direct")["result"]
        seconds = {"plain aligned O_DIRECT read": [], "cif-scan --io direct": []}
        for _ in range(runs):
            start = time.perf_counter()
            read_direct(paths)
            seconds["plain aligned O_DIRECT read"].append(time.perf_counter() - start)
            seconds["cif-scan --io direct"].append(cif_scan(
                dataset.cif, "--columns", ",".join(wanted), "--io", "direct")["seconds"][0])
        report(f"{name}, {sum(p.stat().st_size for p in paths) / 1e6:.0f} MB from the disk "
               "(the ratio is to the plain read)", seconds)


def bench_memory(dataset):
    """By a small process of its own: a child begins with the memory of its parent."""
    program = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3); "
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    print("\n#### most memory of a process that scans all columns\n")
    print("| threads | MB |\n|--:|--:|")
    for threads in (1, 2):
        most = subprocess.run([sys.executable, "-S", "-c", program, CIF_SCAN, dataset.cif, "--threads",
                               str(threads)], check=True, capture_output=True, text=True).stdout
        print(f"| {threads} | {int(most) / 1024:.0f} |")


def environment():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                if line.startswith("model name")), platform.machine())
    versions = {"pyarrow": pa.__version__, "duckdb": duckdb.__version__, "lance": lance.__version__,
                "polars": pl.__version__, "vortex": importlib.metadata.version("vortex-data"),
                "python": platform.python_version()}
    print(f"{cpu}, {os.cpu_count()} cores, {platform.system()} {platform.release()}; "
          + ", ".join(f"{k} {v}" for k, v in versions.items()))
    print(f"\nload before: {os.getloadavg()[0]:.2f}; single-threaded lanes run on one core")


def data_sets(arguments):
    """The makers of the data sets by name; the paper's are two."""
    folder = arguments.dir
    return {
        "crawl": [lambda: data.crawl(folder)],
        "lineitem": [lambda: data.lineitem(folder, arguments.scale)],
        "wide": [lambda: data.wide(folder, arguments.wide_rows)],
        "paper": [lambda: data.synthetic(folder, arguments.rows), lambda: data.pages(folder, arguments.pages)],
    }


def bench(dataset, arguments):
    print(f"\n### {dataset.name}\n\n" + ", ".join(
        f"{format} {dataset.size(format, [c.name for c in dataset.table.columns]) / 1e6:.1f} MB"
        for format in ["CIF", *dataset.peers]))
    charts = Charts(dataset.name)
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_cores)})
    bench_scans(dataset, arguments.runs, charts)
    if dataset.pattern:
        bench_query(dataset, arguments.runs, charts)
    bench_polars(dataset, arguments.runs)
    os.sched_setaffinity(0, all_cores)
    charts.write(pathlib.Path(arguments.out))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True, help="of the data, which are used again")
    parser.add_argument("--out", required=True, help="for the charts")
    parser.add_argument("--data", default="crawl,lineitem,wide,paper", help="data sets, between commas")
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the paper's synthetic set")
    parser.add_argument("--pages", type=int, default=100_000, help="of the paper's crawl")
    parser.add_argument("--scale", type=float, default=1, help="of TPC-H: 1 is six million line items")
    parser.add_argument("--wide-rows", type=int, default=20_000, help="of the wide table")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    makers = data_sets(arguments)
    wanted = arguments.data.split(",")
    if not set(wanted) <= {*makers, "tpch"}:
        parser.error(f"--data {arguments.data}: of {', '.join(makers)}, tpch")
    environment()
    if "tpch" in wanted:
        tpch.bench(arguments.scale, arguments.runs)
        wanted.remove("tpch")
    for name in wanted:
        for make in makers[name]:
            dataset = make()
            bench(dataset, arguments)
            if dataset.name == "synthetic":
                bench_threads(dataset, arguments.runs)
                bench_direct(dataset, arguments.runs)
                bench_memory(dataset)


if __name__ == "__main__":
    main()
