"""Conditions of read_cif: they give the rows of DuckDB's WHERE, and open no unneeded file."""

import shutil

import duckdb
import pytest

from tests.test_golden import GOLDEN

ENCODINGS = GOLDEN / "encodings"
AUTO = GOLDEN / "auto"


def filtered(connection, table, condition, **options):
    named = "".join(f", {name} := {value}" for name, value in options.items())
    text = condition.replace("'", "''")
    return connection.sql(f"FROM read_cif('{table}', filter := '{text}'{named})").fetchall()


@pytest.mark.parametrize("condition", [
    "packed = 3217", "packed <> 5900", "packed != 5900", "packed < 5900", "packed <= 5900", "packed > 5900",
    "packed >= 5900", "packed == 3217", "packed BETWEEN 3000 AND 5000", "packed NOT BETWEEN 3000 AND 5000",
    "words = 'text/html'", "words IN ('text/html', 'nothing')", "words NOT IN ('text/html', 'nothing')",
    "packed in (3217,3000)", "words LIKE 'text/%'", "words LIKE '%t%'", "words NOT LIKE '%html%'", "words LIKE 'text/html'",
    "long_nulls IS NULL", "long_nulls is not null", "NOT long_nulls IS NULL", "long_nulls > 0 OR words = 'text/html'",
    "NOT (long_nulls > 0)", "NOT (packed > 5000 AND words = 'text/html') and runs >= 0",
    "\"packed\" > 5000 AND (words = 'text/html' OR (words LIKE 'image%' AND NOT packed < 5900))",
    "html LIKE '%page 1%' AND packed > -75", "PACKED>5000 and not(WORDS='text/html')",
])
def test_the_rows_of_where(connection, condition):
    rows = filtered(connection, ENCODINGS, condition)
    assert rows == connection.sql(f"FROM read_cif('{ENCODINGS}') WHERE {condition}").fetchall()
    assert rows


@pytest.mark.parametrize("column, values", [
    ("c0 boolean", ["= TRUE", "= false"]), ("c3 int", ["= 640", "> -5"]), ("c6 double", ["< 1e3"]),
    ("c10 decimal_", ["< -1969909212464578885656235754"]), ("c11 string", ["= 'größe'"]),
    ("c15 date", ["= DATE '1974-03-03'", "> '1974-03-03'"]),
    ("c16 timestamp", ["< TIMESTAMP '1970-01-19 15:27:12'"]),
    ("c25 struct_a_int_b_string_", ["IS NULL"]),
])
def test_conditions_on_every_type(connection, column, values):
    options = "truncate_timestamps := true"
    for value in values:
        rows = filtered(connection, AUTO, f'"{column}" {value}', columns=f"['{column}']", truncate_timestamps="true")
        assert rows == connection.sql(f"SELECT \"{column}\" FROM read_cif('{AUTO}', {options}) "
                                      f'WHERE "{column}" {value}').fetchall()
        assert rows


def test_conditions_on_parts_of_values(connection):
    column = "c20 map_string_int_"
    field = '"c25 struct_a_int_b_string_".a'
    for condition in (f"\"{column}\"['key-2'] > 500", f"{field} > 0", f"{field} IS NULL"):
        rows = filtered(connection, AUTO, condition, columns="{'n': 'c3 int'}")
        assert rows == connection.sql(
            f"SELECT \"c3 int\" FROM read_cif('{AUTO}') WHERE {condition}").fetchall()
        assert rows


def test_words_that_sql_lacks(connection):
    source = f"FROM read_cif('{ENCODINGS}') WHERE "
    for condition, sql in (("html CONTAINS 'page 1'", "contains(html, 'page 1')"),
                           ("words STARTS WITH 'image'", "starts_with(words, 'image')"),
                           ("words NOT CONTAINS 'image'", "NOT contains(words, 'image')")):
        rows = filtered(connection, ENCODINGS, condition)
        assert rows == connection.sql(source + sql).fetchall()
        assert 0 < len(rows) < 3000


def test_blocks_and_folders_are_left_out(connection, copy, partitioned):
    for file in copy.glob("*html*"):
        file.unlink()
    assert filtered(connection, copy, "packed > 1000000", columns="['html']") == []
    with pytest.raises(duckdb.Error, match="html"):
        filtered(connection, copy, "packed > 0", columns="['html']")
    for folder in ("day=2026-11-20", "day=__HIVE_DEFAULT_PARTITION__"):
        for file in (partitioned / folder).rglob("*.col"):
            file.unlink()
    assert len(filtered(connection, partitioned, "day = '2026-11-21'", partitions="{'day': 'date'}")) == 3000


def test_where_and_filter_go_together(connection, partitioned):
    connection.execute("SET threads = 4")
    rows = connection.sql(f"SELECT count(*), min(packed) FROM read_cif('{partitioned}', filter := 'packed > 5000') "
                          "WHERE words = 'text/html'").fetchall()
    assert rows == connection.sql(f"SELECT count(*), min(packed) FROM read_cif('{partitioned}') "
                                  "WHERE packed > 5000 AND words = 'text/html'").fetchall()


@pytest.mark.parametrize("condition, message", [
    ("", "character 1: its end where a column"),
    ("packed", "character 7: its end where a comparison"),
    ("packed >", "its end where a value"),
    ("packed > 5 runs", "character 12: 'runs' where AND, OR or the end"),
    ("packed > words", "'words' where a value"),
    ("(packed > 5", r"its end where \)"),
    ("packed IN 5", r"where \( is"),
    ("packed IN (5", r"where \) is"),
    ("packed IS 5", "where NULL is"),
    ("packed BETWEEN 5 OR 6", "where AND is"),
    ("words = 'text", "character 9"),
    ("words LIKE 'a_b'", "cannot be pushed down"),
    ("words LIKE '%b'", "cannot be pushed down"),
    ("words STARTS 'b'", "STARTS WITH"),
    ("packed = 'many'", "many"),
    ("nowhere = 5", "nowhere"),
    ("words.a = 5", "words"),
    ("packed ; 5", "';'"),
    ("NOT " * 5000 + "packed = 5", "nested deeper"),
    ("(" * 100000, "nested deeper"),
])
def test_what_is_no_condition_is_refused(connection, condition, message):
    with pytest.raises(duckdb.Error, match=message):
        filtered(connection, ENCODINGS, condition)


def test_a_folder_in_the_place_of_a_table(connection, tmp_path):
    assert connection.sql(f"SELECT count(*) FROM '{ENCODINGS}'").fetchall() == [(3000,)]
    assert connection.sql(f"SELECT runs FROM '{ENCODINGS}/' LIMIT 2").fetchall() == connection.sql(
        f"SELECT runs FROM read_cif('{ENCODINGS}') LIMIT 2").fetchall()
    with pytest.raises(duckdb.CatalogException):
        connection.sql(f"FROM '{tmp_path}/nowhere'")
    with pytest.raises(duckdb.CatalogException):
        connection.sql("FROM nowhere")
    shutil.copytree(ENCODINGS, tmp_path / "t.parquet")
    connection.execute("CREATE TABLE here (i INT)")
    assert connection.sql("FROM here").fetchall() == []
