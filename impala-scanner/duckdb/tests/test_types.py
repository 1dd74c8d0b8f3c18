"""Values of all types: DuckDB's against the golden lines, which Java wrote, and against Arrow's."""

import json
import shutil

import cif
import duckdb
import pytest

from tests.test_golden import GOLDEN, NAMES, Type, same

OPTIONS = "truncate_timestamps := true, text_as_binary := true"


def as_table(connection, sql):
    return connection.sql(sql).to_arrow_table()


@pytest.mark.parametrize("batch_rows", [32768, 7])
@pytest.mark.parametrize("name", NAMES)
def test_golden_rows(connection, name, batch_rows):
    table = as_table(connection,
                     f"FROM read_cif('{GOLDEN / name}', batch_rows := {batch_rows}, {OPTIONS})")
    lines = (GOLDEN / f"{name}.jsonl").read_text().split("\n")[:-1]
    assert table.num_rows == len(lines)
    types = {c.name: Type(c.type) for c in cif.open(GOLDEN / name).columns}
    columns = {c: table.column(c).to_pylist() for c in table.column_names}
    assert set(columns) == set(types)
    for i, line in enumerate(lines):
        for column, wanted in json.loads(line, parse_float=str, parse_int=str).items():
            value = columns[column][i]
            assert same(value, wanted, types[column]), f"row {i}, {column}: {value} for {wanted}"


def test_types_of_columns(connection):
    described = connection.sql(
        f"SELECT column_name, column_type FROM (DESCRIBE FROM read_cif('{GOLDEN / 'auto'}'))").fetchall()
    types = {c.name: c.type for c in cif.open(GOLDEN / "auto").columns}
    assert [name for name, _ in described] == list(types)
    named = {types[name]: type_ for name, type_ in described}
    expected = {
        "boolean": "BOOLEAN", "tinyint": "TINYINT", "smallint": "SMALLINT", "int": "INTEGER", "bigint": "BIGINT",
        "float": "FLOAT", "double": "DOUBLE", "decimal(18,4)": "DECIMAL(18,4)", "string": "VARCHAR",
        "binary": "BLOB", "date": "DATE", "timestamp": "TIMESTAMP",
        "timestamp with local time zone": "TIMESTAMP WITH TIME ZONE", "array<array<string>>": "VARCHAR[][]",
        "map<date,double>": "MAP(DATE, DOUBLE)", "struct<a:int,b:string>": "STRUCT(a INTEGER, b VARCHAR)",
    }
    assert {text: named[text] for text in expected} == expected
    assert any(type_.startswith('UNION("0"') for type_ in named.values())


def test_options_change_types(connection):
    path = GOLDEN / "auto"
    names = ["c11 string", "c16 timestamp", "c17 timestamp_with_local_time_zone"]
    relation = connection.sql(f"FROM read_cif('{path}', columns := {names}, text_as_binary := true, "
                              "timestamp_unit := 'ns', truncate_timestamps := true)")
    assert relation.types == ["BLOB", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE"]
    arrow = cif.open(path).scan(names[1:2], timestamp_unit="ns").read_all()
    assert relation.select('"c16 timestamp"').to_arrow_table().column(0).to_pylist() == arrow.column(0).to_pylist()


def test_timestamps_are_exact_or_an_error(connection):
    with pytest.raises(duckdb.Error, match="c16 timestamp.*nanoseconds"):
        connection.sql(f"SELECT \"c16 timestamp\" FROM read_cif('{GOLDEN / 'auto'}')").fetchall()


def test_text_that_is_not_utf8_is_an_error(connection, tmp_path):
    shutil.copytree(GOLDEN / "plain", tmp_path / "t")
    file = next((tmp_path / "t").glob("*c11_string.col"))
    content = file.read_bytes()
    text = "größe".encode()
    assert text in content
    file.write_bytes(content.replace(text, text.replace(b"\xc3", b"\xff")))
    source = f"read_cif('{tmp_path / 't'}', columns := {{'s': 'c11 string'}}, verify_checksums := false"
    with pytest.raises(duckdb.Error, match="column 's'.*not UTF-8"):
        connection.sql(f"FROM {source})").fetchall()
    blobs = connection.sql(f"FROM {source}, text_as_binary := true)").fetchall()
    assert (text.replace(b"\xc3", b"\xff"),) in blobs


def test_fields_of_structs_that_are_null_are_null(connection):
    """Covers DuckDB's reads of a field's vector, which ignore the vector of the struct."""
    source = f"read_cif('{GOLDEN / 'auto'}', {OPTIONS})"
    struct = '"c25 struct_a_int_b_string_"'
    rows = connection.sql(f"SELECT {struct}.a, {struct}.b, {struct} FROM {source}").fetchall()
    assert any(s is None for _, _, s in rows)
    for a, b, s in rows:
        assert (a, b) == ((s["a"], s["b"]) if s else (None, None))


def test_entries_of_equal_keys_are_one(connection):
    """Covers duplicate keys: the last entry counts, also for DuckDB's own functions."""
    path, column = GOLDEN / "auto", "c21 map_string_string_"
    maps = cif.open(path).scan([column]).read_all().column(0).to_pylist()
    assert any(m and len(m) > len(dict(m)) for m in maps)
    sql = f"SELECT map_keys(m), map_values(m), m['a'] FROM read_cif('{path}', columns := {{'m': '{column}'}})"
    for entries, (keys, values, value) in zip(maps, connection.sql(sql).fetchall(), strict=True):
        wanted = None if entries is None else dict(entries)
        assert (None if keys is None else dict(zip(keys, values, strict=True))) == wanted
        assert value == (wanted or {}).get("a")
