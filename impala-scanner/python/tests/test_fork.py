"""Processes that are forked while scans are open: multiprocessing and the loaders of machine learning do so."""

import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import textwrap

import cif
import pytest

GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "testdata" / "v1"
DAYS = ("2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23")
ROWS = 3000 * len(DAYS)
SECONDS = 60  # after which a process that hangs is ended

pytestmark = [pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
              # Python warns of forks beside threads: they are what is tested.
              pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")]


@pytest.fixture
def root(tmp_path):
    for day in DAYS:
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"day={day}" / "000000_0")
    return tmp_path / "t"


# Before a fork: a table, and a scan of it by threads, by threads that read ahead of it in Python, or by neither.
OPENINGS = {
    "alone": "table = cif.open(root); reader = table.scan(['html'], batch_rows=100)",
    "in_order": "table = cif.open(root); reader = table.scan(['html'], batch_rows=100, threads=3)",
    "as_they_come": "table = cif.open(root); reader = table.scan(['html'], batch_rows=100, threads=3, in_order=False)",
    "direct": "table = cif.open(root, io='direct'); reader = table.scan(['html'], batch_rows=100)",
    "a_store": """
        import fsspec
        table = cif.open(str(root), filesystem=cif.Store(fsspec.filesystem("file"), requests=4))
        reader = table.scan(["html"], batch_rows=100, threads=2)
        """,
    "a_dataset": "data = cif.dataset(root, threads=3); table = data.table; reader = data.to_batches(['html'], batch_size=100)",
}


def in_child(root, opening, child, parent=""):
    """Runs a program that forks once a batch is read; the child prints, and ends as Python does."""
    program = "\n".join([
        "import cif, os, signal, sys",
        "root = sys.argv[1]",
        textwrap.dedent(OPENINGS[opening]),
        "first = next(reader)",
        "child = os.fork()",
        "if child == 0:",
        f"    signal.alarm({SECONDS})",
        textwrap.indent(textwrap.dedent(child), "    "),
        "else:",
        "    _, status = os.waitpid(child, 0)",
        textwrap.indent(textwrap.dedent(parent), "    "),
        "    print('status', os.waitstatus_to_exitcode(status), flush=True)"])
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, str(root)], capture_output=True, text=True,
                          timeout=2 * SECONDS)
    assert (done.returncode, done.stderr) == (0, "")
    *lines, status = done.stdout.splitlines()
    assert status == "status 0"
    return lines


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_child_ends_beside_an_open_scan_which_the_parent_reads_on(root, opening):
    lines = in_child(root, opening, "print('here', flush=True)",
                     "print(first.num_rows + sum(batch.num_rows for batch in reader))")
    assert lines == ["here", str(ROWS)]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_child_reads_no_scan_of_its_parent_but_scans_of_its_own(root, opening):
    """Without threads it may read both."""
    child = """
        print(table.scan(["packed"], threads=3).read_all().num_rows, flush=True)
        print(table.lookup({"packed": 2130}, ["packed"])["packed"].to_pylist()[0], flush=True)
        print(cif.open(root).scan(["packed"], threads=3).read_all().num_rows, flush=True)
        try:
            print(first.num_rows + sum(batch.num_rows for batch in reader), flush=True)
        except Exception as error:
            print(type(error).__name__, error, flush=True)
        del reader, first, table
        print("dropped", flush=True)
        """
    *new, old, end = in_child(root, opening, child)
    assert new == [str(ROWS), "2130", str(ROWS)] and end == "dropped"
    if opening == "alone":
        assert old == str(ROWS)
    else:
        assert "the scan was opened by another process, from which this one was forked" in old
        assert old.startswith("Error" if opening == "a_dataset" else "ArrowInvalid")


def rows_of_day(day):
    return opened.scan(["packed"], [("day", "=", day)], threads=2).read_all().num_rows


def test_a_pool_of_processes_shares_a_table(root, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "opened", cif.open(root), raising=False)
    running = opened.scan(threads=3)
    first = next(running).num_rows
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map_async(rows_of_day, DAYS * 2).get(SECONDS) == [3000] * 8
    assert first + sum(batch.num_rows for batch in running) == ROWS


def deleted_rows_left(_):
    return opened.scan(threads=2).read_all().num_rows, opened.lookup({"n": 5}, ["n"]).num_rows


def test_a_pool_of_processes_leaves_deleted_rows_out(monkeypatch):
    table = cif.open(GOLDEN.parent / "deletes" / "table")
    monkeypatch.setattr(sys.modules[__name__], "opened", table, raising=False)
    running = table.scan(threads=2, batch_rows=10)
    first = next(running).num_rows
    expected = deleted_rows_left(None)
    assert expected[0] == 87 + 46000 + 9  # testdata/deletes/rows.txt
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map_async(deleted_rows_left, range(6)).get(SECONDS) == [expected] * 6
    assert first + sum(batch.num_rows for batch in running) == expected[0]


class Loaded:
    """A data set of a loader, which is forked for its workers: each reads its share of the fragments."""

    def __init__(self, path):
        self.data = cif.dataset(path, threads=2)
        self.rows = self.data.to_batches(["packed"], batch_size=100)
        self.example = next(self.rows)  # as loaders look at one before they fork

    def share(self, worker, workers):
        for fragment in list(self.data.get_fragments())[worker::workers]:
            for batch in fragment.to_batches(["packed"]):
                yield batch.num_rows


def work(loaded, worker, workers, results):
    for rows in loaded.share(worker, workers):
        results.put(rows)
    results.put(None)


def test_workers_of_a_loader_read_their_shares(root):
    """Starts them like torch's DataLoader."""
    context = multiprocessing.get_context("fork")
    loaded, results = Loaded(root), context.Queue()
    workers = [context.Process(target=work, args=(loaded, i, 2, results), daemon=True) for i in range(2)]
    for worker in workers:
        worker.start()
    rows, ended = 0, 0
    while ended < len(workers):
        got = results.get(timeout=SECONDS)
        rows, ended = rows + (got or 0), ended + (got is None)
    for worker in workers:
        worker.join(SECONDS)
    assert rows == ROWS and [worker.exitcode for worker in workers] == [0, 0]
    assert loaded.example.num_rows + sum(batch.num_rows for batch in loaded.rows) == ROWS
