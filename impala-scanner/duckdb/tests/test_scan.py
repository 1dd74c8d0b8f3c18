"""Use of read_cif: columns, partitions, threads, limits, views, errors."""

import re
import shutil

import cif
import duckdb
import pytest

from tests.described import add_partitions, write_table_file
from tests.renamed import copy_renamed
from tests.test_golden import GOLDEN

ENCODINGS = GOLDEN / "encodings"
FILTERS = GOLDEN.parent / "filters" / "table" / "split"


def test_columns_are_opened_by_name_alone(connection, copy):
    wanted = connection.sql(f"SELECT words, runs FROM read_cif('{ENCODINGS}')").fetchall()
    for file in copy.glob("*.col"):
        if not re.fullmatch(r"\d+-(words|runs)\.col", file.name):
            file.unlink()
    assert connection.sql(f"SELECT words, runs FROM read_cif('{copy}')").fetchall() == wanted
    with pytest.raises(duckdb.Error, match="html"):
        connection.sql(f"SELECT html FROM read_cif('{copy}')").fetchall()


HISTORY = GOLDEN.parent / "tables" / "history"


def test_a_table_file_says_what_the_table_is(connection):
    connection.execute(f"CREATE VIEW ours AS FROM read_cif('{HISTORY}')")
    connection.execute(f"CREATE VIEW theirs AS FROM read_json('{HISTORY}.jsonl', columns := {{Host: 'VARCHAR', "
                       "id: 'BIGINT', b: 'INTEGER', note: 'VARCHAR', s: 'STRUCT(a INTEGER, b VARCHAR)', "
                       "amount: 'DECIMAL(10, 2)', dt: 'DATE', k: 'INTEGER'})")
    assert connection.sql("DESCRIBE ours").fetchall() == connection.sql("DESCRIBE theirs").fetchall()
    for query in ("FROM {} ORDER BY id", "SELECT count(*) FROM {}", "SELECT b, sum(amount) FROM {} GROUP BY b ORDER BY b",
                  "SELECT s.b, k FROM {} WHERE b = 7 OR note LIKE 'new%' ORDER BY id",
                  "SELECT dt, min(host), max(id) FROM {} WHERE dt IS NOT NULL GROUP BY dt ORDER BY dt"):
        assert (connection.sql(query.format("ours")).fetchall() == connection.sql(query.format("theirs")).fetchall()), query
    for condition in ("b = 7", "b > 7 AND amount < 5", "k IS NULL", "note IS NULL AND id >= 1", "dt = '2021-01-01'"):
        pushed = connection.sql(f"FROM read_cif('{HISTORY}', filter := '{condition.replace(chr(39), 2 * chr(39))}') ORDER BY id")
        assert pushed.fetchall() == connection.sql(f"FROM theirs WHERE {condition} ORDER BY id").fetchall(), condition


def test_a_partition_in_another_folder_is_the_tables(connection, tmp_path):
    shutil.copytree(HISTORY, tmp_path / "t")
    (tmp_path / "t" / "dt=2021-01-01" / "k=1").rename(tmp_path / "other")
    add_partitions(tmp_path / "t", {"values": ["2021-01-01", "1"], "location": (tmp_path / "other").as_uri()})
    for query in ("FROM read_cif('{}') ORDER BY id", "SELECT dt, count(*), max(host) FROM read_cif('{}') WHERE k = 1 GROUP BY dt"):
        assert (connection.sql(query.format(tmp_path / "t")).fetchall()
                == connection.sql(query.format(HISTORY)).fetchall() != []), query


def test_a_table_file_that_cannot_be_used_is_an_error(connection, tmp_path):
    write_table_file(tmp_path, [{"name": "n", "type": "int"}], transactional="full")
    with pytest.raises(duckdb.Error, match="_cif_table.*transactions"):
        connection.sql(f"FROM read_cif('{tmp_path}')")
    write_table_file(tmp_path, [{"name": "n", "type": "int"}])
    assert connection.sql(f"SELECT n FROM read_cif('{tmp_path}')").fetchall() == []


def test_parts_of_columns(connection):
    nested = GOLDEN / "auto"
    map_, struct = "c21 map_string_string_", "c25 struct_a_int_b_string_"
    columns = {"m": map_, "k": f"{map_}['a']", "s": struct, "b": f"{struct}.b"}
    texts = ", ".join("'{}': '{}'".format(name, text.replace("'", "''")) for name, text in columns.items())
    for form in ("{%s}" % texts, "MAP {%s}" % texts):
        rows = connection.sql(
            f"FROM read_cif('{nested}', columns := {form}, text_as_binary := true)").fetchall()
        assert len(rows) == 300
        assert any(k is not None for _, k, _, _ in rows)
        for m, k, s, b in rows:
            assert k == (m or {}).get(b"a")
            assert b == (s and s["b"])


def test_a_list_of_columns_names_them(connection):
    relation = connection.sql(f"FROM read_cif('{ENCODINGS}', columns := ['words', 'RUNS'])")
    assert relation.columns == ["words", "RUNS"]
    assert relation.fetchall() == connection.sql(
        f"SELECT words, runs FROM read_cif('{ENCODINGS}')").fetchall()


def test_rows_are_counted_and_come_in_order(connection, partitioned):
    source = f"read_cif('{partitioned}', batch_rows := 100)"
    assert connection.sql(f"SELECT count(*) FROM {source}").fetchall() == [(9000,)]
    rows = connection.sql(f"SELECT words, packed, html FROM {source}").fetchall()
    wanted = cif.open(partitioned).scan(["words", "packed", "html"]).read_all().to_pylist()
    assert rows == [tuple(row.values()) for row in wanted]


def test_partitions(connection, partitioned):
    relation = connection.sql(f"FROM read_cif('{partitioned}', partitions := {{'day': 'date'}})")
    assert relation.types[-1] == "DATE"
    assert relation.aggregate("day::VARCHAR AS day, count(*)").order("day").fetchall() == [
        ("2026-11-20", 3000), ("2026-11-21", 3000), (None, 3000)]
    assert connection.sql(f"SELECT DISTINCT day FROM read_cif('{partitioned}') WHERE day > '2026-11-20'"
                          ).fetchall() == [("2026-11-21",)]


@pytest.mark.parametrize("threads", [1, 4])
def test_threads(connection, partitioned, threads):
    connection.execute(f"SET threads = {threads}")
    sql = "SELECT day, words, count(*), sum(packed), min(html) FROM {} GROUP BY ALL ORDER BY ALL"
    rows = connection.sql(sql.format(f"read_cif('{partitioned}', batch_rows := 100)")).fetchall()
    arrow = cif.open(partitioned).scan().read_all()  # noqa: F841: DuckDB finds it by its name
    assert rows == duckdb.sql(sql.format("arrow")).fetchall()
    assert len(rows) == 9


def test_cardinality_is_known(connection, partitioned):
    plan = connection.sql(f"EXPLAIN SELECT words FROM read_cif('{partitioned}')").fetchall()[0][1]
    assert re.search(r"~9,?000 rows", plan), plan


def test_a_limit_ends_the_read(connection, partitioned):
    for file in (partitioned / "day=2026-11-21").rglob("*.col"):
        file.write_bytes(b"")
    assert len(connection.sql(f"SELECT words FROM read_cif('{partitioned}') LIMIT 10").fetchall()) == 10
    with pytest.raises(duckdb.Error, match="2026-11-21"):
        connection.sql(f"SELECT words FROM read_cif('{partitioned}')").fetchall()


def test_views_joins_and_prepared_statements(connection, partitioned):
    connection.execute(f"CREATE VIEW v AS FROM read_cif('{partitioned}')")
    single = connection.sql("SELECT count(*) FROM v JOIN v w USING (packed, html, words, day)").fetchall()
    assert single == connection.sql(
        "SELECT sum(n * n) FROM (SELECT count(*) n FROM v WHERE html IS NOT NULL AND words IS NOT NULL AND "
        "packed IS NOT NULL AND day IS NOT NULL GROUP BY packed, html, words, day)").fetchall()
    counted = connection.execute("SELECT count(runs) FROM read_cif(?)", [str(partitioned)])
    assert counted.fetchall() == connection.sql("SELECT count(runs) FROM v").fetchall()


def test_chunks_outlive_what_comes_after(connection, partitioned):
    """Holds several chunks at a time, and reads them last."""
    result = connection.execute(f"SELECT html, packed FROM read_cif('{partitioned}')")
    kept = [result.fetch_df_chunk() for _ in range(4)]
    wanted = cif.open(partitioned).scan(["html", "packed"]).read_all().to_pandas()
    at = 0
    for chunk in kept:
        assert chunk.html.tolist() == wanted.html[at:at + len(chunk)].tolist()
        at += len(chunk)
    assert at > 4000


@pytest.mark.parametrize("io", ["buffered", "mapped", "direct"])
def test_ways_to_read(connection, io):
    assert (connection.sql(f"SELECT html FROM read_cif('{ENCODINGS}', io := '{io}')").fetchall()
            == connection.sql(f"SELECT html FROM read_cif('{ENCODINGS}')").fetchall())


@pytest.mark.parametrize("call, message", [
    ("'{path}/nowhere'", "nowhere"),
    ("NULL", "NULL"),
    ("'{path}', columns := ['nowhere']", "nowhere"),
    ("'{path}', columns := 'words'", "list of texts"),
    ("'{path}', columns := []", "at least one"),
    ("'{path}', columns := ['words', NULL]", "columns has NULL"),
    ("'{path}', columns := {{'a': NULL}}", "columns has NULL"),
    ("'{path}', columns := MAP {{'a': NULL}}", "columns has NULL"),
    ("'{path}', partitions := {{'day': NULL}}", "partitions has NULL"),
    ("'{path}', columns := ['words', 'words']", "words"),
    ("'{path}', columns := {{'a': 'words.b'}}", "words"),
    ("'{path}', partitions := {{'day': 'dates'}}", "dates"),
    ("'{path}', partitions := ['day']", "struct or map"),
    ("'{path}', io := 'fast'", "buffered, direct, mapped"),
    ("'{path}', timestamp_unit := 'ms'", "ns, us"),
    ("'{path}', batch_rows := 0", "at least 1"),
    ("'{path}', column := 'words'", "column"),
])
def test_what_cannot_be_is_refused(connection, call, message):
    with pytest.raises(duckdb.Error, match=message):
        connection.sql(f"FROM read_cif({call.format(path=ENCODINGS)})").fetchall()
    assert connection.sql("SELECT 1").fetchall() == [(1,)]


def test_damage_is_an_error_that_names_its_place(connection, copy):
    file = next(copy.glob("*-words.col"))
    content = bytearray(file.read_bytes())
    content[10] ^= 1
    file.write_bytes(content)
    with pytest.raises(duckdb.Error) as raised:
        connection.sql(f"SELECT words FROM read_cif('{copy}')").fetchall()
    assert str(file) in str(raised.value)
    assert "words" in str(raised.value)
    assert re.search(r"offset|byte", str(raised.value)), raised.value
    assert len(connection.sql(f"SELECT runs FROM read_cif('{copy}')").fetchall()) == 3000


def test_no_damaged_byte_gives_other_rows(connection, tmp_path):
    """Changes bytes in each file of a split: the result is an error, or the same rows."""
    wanted = connection.sql(f"FROM read_cif('{ENCODINGS}')").fetchall()
    shutil.copytree(ENCODINGS, tmp_path / "t")
    refused = 0
    for file in sorted((tmp_path / "t").iterdir()):
        content = file.read_bytes()
        for at in {len(content) * part // 7 for part in range(7)} | {len(content) - 1}:
            file.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1:])
            try:
                assert connection.sql(f"FROM read_cif('{tmp_path / 't'}')").fetchall() == wanted
            except duckdb.Error:
                refused += 1
        file.write_bytes(content)
    assert refused > 50


@pytest.mark.parametrize("name", ["a,b", "a.b", "a['k']", '"a"', "it's", "a\nb", " a ", "é", "a[0]", "AND", "x'] = 1", "`", "="])
def test_names_of_every_kind(connection, tmp_path, name):
    copy_renamed(FILTERS, tmp_path / "t", [name])
    quoted = '"' + name.replace('"', '""') + '"'
    listed = name.replace("'", "''")
    wanted = connection.sql(f"SELECT n, guid FROM read_cif('{FILTERS}') WHERE n > 300").fetchall()
    for source in (f"read_cif('{tmp_path}/t') WHERE {quoted} > 300",
                   f"read_cif('{tmp_path}/t', columns := ['{listed}', 'guid'], filter := '{quoted.replace(chr(39), chr(39) * 2)} > 300')"):
        assert connection.sql(f"SELECT {quoted}, guid FROM {source}").fetchall() == wanted


def test_a_name_with_nul_needs_another_one(connection, tmp_path):
    copy_renamed(FILTERS, tmp_path / "t", ["a\0b"])
    with pytest.raises(duckdb.Error, match=r"a\\0b.*NUL"):
        connection.sql(f"FROM read_cif('{tmp_path}/t')")
    assert len(connection.sql(f"FROM read_cif('{tmp_path}/t', columns := ['guid'])").fetchall()) == 600
