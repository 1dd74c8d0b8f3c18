"""Tests of cif.dataset: push-down by engines, opened files, and answers equal to pyarrow's own."""

import contextlib
import datetime
import functools
import operator
import os
import pathlib
import pickle
import random
import shutil
import threading

import cif
import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pads
import pytest

GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "testdata" / "v1"
COLUMNS = len(list((GOLDEN / "encodings").glob("*.col")))


@pytest.fixture
def data():
    return cif.dataset(GOLDEN / "encodings")


@pytest.fixture
def days(tmp_path):
    """Makes 9000 rows in three split-directories, one of them of the day NULL."""
    for day in ("2026-11-20", "2026-11-21", "__HIVE_DEFAULT_PARTITION__"):
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"day={day}" / "000000_0")
    return cif.dataset(tmp_path / "t", partitions={"day": "date"})


@contextlib.contextmanager
def opening(data, files):
    """Requires that the body opens this number of files."""
    before = data.table.files_opened
    yield
    assert data.table.files_opened - before == files


def remove_columns(folder, *kept):
    """Removes the files of all other columns, so that opening one of them fails."""
    for file in pathlib.Path(folder).glob("*.col"):
        if file.stem.partition("-")[2] not in kept:
            file.unlink()


# Shape.


@pytest.mark.parametrize("ours, theirs", [(cif.Dataset, pads.Dataset), (cif.Scanner, pads.Scanner)])
def test_it_has_what_pyarrow_has(ours, theirs):
    """Covers methods of its own: pyarrow's methods do not know the rows."""
    constructors = {"from_batches", "from_dataset", "from_fragment"}
    attributes = {"projected_schema", "dataset_schema"}
    own = {name for kind in ours.__mro__ if kind.__module__.startswith("cif") for name in vars(kind)}
    assert {n for n in dir(theirs) if not n.startswith("_")} - constructors - attributes - own == set()


def test_it_is_a_dataset_of_pyarrow(data):
    assert isinstance(data, pads.Dataset) and isinstance(data, cif.Dataset)
    assert data.schema == cif.open(GOLDEN / "encodings").schema
    assert not hasattr(data, "children")
    assert "3000 rows" in repr(data)


def test_compiled_code_of_pyarrow_is_refused(data):
    """Covers pyarrow's compiled code, which calls no method of a dataset and would see no rows
    without an error."""
    for read in (lambda: pads.Scanner.from_dataset(data).to_table(),
                 lambda: pads.UnionDataset(data.schema, [data]).to_table()):
        with pytest.raises(OSError, match="of a cif.Dataset"):
            read()


def test_it_is_written_in_other_formats(data, tmp_path):
    pads.write_dataset(data, tmp_path / "out", format="parquet")
    assert pads.dataset(tmp_path / "out").to_table() == data.to_table()


def test_options_that_there_are_none_of(data):
    with pytest.raises(TypeError, match="thread"):
        cif.dataset(GOLDEN / "encodings", thread=2)
    with pytest.raises(TypeError, match="batchsize"):
        data.scanner(batchsize=2)
    with pytest.raises(TypeError, match="list of names"):
        data.to_table("runs")
    assert data.to_table(["runs"], batch_readahead=4).num_rows == 3000


def test_a_column_that_is_not_there(data):
    with pytest.raises(cif.Error) as raised:
        data.to_table(["nowhere"])
    assert (raised.value.code, raised.value.column) == ("not_found", "nowhere")
    with pytest.raises(cif.Error, match="nowhere"):
        data.to_table(["runs"], filter=pc.field("nowhere") == 1)


def test_what_tables_of_cif_cannot_do_says_so(data):
    for call in (lambda: data.join(data, "runs"), lambda: data.join_asof(data, "runs", "packed", 1),
                 lambda: data.replace_schema(data.schema)):
        with pytest.raises(NotImplementedError, match="to_table"):
            call()
    assert data.sort_by("packed").head(1)["packed"][0].as_py() == min(data.to_table(["packed"])["packed"].to_pylist())


# DuckDB.


def test_duckdb_finds_it_by_its_name(data):
    assert duckdb.sql("SELECT count(*) FROM data").fetchall() == [(3000,)]
    rows = duckdb.sql("SELECT words, count(*) FROM data WHERE packed > 4000 GROUP BY words").fetchall()
    memory = data.to_table()
    assert sorted(rows) == sorted(
        duckdb.sql("SELECT words, count(*) FROM memory WHERE packed > 4000 GROUP BY words").fetchall())
    assert len(rows) == 3


def test_duckdb_opens_the_columns_of_the_query_alone(data):
    query = "SELECT sum(packed) FROM data WHERE words = 'text/html'"
    with opening(data, 2):
        rows = duckdb.sql(query).fetchall()
    assert rows[0][0] == pc.sum(data.to_table(filter=pc.field("words") == "text/html")["packed"]).as_py()


def test_duckdb_opens_no_file_of_a_folder_that_the_filter_leaves_out(days):
    query = "SELECT count(runs) FROM days WHERE day = DATE '2026-11-21'"
    with opening(days, 1):
        assert duckdb.sql(query).fetchall() == [(3000,)]
    query = "SELECT count(runs) FROM days WHERE day IS NULL"
    with opening(days, 1):
        assert duckdb.sql(query).fetchall() == [(3000,)]


def test_duckdb_counts_rows_by_one_column(data):
    with opening(data, 1):
        assert duckdb.sql("SELECT count(*) FROM data").fetchall() == [(3000,)]


def test_a_limit_of_duckdb_ends_the_read(days):
    with opening(days, 1):
        assert len(duckdb.sql("SELECT runs FROM days LIMIT 5").fetchall()) == 5
    with opening(days, 2):
        assert len(duckdb.sql("SELECT runs FROM days LIMIT 4000").fetchall()) == 4000


def test_duckdb_hands_over_alternatives_and_sets(data, monkeypatch):
    made = []
    scanner = cif.Dataset.scanner
    monkeypatch.setattr(cif.Dataset, "scanner", lambda *a, **k: made.append(scanner(*a, **k)) or made[-1])
    memory = data.to_table()
    for where, pushed in (("runs = 3 OR packed < 50", [("or", ("runs", "=", 3), ("packed", "<", 50))]),
                          ("packed IN (1, 2, 2130)", [("packed", "in", [1, 2, 2130])]),
                          ("packed NOT IN (1, 2, 2130)", [("not", ("packed", "in", [1, 2, 2130]))])):
        query = "SELECT count(packed), sum(wide) FROM {} WHERE " + where
        rows = duckdb.sql(query.format("data")).fetchall()
        assert rows == duckdb.sql(query.format("memory")).fetchall() and rows[0][0] > 0
        assert made[-1]._rest is None and made[-1]._conditions == pushed


def test_duckdb_works_where_other_columns_are_gone(tmp_path):
    shutil.copytree(GOLDEN / "encodings", tmp_path / "t")
    remove_columns(tmp_path / "t", "packed", "words")
    rest = cif.dataset(tmp_path / "t")
    assert duckdb.sql("SELECT max(packed) FROM rest WHERE words LIKE 'text/%'").fetchall()[0][0] > 0
    with pytest.raises(Exception, match="wide"):
        duckdb.sql("SELECT max(wide) FROM rest").fetchall()


def test_a_filter_of_duckdb_is_applied_once_and_for_all(data):
    """Covers that DuckDB does not filter again after a push-down."""
    memory = data.to_table()
    for where in ("packed = 2130", "packed BETWEEN 2000 AND 3000", "words IN ('text/html', 'image/png', 'no')",
                  "words >= 'text/c' AND words <> 'text/html'", "long_nulls IS NULL", "runs = 3 OR packed < 50",
                  "long_nulls IS NOT NULL AND long_nulls > 1000", "html LIKE '%page 7%'", "words LIKE 'image/%'",
                  "NOT (packed < 8000)", "dictionary IN (SELECT -5)"):
        query = "SELECT count(*), sum(packed), min(letters) FROM {} WHERE " + where
        ours, theirs = duckdb.sql(query.format("data")).fetchall(), duckdb.sql(query.format("memory")).fetchall()
        assert ours == theirs, where
        assert ours[0][0] not in (0, 3000), where


# pyarrow's expressions.


@pytest.fixture(scope="module")
def values():
    """Makes a table with every type and NULLs, as a dataset and in memory."""
    ours = cif.dataset(GOLDEN / "auto", truncate_timestamps=True)
    return ours, ours.to_table()


F = {name.partition(" ")[0]: pc.field(name) for name in
     ("c0 boolean", "c1 tinyint", "c2 smallint", "c3 int", "c4 bigint", "c5 float", "c6 double", "c7 decimal_",
      "c8 decimal_", "c9 decimal_", "c10 decimal_", "c11 string", "c12 varchar_", "c13 char_", "c14 binary",
      "c15 date", "c16 timestamp", "c17 timestamp_with_local_time_zone", "c18 array_int_", "c21 map_string_string_",
      "c25 struct_a_int_b_string_")}


def samples(column):
    """Returns values of a column, and values next to them."""
    some = [v for v in column.unique().to_pylist() if v is not None and v == v][:4]
    return [pa.scalar(v, column.type) for v in some]


COMPARED = [name for name in F if name not in ("c18", "c21", "c25")]
OPERATORS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
             ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


@pytest.mark.parametrize("name", COMPARED)
def test_comparisons_have_the_answers_of_pyarrow(values, name):
    ours, table = values
    column = next(n for n in table.column_names if n.partition(" ")[0] == name)
    for op, compare in OPERATORS.items():
        for value in samples(table[column]):
            for expression in (compare(F[name], value), compare(pc.scalar(value), F[name]),
                               ~compare(F[name], value)):
                wanted = table.select(list(dict.fromkeys([column, "c2 smallint"]))).filter(expression)
                got = ours.to_table(list(dict.fromkeys([column, "c2 smallint"])), filter=expression)
                assert str(got.to_pydict()) == str(wanted.to_pydict()), expression
                assert ours.count_rows(filter=expression) == wanted.num_rows, expression


@pytest.mark.parametrize("expression, pushed, is_all", [
    (F["c3"] == 5, 1, True), (F["c1"] == 5.0, 1, True), (F["c1"] > 5.5, 0, False), (F["c1"] < 300, 1, True),
    (F["c2"] < 2.0**60, 0, False), (pc.scalar(5) > F["c3"], 1, True),
    (F["c5"] < 0.5, 1, True), (F["c5"] < 0.1, 0, False), (F["c6"] > 0.1, 1, True), (F["c6"] < 3, 1, True),
    (F["c6"] == float("nan"), 0, False), (~(F["c6"] < 0.0), 1, True), (F["c6"] != 46.0, 1, True),
    (F["c11"] == "größe", 1, True), (F["c11"] == "blank ", 0, False), (F["c13"] == "größe", 1, True),
    (F["c14"] > b"\x80", 1, True), (F["c15"] >= datetime.date(1975, 1, 1), 1, True),
    (F["c0"], 1, True), (~F["c0"], 1, True), (F["c0"] == False, 1, True),  # noqa: E712
    (F["c3"].is_null(), 1, True), (F["c3"].is_valid(), 1, True), (~F["c3"].is_null(), 1, True),
    (F["c6"].is_null(nan_is_null=True), 0, False), (F["c18"].is_null(), 1, True),
    (pc.match_substring(F["c11"], "key"), 1, True),
    (pc.match_substring(F["c11"], "KEY", ignore_case=True), 0, False),
    (pc.field("c25 struct_a_int_b_string_", "a") > 0, 0, False),
    (pc.add(F["c3"], 1) > 5, 0, False), (pc.field("c3 int") > pc.field("c2 smallint"), 0, False),
    ((F["c3"] > 0) & (F["c1"] < 0) & F["c11"].is_valid(), 3, True),
    ((F["c3"] > 0) & (pc.add(F["c1"], 1) < 0), 1, False),
    (F["c3"] == pa.scalar(None, pa.int32()), 0, False),
    ((F["c3"] > 0) | (F["c1"] < 0), 1, True), ((F["c3"] > 0) | (pc.add(F["c1"], 1) < 0), 0, False),
    (F["c0"] & ((F["c3"] > 0) | F["c1"].is_null() | (F["c6"] < 0.0)), 2, True),
    (((F["c3"] > 0) & (pc.add(F["c1"], 1) < 0)) | (F["c6"] < 0.0), 1, False),
    (~((F["c3"] > 0) | F["c11"].is_null()), 2, True), (~((F["c3"] > 0) & (F["c6"] > 0.0)), 1, True),
    (F["c6"].is_nan(), 1, True), (~F["c6"].is_nan(), 1, True), (F["c6"] != F["c6"], 1, True),
    ((F["c6"] > 1.0) | (F["c6"] != F["c6"]), 1, True), (F["c3"] != F["c3"], 0, False),
    (pc.starts_with(F["c11"], "key"), 1, True), (~pc.starts_with(F["c11"], "key"), 1, True),
    (pc.match_substring(F["c14"], b"\xc1"), 1, True), (pc.starts_with(F["c14"], b"\xc1"), 1, True),
    (pc.match_substring(F["c13"], "e "), 1, True), (~pc.starts_with(F["c13"], "größe "), 1, True),
    (~pc.match_substring(F["c11"], "key"), 1, True), (pc.starts_with(F["c11"], "KEY", ignore_case=True), 0, False),
    (F["c1"].isin([-4, 36, 5]), 1, True), (~F["c1"].isin([-4, 36]), 1, True), (F["c1"].isin([-4, None]), 1, True),
    (~F["c1"].isin([-4, None]), 1, True), (F["c11"].isin(["größe", "zz", "no"]), 1, True),
    (F["c6"].isin([46.0, 0.0]), 0, False), (F["c6"].isin([46.0]), 1, True), (F["c11"].isin(["größe", "a "]), 0, False),
    (pc.if_else(F["c1"].is_valid(), F["c1"].isin([-4, 36]), pa.scalar(None, pa.bool_())), 1, True),
    (~pc.if_else(F["c1"].is_valid(), F["c1"].isin([-4, 36]), pa.scalar(None, pa.bool_())), 1, True),
    (pc.if_else(F["c2"].is_valid(), F["c1"].isin([-4, 36]), pa.scalar(None, pa.bool_())), 0, False),
    (pc.scalar(True) & (F["c1"] < 0), 1, True), (pc.scalar(False) | (F["c1"] < 0), 1, True),
    (F["c2"] < F["c1"], 0, False),
])
def test_what_of_an_expression_libcif_evaluates(values, expression, pushed, is_all):
    ours, table = values
    scanner = ours.scanner(filter=expression)
    assert (len(scanner._conditions), scanner._rest is None) == (pushed, is_all)
    wanted = table.filter(expression)
    assert str(scanner.to_table().to_pylist()) == str(wanted.to_pylist())
    some = ours.to_table(columns=["c2 smallint"], filter=expression)
    assert some.equals(wanted.select(["c2 smallint"]))
    assert ours.count_rows(filter=expression) == wanted.num_rows


LEAVES = [F["c3"] > 0, F["c1"].isin([-4, 36, None]), F["c1"].isin([-4, 36]), F["c6"] < 0.0, F["c6"] != 46.0, F["c6"].is_nan(),
          F["c11"].is_null(), pc.starts_with(F["c11"], "key"), pc.match_substring(F["c11"], "1"), F["c0"],
          F["c15"] >= datetime.date(1975, 1, 1), pc.add(F["c1"], 1) < 0, F["c2"] < F["c1"]]


# Expressions around an expression, which may be false or NULL where that is true.
AROUND = [lambda e: e == False, lambda e: e != pc.scalar(True), lambda e: e.is_null(), lambda e: e.is_valid(),  # noqa: E712
          lambda e: e.isin([False]), lambda e: ~e.isin([True, None]), lambda e: pc.xor(e, F["c0"]),
          lambda e: pc.if_else(e, F["c0"], F["c3"] > 0), lambda e: pc.coalesce(e, pc.scalar(True)),
          lambda e: pc.if_else(e.is_valid(), e.isin([True]), pa.scalar(None, pa.bool_()))]


def random_expression(chance, depth):
    if depth == 0:
        return chance.choice(LEAVES)
    if chance.random() < 0.2:
        return chance.choice(AROUND)(random_expression(chance, depth - 1))
    left, right = random_expression(chance, depth - 1), random_expression(chance, chance.randrange(depth))
    made = left & right if chance.random() < 0.5 else left | right
    return ~made if chance.random() < 0.3 else made


# Each takes milliseconds; at night there are many.
TREES = 10000 if os.environ.get("CIF_NIGHTLY") else 150


def test_trees_of_conditions_have_the_answers_of_pyarrow(values):
    ours, table = values
    for seed in range(TREES):
        expression = random_expression(random.Random(seed), 1 + seed % 4)
        wanted = table.select(["c2 smallint"]).take(pc.indices_nonzero(_mask(table, expression)))
        assert ours.to_table(["c2 smallint"], filter=expression) == wanted, (seed, expression)
        assert ours.count_rows(expression) == wanted.num_rows, (seed, expression)


SQL_LEAVES = ["n > 300", "event IN (31, 62)", "d < 0.3", "d <> 0.25", "guid IS NULL", "kind LIKE 'b%'", "flag", "amount > 0",
              '"at" >= TIMESTAMP \'1970-01-01\'', "event + 1 < 300", "n > run", "guid LIKE '%7'", "event BETWEEN run AND 400"]
SQL_AROUND = ["NOT ({})", "({}) = false", "({}) IS NULL", "({}) IN (false)", "({}) IS DISTINCT FROM true",
              "coalesce({}, true)", "CASE WHEN {} THEN flag ELSE NULL END"]
SQL_BETWEEN = ["({}) AND ({})", "({}) OR ({})", "({}) = ({})", "({}) AND ({})", "({}) OR ({})"]


def random_sql(chance, depth):
    if depth == 0:
        return chance.choice(SQL_LEAVES)
    if chance.random() < 0.3:
        return chance.choice(SQL_AROUND).format(random_sql(chance, depth - 1))
    return chance.choice(SQL_BETWEEN).format(random_sql(chance, depth - 1), random_sql(chance, chance.randrange(depth)))


def test_trees_of_conditions_have_the_answers_of_duckdb():
    """Compares with DuckDB's own filters on copied rows."""
    ours = cif.dataset(GOLDEN.parent / "filters" / "table")
    with duckdb.connect() as connection:
        connection.register("ours", ours)
        connection.sql("CREATE TABLE copied AS FROM ours")
        for seed in range(TREES):
            query = "SELECT n FROM {} WHERE " + random_sql(random.Random(seed), 1 + seed % 4)
            got, wanted = (connection.sql(query.format(table)).fetchall() for table in ("ours", "copied"))
            assert got == wanted, (seed, query)


def _mask(table, expression):
    scanner = pads.Scanner.from_batches(table.to_batches(), schema=table.schema, columns={"m": expression})
    return scanner.to_table()["m"]


def test_a_filter_that_is_too_deep_is_left_to_pyarrow(values):
    ours, table = values
    expression = functools.reduce(operator.or_, [F["c1"] == i for i in range(3000)])
    assert ours.to_table(["c1 tinyint"], filter=expression) == table.select(["c1 tinyint"]).filter(expression)
    some = functools.reduce(operator.or_, [F["c1"] == i for i in range(100)])
    assert ours.scanner(filter=some)._rest is None
    assert ours.count_rows(some) == table.filter(some).num_rows > 0


def test_timestamps_that_were_cut_are_compared_as_they_are_seen(values):
    ours, table = values
    exact = cif.dataset(GOLDEN / "auto", timestamp_unit="ns")
    for name in ("c16", "c17"):
        column = next(n for n in table.column_names if n.partition(" ")[0] == name)
        value = next(v for v in table[column] if v.is_valid)
        assert ours.scanner(filter=F[name] > value)._conditions == []
        assert len(ours.scanner(filter=F[name] >= value)._conditions) == 1
        assert len(exact.scanner(filter=F[name] > value)._conditions) == 1
        assert exact.to_table([column], filter=F[name] > value).num_rows > 0


def test_fields_of_structs_and_keys_of_maps():
    parts = cif.dataset(GOLDEN.parent / "parts" / "table", timestamp_unit="ns")
    rows = parts.to_table().to_pylist()
    inner = pc.field("s", "b", "d")
    of_key = pc.map_lookup(pc.field("m"), "all", "last")
    values = [row["s"] and row["s"]["b"] and row["s"]["b"]["d"] for row in rows]
    some = next(v for v in values if v is not None)
    for expression, target, wanted in (
            (inner >= some, "s.b.d", [v is not None and v >= some for v in values]),
            (inner.is_null(), "s.b.d", [v is None for v in values]),
            (of_key > 0.5, "m['all']", [dict(row["m"] or []).get("all", 0) > 0.5 for row in rows])):
        scanner = parts.scanner(["n"], filter=expression)
        assert [c[0] for c in scanner._conditions] == [target] and scanner._rest is None
        assert scanner.to_table()["n"].to_pylist() == [row["n"] for row, is_wanted in zip(rows, wanted) if is_wanted]
        assert 0 < scanner.count_rows() < len(rows)
    first = pc.map_lookup(pc.field("m"), "all", "first")
    assert parts.scanner(["n"], filter=first > 0.5)._conditions == []
    part = parts.to_table({"all": of_key, "d": inner, "a": "s.a"})
    assert part["d"].to_pylist() == values
    assert part["all"].to_pylist() == [dict(row["m"] or []).get("all") for row in rows]


def test_columns_that_are_computed(data):
    table = data.to_table()
    columns = {"twice": pc.multiply(pc.field("packed"), 2), "w": pc.field("words"), "runs": "runs"}
    with opening(data, 3):
        got = data.to_table(columns=columns, filter=pc.add(pc.field("runs"), 1) == 4)
    wanted = table.filter(pc.field("runs") == 3)
    assert got.column_names == ["twice", "w", "runs"]
    assert got["twice"].to_pylist() == [2 * v for v in wanted["packed"].to_pylist()]
    assert got["w"].to_pylist() == wanted["words"].to_pylist()
    # A name in the result may be that of another column in the filter.
    swapped = data.to_table({"runs": pc.field("packed")}, filter=pc.add(pc.field("runs"), 1) == 4)
    assert swapped["runs"].to_pylist() == wanted["packed"].to_pylist()
    assert swapped.column_names == ["runs"]


def test_conditions_as_tables_take_them(data):
    assert data.to_table(["runs"], filter=[("runs", "=", 3)]).num_rows == data.count_rows(pc.field("runs") == 3) > 0
    both = data.filter([("runs", "=", 3)]).filter(pc.field("packed") < 5000)
    assert both.count_rows() == data.count_rows((pc.field("runs") == 3) & (pc.field("packed") < 5000)) > 0
    assert both.filter(pc.add(pc.field("packed"), 0) < 100).count_rows() == data.count_rows(
        (pc.field("runs") == 3) & (pc.field("packed") < 100))


def test_a_filter_that_pyarrow_cannot_bind_is_pyarrows_error(data):
    with pytest.raises(pa.ArrowException):
        data.to_table(filter=pc.field("runs") == "many")


# Less than all of it.


def test_no_columns_and_no_rows(data):
    with opening(data, 0):
        table = data.to_table([])
        assert (table.num_rows, table.num_columns) == (3000, 0)
        assert data.count_rows() == 3000
    assert data.to_table([], filter=pc.add(pc.field("runs"), 0) == 3).num_rows == data.count_rows(pc.field("runs") == 3)
    assert data.to_table(filter=pc.field("runs") == -7).schema == data.schema
    assert data.head(0) == data.schema.empty_table()


def test_head_opens_no_more_files_than_it_reads(days):
    with opening(days, 1):
        first = days.head(2, ["runs", "day"])
    assert first.to_pylist() == [{"runs": 0, "day": datetime.date(2026, 11, 20)}] * 2
    assert days.head(4000, ["runs"]).num_rows == 4000
    assert days.head(10**6, ["runs"]).num_rows == 9000
    with opening(days, 1):
        next(days.to_batches(["runs"]))


def test_head_reads_no_more_bytes_than_it_needs(data):
    before = data.table.bytes_read
    data.head(10, ["letters"], batch_size=10)
    some = data.table.bytes_read - before
    data.to_table(["letters"])
    assert 0 < some <= (data.table.bytes_read - before) // 2


def test_take(days):
    table = days.to_table(["packed", "day"])
    numbers = [8999, 0, 4500, 0, 17]
    assert days.take(numbers, ["packed", "day"]) == table.take(numbers)
    assert days.take(pa.array([3, 4]), ["packed", "day"], filter=pc.field("runs") == 3) == table.filter(
        days.to_table(["runs"])["runs"].combine_chunks().equals and pc.equal(days.to_table(["runs"])["runs"], 3)).take([3, 4])
    assert days.take([], ["packed", "day"]).num_rows == 0
    for bad in ([9000], [-1]):
        with pytest.raises(IndexError):
            days.take(bad)


# Fragments and threads.


def test_fragments_are_the_split_directories(days):
    fragments = list(days.get_fragments())
    assert [f.path for f in fragments] == days.table.splits
    assert [f.count_rows() for f in fragments] == [3000] * 3
    assert pa.concat_tables(f.to_table(["packed", "day"]) for f in fragments) == days.to_table(["packed", "day"])
    assert fragments[1].head(1, ["day"])["day"][0].as_py() == datetime.date(2026, 11, 21)
    assert str(fragments[1].partition_expression) == str(pc.field("day") == datetime.date(2026, 11, 21))
    assert str(fragments[2].partition_expression) == str(pc.field("day").is_null())
    assert fragments[0].physical_schema == days.schema


def test_a_filter_leaves_out_fragments(days):
    after = pc.field("day") > datetime.date(2026, 11, 20)
    with opening(days, 0):
        found = list(days.get_fragments(after & (pc.field("runs") == 3)))
    assert [f.path for f in found] == days.table.splits[1:2]
    assert [f.path for f in days.filter(after).get_fragments()] == days.table.splits[1:2]
    assert len(list(days.get_fragments(pc.field("runs") == -7))) == 3


def test_datasets_and_fragments_are_pickled(days):
    some = days.filter(pc.field("runs") == 3)
    again = pickle.loads(pickle.dumps(some))
    assert again.to_table() == some.to_table()
    fragment = pickle.loads(pickle.dumps(list(some.get_fragments())[1]))
    assert fragment.to_table() == list(some.get_fragments())[1].to_table()
    content = pickle.dumps(fragment)
    shutil.rmtree(fragment.path)
    with pytest.raises(FileNotFoundError, match="day=2026-11-21"):
        pickle.loads(content)


def test_fragments_are_read_by_threads(days):
    parts = {}

    def read(fragment):
        parts[fragment.path] = fragment.to_table(["packed", "html"])

    threads = [threading.Thread(target=read, args=(f,)) for f in days.get_fragments()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pa.concat_tables(parts[path] for path in days.table.splits) == days.to_table(["packed", "html"])


def test_threads_change_no_answer(days):
    many = cif.dataset(pathlib.Path(days.table.splits[0]).parents[1], partitions={"day": "date"}, threads=3)
    assert many.to_table() == days.to_table()
    query = "SELECT day, sum(packed), max(html) FROM {} WHERE runs > 3 GROUP BY ALL ORDER BY ALL"
    assert duckdb.sql(query.format("many")).fetchall() == duckdb.sql(query.format("days")).fetchall()
    assert many.to_table(["runs"], use_threads=False) == days.to_table(["runs"])


# pandas and others.


def test_pandas(data):
    frame = data.to_table(["words", "packed"], filter=pc.field("packed") > 4000).to_pandas()
    assert list(frame.columns) == ["words", "packed"]
    assert len(frame) == data.count_rows(pc.field("packed") > 4000) > 0


def test_arrow_streams(data):
    assert pa.table(data) == data.to_table()
    assert pa.table(data.scanner(["runs"])) == data.to_table(["runs"])


# Damage.


@pytest.fixture
def damaged(tmp_path):
    """Makes three split-directories; in the second a byte of `letters` is changed, far from the
    start."""
    for i in range(3):
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"{i}")
    file = next((tmp_path / "t" / "1").glob("*letters*"))
    content = bytearray(file.read_bytes())
    content[60000] ^= 1
    file.write_bytes(content)
    return cif.dataset(tmp_path / "t"), file


def test_damage_in_the_middle_keeps_its_place(damaged):
    data, file = damaged
    for read in (lambda: list(data.to_batches(["letters"])), lambda: data.to_table(["letters"]),
                 lambda: data.head(9000, ["letters"]), lambda: data.scanner(["letters"]).to_reader().read_all(),
                 lambda: data.to_table(["letters"], filter=pc.utf8_length(pc.field("letters")) > 0),
                 lambda: data.count_rows(pc.utf8_length(pc.field("letters")) > 0),
                 lambda: cif.dataset(file.parents[1], threads=2).to_table(["letters"])):
        with pytest.raises(cif.Error) as raised:
            read()
        assert raised.value.code == "corrupt"
        assert raised.value.file == str(file)
        assert raised.value.column == "letters"
        assert 0 < raised.value.offset < file.stat().st_size
    batches = data.to_batches(["letters"])
    assert sum(next(batches).num_rows for _ in range(1)) == 3000


def test_damage_is_named_to_duckdb(damaged):
    data, file = damaged
    with pytest.raises(duckdb.Error, match=str(file)):
        duckdb.sql("SELECT max(letters) FROM data").fetchall()
    assert duckdb.sql("SELECT count(runs) FROM data").fetchall() == [(9000,)]


def test_columns_of_other_types():
    """Structs that differ between split-directories, and fields that differ by case alone."""
    types = cif.dataset(GOLDEN.parent / "types" / "table")
    whole = types.to_table()
    assert whole.schema.field("S").type.names == ["a", "B", "c"]
    conditions = [pc.field("same", "X") == "zz", pc.field("same", "x") > 500, pc.field("S", "a") > 500,
                  pc.field("S", "c").is_null(), pc.field("n") > 0, pc.field("f") > 1.0]
    for condition in conditions:
        found = types.to_table(filter=condition)
        assert 0 < found.num_rows < whole.num_rows
        assert found.equals(whole.filter(condition)), condition
