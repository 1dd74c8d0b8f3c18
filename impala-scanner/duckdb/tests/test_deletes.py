"""read_cif of tables with deleted rows."""

import shutil

import duckdb
import pyarrow
import pytest

from tests.test_deletes import DELETES, SCHEMA, WANTED

QUERIES = [
    "SELECT count(*) FROM {}",
    "SELECT count(*), count(n), sum(n), min(n), max(n) FROM {}",
    "SELECT p, count(*), min(n), max(n), min(s) FROM {} GROUP BY p ORDER BY p",
    "SELECT n FROM {} WHERE n < 70 ORDER BY ALL",
    "SELECT count(*) FROM {} WHERE s = 'text 3' AND n >= 100",
    "SELECT count(*) FROM {} WHERE s LIKE 'text 3%' OR n IN (4, 7, 60)",
    "SELECT n, s FROM {} WHERE n > 68990 ORDER BY ALL",
    "SELECT count(*) FROM (FROM {} LIMIT 95)",
    "SELECT DISTINCT s FROM {} WHERE p = '1' ORDER BY ALL",
]


@pytest.mark.parametrize("query", QUERIES)
def test_queries_see_the_rows_that_are_left(connection, query):
    memory = pyarrow.Table.from_pylist(WANTED, SCHEMA)
    connection.register("memory", memory)
    source = f"read_cif('{DELETES / 'table'}')"
    assert connection.sql(query.format(source)).fetchall() == connection.sql(query.format("memory")).fetchall()


@pytest.mark.parametrize("condition", ["n < 60", "n = 3", "s = 'text 5' OR n IN (4, 9, 99)", "p = '1'", "n IS NULL",
                                       "s LIKE 'text 3%' AND n >= 50"])
def test_filters_that_read_cif_evaluates(connection, condition):
    connection.register("memory", pyarrow.Table.from_pylist(WANTED, SCHEMA))
    pushed = f"read_cif('{DELETES / 'table'}', filter := '{condition.replace(chr(39), 2 * chr(39))}')"
    query = "SELECT count(*), sum(n) FROM {}"
    assert connection.sql(query.format(pushed)).fetchall() == connection.sql(
        f"{query.format('memory')} WHERE {condition}").fetchall()


def test_partitions_are_counted_without_the_files_of_deleted_rows(connection, tmp_path):
    shutil.copytree(DELETES / "table", tmp_path / "table")
    for file in (tmp_path / "table").rglob("*.deletes"):
        file.unlink()
    source = f"read_cif('{tmp_path / 'table'}')"
    # DuckDB asks for a column, the first one, if it counts rows alone.
    assert connection.sql(f"SELECT p, count(p) FROM {source} GROUP BY p ORDER BY p").fetchall() == [
        ("0", len(WANTED) - 9), ("1", 9)]
    assert f"~{len(WANTED):,} rows" in connection.sql(f"EXPLAIN SELECT p FROM {source}").fetchall()[0][1]
    with pytest.raises(duckdb.Error, match=r"\.deletes.*does not exist"):
        connection.sql(f"SELECT sum(n) FROM {source}").fetchall()
