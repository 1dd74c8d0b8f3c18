"""Hive writes tables; the same 40 questions to Hive and to DuckDB over libcif have the same answers.

Needs the project's bin/cif, which runs a Hive inside a JVM.
"""

import pathlib
import subprocess

import cif
import duckdb
import pytest

from .hive import answers
from .hive.queries import QUERIES

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).parent / "hive"
PARTITIONS = {"pages": {"fetched": "date"}}


@pytest.fixture(scope="module")
def hive(tmp_path_factory):
    """Makes a folder with Hive's tables in `home` and its answers in `answers/N`."""
    folder = tmp_path_factory.mktemp("hive")
    script = [(HERE / "tables.sql").read_text()]
    for i, query in enumerate(QUERIES):
        script.append(
            f"INSERT OVERWRITE LOCAL DIRECTORY '{folder}/answers/{i}'\n"
            f"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t'\n{query.hive};")
    (folder / "run.sql").write_text("\n".join(script))
    done = subprocess.run(
        [ROOT / "bin" / "cif", "sql", "--home", folder / "home", "-f", folder / "run.sql"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return folder


def table_of(hive, name):
    found = [p for p in (hive / "home").rglob(name) if p.is_dir() and p.parent.name in ("external", "warehouse")]
    assert len(found) == 1, found
    return cif.open(found[0], partitions=PARTITIONS.get(name))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("query", QUERIES, ids=lambda q: q.name)
def test_same_answer(hive, query, threads):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for name, scan in query.scans.items():
        reader = table_of(hive, scan.table).scan(
            scan.columns, scan.filter, threads=threads, in_order=threads == 1)
        connection.register(name, reader)
    rows = connection.execute(query.duckdb or query.hive).fetchall()
    lines = []
    for part in sorted((hive / "answers" / str(QUERIES.index(query))).glob("[!.]*")):
        text = part.read_text()
        lines += [line.split("\t") for line in text.split("\n")[:-1]]
    assert rows or not lines
    assert answers.difference(lines, rows) == ""


def test_every_answer_but_one_has_rows(hive):
    empty = [q.name for i, q in enumerate(QUERIES)
             if not any(p.stat().st_size for p in (hive / "answers" / str(i)).glob("[!.]*"))]
    assert empty == []


def test_damage_that_was_not_there_is_seen(hive):
    """Covers the comparison itself: one changed value is a difference."""
    rows = [(1, "a", 2.5), (2, None, None)]
    assert answers.difference([["1", "a", "2.5"], ["2", "\\N", "\\N"]], rows) == ""
    assert answers.difference([["1", "b", "2.5"], ["2", "\\N", "\\N"]], rows) != ""
    assert answers.difference([["1", "a", "2.5"], ["2", "\\N", "0.0"]], rows) != ""
    assert answers.difference([["1", "a", "2.5"]], rows) != ""
