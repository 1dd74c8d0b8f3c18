"""Tables with deleted rows: every way to read them leaves the rows out."""

import json
import pathlib
import pickle
import random
import shutil
import subprocess

import cif
import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from .test_golden import GOLDEN

DELETES = GOLDEN.parent / "deletes"
CIF_SCAN = pathlib.Path(__file__).resolve().parents[2] / "build" / "cif-scan"

# Split-directories of the golden table, their rows, and those that a committed change deletes.
SPLITS = [
    (0, "a", 100, lambda n: n in (3, 7, 99) or 50 <= n < 60),
    (0, "b", 70000, lambda n: n % 3 == 0 or n > 69000),
    (1, "a", 100, lambda n: True),
    (1, "b", 10, lambda n: n == 0),
]
WANTED = [{"n": n, "s": f"text {n % 7}", "p": str(p)} for p, _, rows, deleted in SPLITS
          for n in range(rows) if not deleted(n)]
SCHEMA = pa.schema([("n", pa.int32()), ("s", pa.string()), ("p", pa.string())])


@pytest.fixture(scope="module")
def wanted():
    return pa.Table.from_pylist(WANTED, SCHEMA)


@pytest.fixture
def table():
    return cif.open(DELETES / "table")


@pytest.fixture
def hidden(tmp_path):
    """A copy without the files of deleted rows."""
    shutil.copytree(DELETES / "table", tmp_path / "table")
    for file in (tmp_path / "table").rglob("*.deletes"):
        file.unlink()
    return tmp_path / "table"


def test_the_rows_are_those_that_java_has_written_down(table):
    lines = [line.split() for line in (DELETES / "rows.txt").read_text().splitlines()]
    assert table.num_rows == len(table) == len(WANTED) == sum(int(rows) for _, rows, _ in lines)
    for number, (_, rows, total) in enumerate(lines):
        read = table._only([number]).scan(["n"]).read_all()
        assert (read.num_rows, pc.sum(read["n"]).as_py() or 0) == (int(rows), int(total))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("batch_rows", [100, 32768])
def test_scans(table, wanted, threads, batch_rows):
    assert table.scan(threads=threads, batch_rows=batch_rows).read_all() == wanted
    for strings in ("view", "dictionary"):
        read = table.scan(["s"], threads=threads, batch_rows=batch_rows, strings=strings).read_all()
        assert read["s"].to_pylist() == wanted["s"].to_pylist()
    some = table.scan(["n"], threads=threads, in_order=False).read_all()
    assert sorted(some["n"].to_pylist()) == sorted(wanted["n"].to_pylist())


N, S, P = pc.field("n"), pc.field("s"), pc.field("p")
FILTERS = [
    ([("n", "<", 60)], N < 60),
    ([("n", "=", 3)], N == 3),
    ([("n", ">", 68990)], N > 68990),
    ([("n", "is null")], N.is_null()),
    ([("s", "contains", "t 3"), ("n", ">=", 50)], (S == "text 3") & (N >= 50)),
    ([("or", ("s", "=", "text 5"), ("n", "in", [4, 9, 99]))], (S == "text 5") | N.isin([4, 9, 99])),
    ([("not", ("s", "=", "text 5")), ("p", "=", "1")], (S != "text 5") & (P == "1")),
    ([("p", "=", "1")], P == "1"),
]


@pytest.mark.parametrize("conditions, expression", FILTERS)
def test_filters(table, wanted, conditions, expression):
    expected = wanted.filter(expression)
    assert table.scan(filter=conditions).read_all() == expected
    dataset = cif.dataset(DELETES / "table")
    assert dataset.to_table(filter=expression) == expected
    assert dataset.count_rows(expression) == expected.num_rows
    assert sum(f.count_rows(expression) for f in dataset.get_fragments()) == expected.num_rows


def test_lookups(table, wanted):
    for keys in ([{"n": 3}], [{"n": n} for n in (2, 7, 8, 69001, 68999)], [{"s": "text 4", "p": "1"}]):
        columns = [[key.get(name) for key in keys] for name in ("n", "s", "p")]
        expected = [row for row in WANTED if any(all(row[c] == v for c, v in key.items()) for key in keys)]
        assert table.lookup(keys).to_pylist() == expected, columns


def test_ranges_and_heads_count_the_rows_that_are_left(table, wanted):
    rng = random.Random(5)
    for _ in range(20):
        first, count = rng.randrange(len(WANTED)), rng.choice([1, 40, 5000, 60000])
        read = pa.Table.from_batches(
            table._batches({"n": "n", "p": "p"}, [], {"threads": rng.choice([1, 2])}, (first, count)),
            pa.schema([SCHEMA.field("n"), SCHEMA.field("p")]))
        assert read == wanted.slice(first, count).select(["n", "p"])
    dataset = cif.dataset(DELETES / "table")
    for count in (0, 5, 90, 40000, 99999):
        assert dataset.head(count) == wanted.slice(0, count)
    assert dataset.take([0, 3, 90, 46000]).to_pylist() == [WANTED[i] for i in (0, 3, 90, 46000)]
    assert pickle.loads(pickle.dumps(dataset)).to_table() == wanted


def test_counts_open_no_file(hidden):
    dataset = cif.dataset(hidden)
    table = dataset.table
    before = table.files_opened
    assert table.num_rows == dataset.count_rows() == len(WANTED)
    assert dataset.count_rows(P == "1") == 9
    assert sum(batch.num_rows for batch in table.scan(["p"])) == len(WANTED)
    assert table.files_opened == before
    assert table.scan(["n"], filter=[("p", "=", "x")]).read_all().num_rows == 0
    with pytest.raises(OSError, match=r"_first\.deletes|_second\.deletes"):
        table.scan(["n"]).read_all()


def test_engines(table, wanted):
    dataset = cif.dataset(DELETES / "table")
    memory = wanted  # noqa: F841
    for query in ("SELECT count(*), sum(n), min(n), max(n), count(s) FROM {}",
                  "SELECT p, min(n), max(n) FROM {} GROUP BY p ORDER BY p",
                  "SELECT n, s FROM {} WHERE n % 1000 = 1 ORDER BY ALL",
                  "SELECT count(*) FROM {} WHERE s LIKE 'text 3%' AND n BETWEEN 40 AND 200",
                  "SELECT max(n) FROM {} WHERE p = '0'",
                  "SELECT count(*) FROM (FROM {} LIMIT 70)"):
        assert duckdb.sql(query.format("dataset")).fetchall() == duckdb.sql(query.format("memory")).fetchall(), query
    lazy = cif.scan_cif(DELETES / "table")
    frame = polars.from_arrow(wanted)
    assert lazy.collect().equals(frame)
    assert lazy.select(polars.len()).collect().item() == len(WANTED)
    assert lazy.head(95).collect().equals(frame.head(95))
    few = polars.col("n").is_between(45, 65) & (polars.col("s") != "text 2")
    assert lazy.filter(few).collect().equals(frame.filter(few))
    assert lazy.select(polars.col("n").max(), polars.col("s").null_count()).collect().equals(
        frame.select(polars.col("n").max(), polars.col("s").null_count()))


def scanned(*arguments):
    done = subprocess.run([CIF_SCAN, DELETES / "table", *arguments], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("threads", ["1", "3"])
def test_cif_scan(threads, tmp_path):
    def result(*arguments):
        return json.loads(scanned("--threads", threads, *arguments))["result"]

    assert result("--count") == len(WANTED)
    assert result("--sum", "--columns", "n") == {"n": sum(row["n"] for row in WANTED)}
    assert result("--count", "--where-eq", "s=text 3") == sum(row["s"] == "text 3" for row in WANTED)
    assert result("--count", "--where-eq", "p=1") == 9
    assert result("--distinct", "--columns", "p")["p"]["count"] == 2
    lines = scanned("--jsonl", "--threads", threads).splitlines()
    assert [json.loads(line) for line in lines] == [
        {"n": row["n"], "s": row["s"], "p": row["p"]} for row in WANTED]
    assert [json.loads(line) for line in scanned("--jsonl", "--key", "n=3", "--key", "n=4").splitlines()] == [
        row for row in WANTED if row["n"] in (3, 4)]
    scanned("--arrow", tmp_path / "rows.arrow", "--threads", threads)
    assert pa.ipc.open_file(tmp_path / "rows.arrow").read_all().num_rows == len(WANTED)


def test_a_damaged_file_is_an_error_that_names_it(tmp_path):
    shutil.copytree(DELETES / "table", tmp_path / "table")
    file = tmp_path / "table" / "p=0" / "b" / "_second.deletes"
    content = bytearray(file.read_bytes())
    content[5000] ^= 1
    file.write_bytes(content)
    with pytest.raises(OSError, match=r"_second\.deletes.*checksum"):
        cif.open(tmp_path / "table").scan().read_all()
