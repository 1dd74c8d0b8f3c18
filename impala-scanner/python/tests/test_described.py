"""Tests of tables with a table file: names, types, defaults and partitions are those of the file."""

import datetime
import decimal
import json
import pickle
import random
import shutil

import cif
import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from .described import add_partitions, add_split, write_table_file
from .test_dataset import GOLDEN

COLUMNS = [
    {"name": "Id", "type": "bigint", "number": 1, "storedAs": ["a", "id"]},
    {"name": "amount", "type": "decimal(12,3)", "number": 5, "default": "1.50"},
    {"name": "b", "type": "int", "number": 4, "storedAs": [], "default": "7"},
    {"name": "text", "type": "string", "default": "none yet"},
    {"name": "s", "type": "struct<new:date,A:bigint>"},
    {"name": "day", "type": "date", "default": "2020-02-29"},
]
MEMBERS = {
    "keys": {"table": "k", "next": 6, "dropped": [{"number": 2, "storedAs": ["b"]}, {"number": 3, "storedAs": ["gone"]}]},
    "partitionColumns": [{"name": "dt", "type": "date"}, {"name": "n", "type": "smallint"}],
}
TYPES = [pa.int64(), pa.decimal128(12, 3), pa.int32(), pa.string(),
         pa.struct([("new", pa.date32()), ("A", pa.int64())]), pa.date32(), pa.date32(), pa.int16()]


def golden(*columns):
    return [cif.open(GOLDEN / "plain").scan([c]).read_all()[c].combine_chunks() for c in columns]


@pytest.fixture
def folder(tmp_path):
    """Makes a table of three split-directories: before a column was renamed, others dropped and
    added; after it; and of a writer that knew the older names."""
    t = tmp_path / "t"
    add_split(GOLDEN / "plain", t / "dt=2026-01-01" / "n=1" / "0",
              [("c3 int", "a", None), ("c11 string", "b", None), ("c4 bigint", "gone", None),
               ("c25 struct_a_int_b_string_", "s", None)])
    add_split(GOLDEN / "plain", t / "dt=2026-01-02" / "n=x" / "0",
              [("c2 smallint", "b", "k/4"), ("c3 int", "ID", "k/1"), ("c11 string", "text", None),
               ("c15 date", "day", None)])
    add_split(GOLDEN / "plain", t / "dt=__HIVE_DEFAULT_PARTITION__" / "n=3" / "0",
              [("c3 int", "a", "k/1"), ("c11 string", "b", "k/2"), ("c7 decimal_", "amount", "k/5")])
    write_table_file(t, COLUMNS, **MEMBERS)
    return t


@pytest.fixture
def expected():
    """Makes the rows that the table has, from the golden values."""
    ids, bytes_, texts, structs, days, decimals = golden(
        "c3 int", "c2 smallint", "c11 string", "c25 struct_a_int_b_string_", "c15 date", "c7 decimal_")
    nothing = [None] * 300
    wanted = [None if s is None else {"new": None, "A": s["a"]} for s in structs.to_pylist()]
    columns = [
        ids.to_pylist() * 3,
        [decimal.Decimal("1.5")] * 600 + decimals.to_pylist(),
        [7] * 300 + bytes_.to_pylist() + [7] * 300,
        ["none yet"] * 300 + texts.to_pylist() + ["none yet"] * 300,
        wanted + nothing * 2,
        [datetime.date(2020, 2, 29)] * 300 + days.to_pylist() + [datetime.date(2020, 2, 29)] * 300,
        [datetime.date(2026, 1, 1)] * 300 + [datetime.date(2026, 1, 2)] * 300 + nothing,
        [1] * 300 + nothing + [3] * 300,
    ]
    names = [column["name"] for column in COLUMNS] + ["dt", "n"]
    return pa.table([pa.array(values, type) for values, type in zip(columns, TYPES)], names=names)


def test_rows_and_types_are_those_of_the_file(folder, expected):
    table = cif.open(folder)
    assert [c.name for c in table.columns] == expected.column_names
    assert [c.type for c in table.columns] == [c["type"] for c in COLUMNS] + ["date", "smallint"]
    assert [c.is_partition for c in table.columns] == [False] * 6 + [True] * 2
    assert table.schema.types == TYPES
    for options in ({}, {"threads": 3}, {"strings": "view"}, {"batch_rows": 7}):
        rows = table.scan(**options).read_all()
        assert rows.cast(expected.schema).equals(expected), options
    assert table.scan(["b", "text"]).read_all().equals(expected.select(["b", "text"]))
    assert table.scan({"x": "s.A"}).read_all()["x"].to_pylist() == pc.struct_field(expected["s"], "A").to_pylist()
    assert len(table) == 900
    assert cif.open(folder, partitions={"N": "string"}).scan(["n"]).read_all()["n"].to_pylist()[300] == "x"


def test_the_golden_table_has_its_rows():
    root = GOLDEN.parent / "tables"
    expected = [json.loads(line, parse_float=decimal.Decimal) for line in (root / "history.jsonl").read_text().splitlines()]
    for row in expected:
        row["dt"] = row["dt"] and datetime.date.fromisoformat(row["dt"])
    data = cif.dataset(root / "history")
    assert data.to_table().to_pylist() == expected
    assert data.to_table(filter=(pc.field("b") == 7) & (pc.field("id") > 0)).to_pylist() == expected[1:4]
    assert cif.dataset(root / "history" / "dt=2021-01-01" / "k=1").to_table().to_pylist() == expected[:2]


@pytest.fixture
def moved(tmp_path):
    """Makes the golden table with two of its three partitions outside of its folder."""
    t, elsewhere = tmp_path / "t", tmp_path / "else where"
    shutil.copytree(GOLDEN.parent / "tables" / "history", t)
    (t / "dt=2021-01-01" / "k=1").rename(elsewhere)
    (t / "dt=__HIVE_DEFAULT_PARTITION__").rename(tmp_path / "null")
    add_partitions(t, {"values": ["2021-01-01", "1"], "location": f"file:{elsewhere}"},
                   {"values": [None, "2"], "location": f"{tmp_path / 'null'}/"},
                   {"values": ["2021-01-09", "9"], "location": f"file://{tmp_path / 'nowhere'}"})
    # Rows with the values of a partition elsewhere are none of the table's.
    shutil.copytree(t / "dt=2021-01-02" / "k=x", t / "dt=2021-01-01" / "k=1")
    return t


def by_id(rows):
    return sorted(rows, key=lambda row: row["id"])


def test_partitions_in_other_folders_are_the_tables(moved, monkeypatch):
    expected = cif.dataset(GOLDEN.parent / "tables" / "history").to_table().to_pylist()
    data = cif.dataset(moved)
    assert by_id(data.to_table().to_pylist()) == by_id(expected)
    for filter, wanted in ((pc.field("k") == 1, [row for row in expected if row["k"] == 1]),
                           (pc.field("dt").is_null(), [row for row in expected if row["dt"] is None])):
        assert wanted and by_id(data.to_table(filter=filter).to_pylist()) == by_id(wanted)
    assert by_id(pickle.loads(pickle.dumps(data)).to_table().to_pylist()) == by_id(expected)
    assert cif.open(moved / "dt=2021-01-01").num_rows == 0
    monkeypatch.chdir(moved.parent)
    assert by_id(cif.dataset("t").to_table().to_pylist()) == by_id(expected)


def test_a_partition_of_another_store_is_an_error_that_names_it(moved):
    add_partitions(moved, {"values": ["2021-01-01", "1"], "location": "hdfs://host/x"})
    with pytest.raises(cif.Error, match="_cif_table.*hdfs://host/x"):
        cif.open(moved)


LITERALS = {
    "Id": [0, 1, 5_000_000_000, -1], "b": [7, 8, 0, 40_000], "amount": [decimal.Decimal(x) for x in ("1.5", "2", "0")],
    "text": ["none yet", "", "m"], "day": [datetime.date(2020, 2, 29), datetime.date(1970, 1, 1)],
    "dt": [datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)], "n": [1, 2, 3],
}


def condition(some, values, depth=2):
    """Makes a condition at random."""
    if depth > 0 and some.random() < 0.6:
        parts = [condition(some, values, depth - 1) for _ in range(2)]
        return some.choice([parts[0] & parts[1], parts[0] | parts[1], ~parts[0]])
    name = some.choice(list(LITERALS))
    field, value = pc.field(name), some.choice(LITERALS[name] + values[name])
    return some.choice([field == value, field != value, field < value, field <= value, field > value, field >= value,
                        field.is_null(), field.is_valid(), field.isin([value, some.choice(LITERALS[name])])])


def test_filters_are_those_of_pyarrow_over_the_same_rows(folder, expected):
    data = cif.dataset(folder)
    some = random.Random(43)
    values = {name: [v for v in expected[name].to_pylist() if v is not None][:350:10] for name in LITERALS}
    sizes = set()
    for _ in range(400):
        wanted = condition(some, values)
        rows = expected.filter(wanted)
        columns = some.sample(expected.column_names, 3)
        found = data.to_table(columns=columns, filter=wanted)
        assert found.cast(rows.select(columns).schema).equals(rows.select(columns)), wanted
        assert data.count_rows(wanted) == rows.num_rows, wanted
        sizes.add(rows.num_rows)
    assert len(sizes) > 50


def test_engines_have_the_same_rows(folder, expected):
    data = cif.dataset(folder)
    assert data.to_table().cast(expected.schema).equals(expected)
    query = "SELECT b, count(*), sum(Id), max(amount) FROM {} WHERE text <> '' AND n < 3 GROUP BY b ORDER BY b NULLS LAST"
    assert duckdb.sql(query.format("data")).fetchall() == duckdb.sql(query.format("expected")).fetchall()
    frame = cif.scan_cif(folder).filter(polars.col("b") == 7).select("Id", "day").collect()
    assert frame.to_arrow().cast(pa.schema([("Id", pa.int64()), ("day", pa.date32())])).equals(
        expected.filter(pc.field("b") == 7).select(["Id", "day"]))
    opened = data.table.files_opened
    assert data.count_rows(pc.field("text") == "none yet") >= 600
    assert data.table.files_opened - opened == 1, "defaults are not looked for in files"


def test_fragments_and_pickled_datasets_have_the_same_rows(folder, expected):
    data = pickle.loads(pickle.dumps(cif.dataset(folder)))
    assert data.to_table().cast(expected.schema).equals(expected)
    fragments = [pickle.loads(pickle.dumps(fragment)) for fragment in data.get_fragments()]
    assert pa.concat_tables(f.to_table() for f in fragments).cast(expected.schema).equals(expected)
    one = list(data.get_fragments(pc.field("dt") == datetime.date(2026, 1, 2)))
    assert [f.to_table().cast(expected.schema) for f in one] == [expected.slice(300, 300)]
    assert cif.dataset(folder / "dt=2026-01-02").to_table().cast(expected.schema).equals(expected.slice(300, 300))


def test_lookups_know_defaults(folder, expected):
    table = cif.open(folder)
    for key in ({"b": 7}, {"b": 7, "Id": 0}, {"amount": decimal.Decimal("1.50"), "b": 7}, {"text": "none yet", "n": 3},
                {"b": 8}, {"day": datetime.date(2020, 2, 29)}):
        wanted = expected
        for name, value in key.items():
            wanted = wanted.filter(pc.field(name) == value)
        assert table.lookup(key).cast(expected.schema).equals(wanted), key
    several = [{"b": value} for value in range(-3, 12)]
    wanted = expected.filter(pc.field("b").isin(range(-3, 12)))
    assert table.lookup(several).cast(expected.schema).equals(wanted)


def test_a_file_that_cannot_be_used_is_an_error_with_its_place(folder):
    file = folder / "_cif_table"
    good = file.read_bytes()
    write_table_file(folder, COLUMNS, transactional="insert_only", **MEMBERS)
    for path in (folder, folder / "dt=2026-01-01"):
        with pytest.raises(cif.Error, match="insert_only.*base_") as raised:
            cif.open(path)
        assert raised.value.code == "unsupported"
        assert raised.value.file == str(file)
    for damaged in (b"", good[:-2], good.replace(b"bigint", b"bigsnt"), b"CIFT2" + good[5:]):
        file.write_bytes(damaged)
        with pytest.raises(cif.Error) as raised:
            cif.dataset(folder)
        assert raised.value.file == str(file)
        assert raised.value.code in ("corrupt", "unsupported")
    write_table_file(folder, [{"name": "b", "type": "int", "default": "x"}])
    with pytest.raises(cif.Error, match="'x', which is no value of type int"):
        cif.open(folder)


def test_an_empty_table_has_its_columns(tmp_path):
    write_table_file(tmp_path, COLUMNS, **MEMBERS)
    data = cif.dataset(tmp_path)
    assert data.schema.types == TYPES
    assert data.to_table().num_rows == 0
