"""Hive writes tables; the same 40 questions to Hive and to DuckDB over libcif have the same answers.

Needs the project's bin/cif, which runs a Hive inside a JVM.
"""

import os
import pathlib

import duckdb
import pytest

from .hive import answers, asked, changed, queries

HERE = pathlib.Path(__file__).parent / "hive"
PARTITIONS = {"pages": {"fetched": "date"}}

# At night all questions on tables with a past are asked, else each fourth.
CHANGED = changed.QUERIES if os.environ.get("CIF_NIGHTLY") else changed.QUERIES[::4]


@pytest.fixture(scope="module")
def hive(tmp_path_factory):
    """A folder with Hive's tables and its answers."""
    folder = tmp_path_factory.mktemp("hive")
    asked.ask(folder, [HERE / "tables.sql", HERE / "changed.sql"], queries.QUERIES + CHANGED)
    return folder


def duckdb_rows(query, table, threads):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for name, scan in query.scans.items():
        reader = table(scan.table).scan(scan.columns, scan.filter, threads=threads, in_order=threads == 1)
        connection.register(name, reader)
    return connection.execute(query.duckdb or query.hive).fetchall()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("query", queries.QUERIES, ids=lambda q: q.name)
def test_same_answer(hive, query, threads):
    rows = duckdb_rows(query, lambda name: asked.table(hive, name, partitions=PARTITIONS.get(name)), threads)
    lines = asked.answer(hive, queries.QUERIES.index(query))
    assert rows or not lines
    assert answers.difference(lines, rows) == ""


@pytest.mark.parametrize("query", CHANGED, ids=lambda q: q.name)
def test_same_answer_of_tables_with_a_past(hive, query):
    """libcif knows their columns by table files, Hive by its metastore."""
    rows = duckdb_rows(query, lambda name: asked.table(hive, name), 2)
    lines = asked.answer(hive, len(queries.QUERIES) + CHANGED.index(query))
    assert lines, "Hive has no rows"
    assert answers.difference(lines, rows) == ""


def test_every_answer_but_one_has_rows(hive):
    empty = [q.name for i, q in enumerate(queries.QUERIES) if not asked.answer(hive, i)]
    assert empty == []


def test_damage_that_was_not_there_is_seen(hive):
    """Covers the comparison itself: one changed value is a difference."""
    rows = [(1, "a", 2.5), (2, None, None)]
    assert answers.difference([["1", "a", "2.5"], ["2", "\\N", "\\N"]], rows) == ""
    assert answers.difference([["1", "b", "2.5"], ["2", "\\N", "\\N"]], rows) != ""
    assert answers.difference([["1", "a", "2.5"], ["2", "\\N", "0.0"]], rows) != ""
    assert answers.difference([["1", "a", "2.5"]], rows) != ""
