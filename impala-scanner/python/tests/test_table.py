"""Use of a table: columns, filters, partitions, engines, errors."""

import datetime
import decimal
import enum
import gc
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading

import cif
import duckdb
import numpy
import pandas
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from .renamed import copy_renamed

GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "testdata" / "v1"
FILTERS = GOLDEN.parent / "filters" / "table"


@pytest.fixture
def table():
    return cif.open(GOLDEN / "encodings")


@pytest.fixture
def partitioned(tmp_path):
    for day in ("2026-11-20", "2026-11-21", "__HIVE_DEFAULT_PARTITION__"):
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"day={day}" / "000000_0")
    return cif.open(tmp_path / "t", partitions={"day": "date"})


def test_shape(table):
    assert table.num_rows == len(table) == 3000
    assert table.columns[0] == cif.Column("constant", "bigint", False)
    assert table.schema.field("html").type == pa.string()
    assert len(table.splits) == 1
    assert "3000 rows" in repr(table)


def test_columns_by_name_by_new_name_and_in_part(table):
    assert table.scan(["words", "runs"]).schema.names == ["words", "runs"]
    assert table.scan({"w": "words"}).schema.names == ["w"]
    nested = cif.open(GOLDEN / "auto")
    part = nested.scan({"b": "c25 struct_a_int_b_string_.b"}, text_as_binary=True).read_all()
    whole = nested.scan(["c25 struct_a_int_b_string_"], text_as_binary=True).read_all()
    assert part["b"].to_pylist() == [v and v["b"] for v in whole.column(0).to_pylist()]
    with pytest.raises(TypeError):
        table.scan("words")


def test_no_columns_count_rows(table):
    assert sum(b.num_rows for b in table.scan([], [("runs", "=", 3)])) > 0


@pytest.mark.parametrize("op, holds", [
    ("=", lambda v, x: v == x), ("==", lambda v, x: v == x), ("!=", lambda v, x: v != x),
    ("<", lambda v, x: v < x), ("<=", lambda v, x: v <= x), (">", lambda v, x: v > x),
    (">=", lambda v, x: v >= x)])
def test_operators(table, op, holds):
    values = table.scan(["packed"]).read_all()["packed"].to_pylist()
    x = values[1500]
    wanted = [v for v in values if holds(v, x)]
    assert table.scan(["packed"], [("packed", op, x)]).read_all()["packed"].to_pylist() == wanted


@pytest.mark.parametrize("column, value", [
    ("c3 int", 640), ("c10 decimal_", decimal.Decimal("-1969909212464578885656235754.2656499044")),
    ("c11 string", "größe"), ("c14 binary", b"\xc1"), ("c15 date", datetime.date(1974, 3, 3)),
    ("c16 timestamp", "1970-01-19 15:27:12.6125526"), ("c0 boolean", True),
    ("c17 timestamp_with_local_time_zone", "1970-02-04 02:16:40.24686966Z")])
def test_literals_of_every_type(column, value):
    table = cif.open(GOLDEN / "auto")
    got = table.scan([column], [(column, "=", value)], truncate_timestamps=True).read_all()
    assert got.num_rows > 0
    if not isinstance(value, str):
        assert set(got.column(0).to_pylist()) == {value}


@pytest.mark.parametrize("text", ["1e-999999999999999999", "1e999999999999999999", "0e-999999999999999999"])
def test_decimal_of_a_huge_exponent_is_refused_before_it_is_written_out(text):
    table = cif.open(GOLDEN / "auto")
    with pytest.raises(ValueError, match="is no value of a decimal"):
        table.scan(["c10 decimal_"], [("c10 decimal_", "<", decimal.Decimal(text))])


class Text(str, enum.Enum):
    GUID = "9e3779b1-guid-0001"


class Number(enum.IntEnum):
    N = 119


@pytest.mark.parametrize("column, value", [
    *[("n", kind(119)) for kind in (numpy.int8, numpy.uint64, numpy.array, pa.scalar, str, Number)],
    *[("guid", kind("9e3779b1-guid-0001")) for kind in (Text, numpy.str_, pa.scalar, str.encode)],
    ("guid", numpy.bytes_(b"9e3779b1-guid-0001")),
    *[("d", kind(0.25)) for kind in (numpy.float16, numpy.float32, numpy.float64, pa.scalar, decimal.Decimal)],
    *[("amount", kind("-2.99")) for kind in (decimal.Decimal, lambda v: pa.scalar(decimal.Decimal(v)))],
    ("at", numpy.datetime64("1969-12-31T23:55:01.250", "ms")), ("at", numpy.datetime64("1969-12-31T23:55:01.250", "ns")),
    ("at", pandas.Timestamp("1969-12-31 23:55:01.25")), ("at", pa.scalar(-298750, pa.timestamp("ms")))])
def test_scalars_of_numpy_pandas_and_pyarrow_and_members_of_enums(column, value):
    """Covers such values in conditions, in lists of values and in keys."""
    table = cif.open(FILTERS)
    rows = table.scan(["n"], [(column, "=", value)]).read_all()
    assert rows["n"].to_pylist() in ([119], [238])
    assert table.scan(["n"], [(column, "in", [value])]).read_all() == rows
    assert table.lookup({column: value}, ["n"]) == rows


@pytest.mark.parametrize("column, value", [("flag", numpy.True_), ("flag", pa.scalar(True))])
def test_booleans_of_numpy_and_pyarrow(column, value):
    table = cif.open(FILTERS)
    assert table.scan(["n"], [(column, "=", value)]).read_all() == table.scan(["n"], [(column, "=", True)]).read_all()


def test_dates_of_numpy(partitioned):
    assert partitioned.scan(["day"], [("day", "=", numpy.datetime64("2026-11-21"))]).read_all().num_rows == 3000


@pytest.mark.parametrize("values", [numpy.array([119, 238]), pa.array([119, 238]), pandas.Series([119, 238]), {119, 238},
                                    range(119, 239, 119), (i for i in [119, 238])], ids=lambda v: type(v).__name__)
def test_values_of_in_are_any_that_can_be_listed(values):
    assert cif.open(FILTERS).scan(["n"], [("n", "in", values)]).read_all()["n"].to_pylist() == [119, 238]


@pytest.mark.parametrize("value", [None, pa.scalar(None, pa.int32()), numpy.datetime64("NaT", "ns"), pandas.NA, [119],
                                   numpy.array([119, 238]), numpy.complex64(1), datetime.time(1), datetime.timedelta(1), object()],
                         ids=str)
def test_what_is_no_literal_is_refused(value):
    table = cif.open(FILTERS)
    for ask in (lambda: table.scan(["n"], [("n", "=", value)]), lambda: table.scan(["n"], [("n", "in", [119, value])]),
                lambda: table.lookup({"n": value})):
        with pytest.raises((TypeError, ValueError)):
            ask()


def test_what_is_no_condition_and_no_column_is_refused():
    table = cif.open(FILTERS)
    for filter, error in (([(5, "=", 5)], "5 is no name of a column"), (pc.field("n") == 5, "cif.dataset"),
                          ([("n", 5, 5)], "the operator '5' is none of"), (("n", "=", 5), "'n' is no condition")):
        with pytest.raises((TypeError, ValueError, cif.Error), match=error):
            table.scan(filter=filter)
    for columns in ([None], [5], {"n": None}, {5: "n"}):
        with pytest.raises(TypeError, match="is no name of a column"):
            table.scan(columns)
    with pytest.raises(TypeError, match="a dict from columns to values"):
        table.lookup("n")


def test_a_column_that_is_named_twice_comes_twice():
    """Covers duplicate columns, as in pyarrow's datasets. Frames of Polars have no duplicate names.
    """
    table, data = cif.open(FILTERS), cif.dataset(FILTERS)
    wanted = table.scan(["n", "flag", "n"]).read_all()
    assert wanted.column_names == ["n", "flag", "n"] and wanted.column(0) == wanted.column(2)
    assert table.lookup({"n": 119}, ["n", "flag", "n"]) == wanted.slice(1, 1)
    for options in ({}, {"filter": pc.add(pc.field("n"), 0) >= 0}):
        scanner = data.scanner(["n", "flag", "n"], **options)
        assert scanner.projected_schema == wanted.schema
        assert scanner.to_table() == scanner.to_reader().read_all() == wanted
        assert (scanner.head(7), scanner.take([3, 1])) == (wanted.slice(0, 7), wanted.take([3, 1]))
    assert data.to_table(name for name in ("n", "flag")) == wanted.select([0, 1])
    with pytest.raises(ValueError, match="'n' is named twice"):
        cif.scan_cif(FILTERS, columns=["n", "flag", "n"])


def test_nulls_and_conjunctions():
    table = cif.open(GOLDEN / "auto")
    values = table.scan(["c3 int", "c1 tinyint"]).read_all().to_pylist()
    nulls = table.scan(["c3 int"], [("c3 int", "is null")]).read_all()
    assert nulls.num_rows == sum(v["c3 int"] is None for v in values)
    both = table.scan(["c3 int"], [("c3 int", "IS NOT NULL"), ("c1 tinyint", "<", 0)]).read_all()
    assert both.num_rows == sum(
        v["c3 int"] is not None and v["c1 tinyint"] is not None and v["c1 tinyint"] < 0
        for v in values)
    for bad in [("c3 int", "="), ("c3 int", "=", None), ("c3 int",)]:
        with pytest.raises(ValueError):
            table.scan(filter=[bad])


def test_combined_conditions():
    table = cif.open(GOLDEN / "auto")
    rows = table.scan(["c3 int", "c11 string"]).read_all().to_pylist()
    numbers = sorted({r["c3 int"] for r in rows} - {None})[:40:3]
    cases = {
        ("c3 int", "in", tuple(numbers)): lambda n, t: None if n is None else n in numbers,
        ("c3 int", "in", ()): lambda n, t: None if n is None else False,
        ("c11 string", "starts with", "key-"): lambda n, t: None if t is None else t.startswith("key-"),
        ("or", ("c3 int", "<", 0), ("c11 string", "is null")):
            lambda n, t: True if t is None else None if n is None else n < 0,
        ("not", ("or", ("c3 int", "<", 0), ("c11 string", "contains", "1"))):
            lambda n, t: n is not None and t is not None and not (n < 0 or "1" in t),
        ("and", ("c3 int", ">", 0), ("NOT", ("c11 string", "=", "key-1"))):
            lambda n, t: n is not None and t is not None and n > 0 and t != "key-1",
        ("or",): lambda n, t: False}
    for condition, holds in cases.items():
        wanted = [r for r in rows if holds(r["c3 int"], r["c11 string"])]
        got = table.scan(["c3 int", "c11 string"], [condition]).read_all().to_pylist()
        assert got == wanted, condition
    for bad in [("or", ("c3 int",)), ("not", ("c3 int", "<", 0), ("c3 int", ">", 0)),
                ("c3 int", "in", [None]), ("c3 int", "in", "12"), ("c3 int", "starts with", "1")]:
        with pytest.raises((ValueError, cif.Error)):
            table.scan(filter=[bad])


NAMES = ["a,b", "a:b", "a/b", "a.b", "a['k']", "'a'", '"a"', "a\\b", "a\nb", " a ", "é", "名前", "a[0]", "A b", "a=b", "%41",
         "`", "🎉", "a..b", ".a", "a.", "[", "]", "x'] = 1", "\ufeffa", "NULL", "and", "or", "NOT", "in", "0", "-", "x" * 300]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_kind(tmp_path, name):
    copy_renamed(FILTERS / "split", tmp_path / "t", [name])
    table, data = cif.open(tmp_path / "t"), cif.dataset(tmp_path / "t")
    all_of_it = cif.open(FILTERS).scan(["n", "guid"]).read_all().rename_columns([name, "guid"])
    some = all_of_it.filter(pc.field(name) > 300)
    assert table.scan([name, "guid"]).read_all() == all_of_it
    assert table.scan({"x": name}).read_all()["x"] == all_of_it[name]
    assert table.scan([name, "guid"], [(name, ">", 300)]).read_all() == some
    assert table.scan([name, "guid"], [("not", (name, "<=", 300))]).read_all() == some
    assert table.lookup({name: 119}, [name, "guid"]) == all_of_it.slice(1, 1)
    for filter in (pc.field(name) > 300, pc.add(pc.field(name), 0) > 300, (pc.field(name) > 300) & (pc.field(name) < 10**6)):
        assert data.to_table([name, "guid"], filter) == some
        assert data.count_rows(filter) == some.num_rows
    quoted = '"' + name.replace('"', '""') + '"'
    assert duckdb.sql(f"SELECT {quoted}, guid FROM data WHERE {quoted} > 300").arrow().read_all() == some
    frame = cif.scan_cif(tmp_path / "t").filter(polars.col([name]) > 300).select(polars.col([name]), "guid").collect()
    assert frame.equals(polars.DataFrame(some))


def test_a_name_with_nul_needs_another_one_in_arrow(tmp_path):
    """Names of Arrow's C interface end there: two columns would have one name."""
    copy_renamed(FILTERS / "split", tmp_path / "t", ["a\0b", "a\0c"])
    table = cif.open(tmp_path / "t")
    for read in (lambda: table.schema, lambda: table.scan().read_all(), lambda: cif.dataset(tmp_path / "t")):
        with pytest.raises((cif.Error, NotImplementedError), match=r"a\\0b.*NUL"):
            read()
    assert table.scan({"b": "a\0b"}, [("a\0c", "is null"), ("a\0b", ">", 300)]).read_all().num_rows > 0


def test_partitions(partitioned):
    assert partitioned.columns[-1] == cif.Column("day", "date", True)
    days = partitioned.scan(["day"]).read_all()["day"].to_pylist()
    assert days == [datetime.date(2026, 11, 20)] * 3000 + [datetime.date(2026, 11, 21)] * 3000 + [
        None] * 3000
    one = partitioned.scan(["runs"], [("day", "=", datetime.date(2026, 11, 21))]).read_all()
    assert one.num_rows == 3000


@pytest.mark.parametrize("in_order", [True, False])
def test_threads(partitioned, in_order):
    one = partitioned.scan(["packed", "html", "day"]).read_all()
    many = partitioned.scan(["packed", "html", "day"], threads=4, in_order=in_order,
                            batch_rows=100).read_all()
    if not in_order:
        one, many = (t.sort_by([("packed", "ascending"), ("html", "ascending"),
                                ("day", "ascending")]) for t in (one, many))
    assert one.equals(many)


def test_engines(partitioned):
    scan = partitioned.scan(["words", "packed", "day"])
    sql = duckdb.sql("SELECT words, count(*) AS n, sum(packed) AS s FROM scan GROUP BY words")
    expected = sorted(sql.fetchall())
    frame = partitioned.scan(["words", "packed"]).read_pandas()
    assert isinstance(frame, pandas.DataFrame)
    grouped = frame.groupby("words").packed.agg(["size", "sum"]).reset_index()
    assert sorted(grouped.itertuples(index=False, name=None)) == expected
    lazy = polars.DataFrame(partitioned.stream(["words", "packed"]))
    summed = lazy.group_by("words").agg(polars.len(), polars.col("packed").sum().alias("s"))
    assert sorted(summed.rows()) == expected
    assert pa.table(partitioned).num_rows == 9000


def test_nested_values_in_engines():
    table = cif.open(GOLDEN / "auto")
    columns = ["c18 array_int_", "c25 struct_a_int_b_string_"]
    values = table.scan(columns).read_all()
    scan = table.scan({"l": columns[0], "s": columns[1]})
    rows = duckdb.sql("SELECT l, s.a FROM scan").fetchall()
    assert len(rows) == 300
    for (l, a), value in zip(rows, values.to_pylist()):
        assert l == value[columns[0]]
        assert a == (value[columns[1]] or {}).get("a")
    frame = polars.DataFrame(table.stream(columns[:1]))
    assert frame.to_series().to_list() == values[columns[0]].to_pylist()


FORMS = {"view": (pa.string_view(), pa.binary_view()), "plain": (pa.string(), pa.binary()),
         "dictionary": (pa.dictionary(pa.int32(), pa.string()), pa.dictionary(pa.int32(), pa.binary()))}
TEXTS = {"s": "c11 string", "b": "c14 binary", "l": "c19 array_array_string_", "m": "c20 map_string_int_",
         "r": "c25 struct_a_int_b_string_"}


@pytest.mark.parametrize("strings", FORMS)
def test_strings_of_every_form_at_every_depth(strings):
    table = cif.open(GOLDEN / "auto")
    rows = table.scan(TEXTS, batch_rows=70, strings=strings).read_all()
    rows.validate(full=True)
    text, binary = FORMS[strings]
    types = dict(zip(rows.schema.names, rows.schema.types))
    assert (types["s"], types["b"], types["l"].value_type.value_type) == (text, binary, text)
    assert (types["m"].key_type, types["r"].field("b").type) == (text, text)
    assert rows.to_pylist() == table.scan(TEXTS).read_all().to_pylist()
    with pytest.raises(cif.Error, match="view"):
        table.scan(strings="short")


@pytest.mark.parametrize("strings", FORMS)
def test_engines_take_strings_of_every_form(strings):
    table = cif.open(GOLDEN / "auto")
    wanted = table.scan(TEXTS).read_all().to_pylist()

    def scan(names):
        return table.scan({name: TEXTS[name] for name in names}, batch_rows=70, strings=strings)

    rows = scan("sbr")
    found = duckdb.sql("SELECT s, b, r.b FROM rows").fetchall()
    assert found == [(row["s"], row["b"], row["r"] and row["r"]["b"]) for row in wanted]
    rows = scan("sl")
    longest = duckdb.sql("SELECT max(length(s)), sum(len(l)) FROM rows").fetchall()[0]
    assert longest == (max(len(row["s"] or "") for row in wanted), sum(len(row["l"] or []) for row in wanted))
    frame = polars.DataFrame(scan("sb"))
    assert frame.rows() == [(row["s"], row["b"]) for row in wanted]
    flat = scan("s").read_pandas()["s"]
    assert [None if pandas.isna(value) else value for value in flat] == [row["s"] for row in wanted]


def test_rows_outlive_table_and_reader(tmp_path):
    shutil.copytree(GOLDEN / "encodings", tmp_path / "t")
    table = cif.open(tmp_path / "t")
    reader = table.scan(batch_rows=100, strings="view")
    batches = list(reader)
    wanted = cif.open(GOLDEN / "encodings").scan().read_all().to_pylist()
    reader.close()
    del reader, table
    shutil.rmtree(tmp_path / "t")
    assert [row for batch in batches for row in batch.to_pylist()] == wanted


def test_a_stream_is_read_once(table):
    stream = table.stream(["runs"])
    assert pa.table(stream).num_rows == 3000
    with pytest.raises(ValueError):
        pa.table(stream)


def test_errors_name_their_place(tmp_path, table):
    with pytest.raises(cif.Error) as e:
        cif.open(tmp_path / "nowhere")
    assert e.value.code == "not_found"
    with pytest.raises(cif.Error) as e:
        table.scan(["nowhere"])
    assert (e.value.code, e.value.column) == ("not_found", "nowhere")
    with pytest.raises(cif.Error):
        table.scan(filter=[("runs", "=", "x")])
    with pytest.raises(cif.Error, match="like"):
        table.scan(filter=[("words", "like", "x")])
    with pytest.raises(TypeError, match="threads"):
        table.scan(thread=2)
    with pytest.raises(cif.Error, match="buffered"):
        cif.open(GOLDEN, io="fast")

    damaged = tmp_path / "damaged"
    shutil.copytree(GOLDEN / "encodings", damaged)
    file = next(damaged.glob("*words*"))
    content = bytearray(file.read_bytes())
    content[10] ^= 1
    file.write_bytes(content)
    with pytest.raises(Exception, match="words"):
        cif.open(damaged).scan(["words"]).read_all()
    assert cif.open(damaged).scan(["runs"]).read_all().num_rows == 3000


def test_timestamps_are_exact_or_an_error():
    table = cif.open(GOLDEN / "auto")
    with pytest.raises(Exception, match="nanoseconds"):
        table.scan(["c16 timestamp"]).read_all()
    cut = table.scan(["c16 timestamp"], truncate_timestamps=True).read_all()
    assert cut.schema.field(0).type == pa.timestamp("us")


@pytest.mark.parametrize("io", ["buffered", "mapped", "direct"])
def test_ways_to_read(io):
    table = cif.open(GOLDEN / "encodings", io=io)
    assert table.scan(["html"]).read_all().equals(
        cif.open(GOLDEN / "encodings").scan(["html"]).read_all())


@pytest.fixture
def endless(tmp_path):
    """Makes many splits, whose scan takes much longer than a signal."""
    for i in range(3000):
        os.symlink(GOLDEN / "encodings", tmp_path / str(10000 + i))
    return cif.open(tmp_path)


@pytest.fixture
def interruptible():
    """Restores SIGINT: processes in the background of a shell ignore it, and Python does not change
    that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt_within(line_of, read):
    """Sends SIGINT once the main thread is within a call. Returns the exception that `read` raises.
    """
    main = threading.main_thread().ident

    def send():
        while True:
            frame = sys._current_frames()[main]
            if frame.f_code is read.__code__ and frame.f_lineno == line_of:
                signal.pthread_kill(main, signal.SIGINT)
                return

    sender = threading.Thread(target=send)
    sender.start()
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            read()
    finally:
        sender.join()
    return raised.value


@pytest.mark.parametrize("options", [
    {"threads": 1}, {"threads": 2}, {"threads": 2, "in_order": False}])
def test_ctrl_c_ends_a_scan_that_finds_nothing(endless, interruptible, options):
    for _ in range(20):
        reader = endless.scan(["packed"], [("html", "contains", "is nowhere")], **options)

        def read():
            try:
                reader.read_all()
            except OSError as error:
                assert "cancelled" in str(error)
                raise
            pytest.fail("the scan went on to its end")

        raised = interrupt_within(read.__code__.co_firstlineno + 2, read)
        # Seldom the signal comes before the read has begun, and Python raises at once.
        if isinstance(raised.__context__, OSError):
            return
    pytest.fail("no signal met a read")


@pytest.mark.parametrize("options", [{"threads": 2}, {"threads": 2, "in_order": False}])
def test_a_reader_may_be_closed_half_way(endless, options):
    gc.collect()  # Readers of tests that were interrupted.
    before = len(os.listdir("/proc/self/fd"))
    reader = endless.scan(["html"], **options)
    # Threads may be between two files when the first batch is there.
    while len(os.listdir("/proc/self/fd")) <= before:
        reader.read_next_batch()
    reader.close()
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("options", [{}, {"threads": 3}, {"threads": 3, "in_order": False}])
def test_threads_may_share_a_reader(table, options):
    """Each batch goes to one of them."""
    for _ in range(10):
        reader = table.scan(["packed", "html"], batch_rows=7, **options)
        batches = []

        def read():
            batches.extend(reader)

        run_all([read] * 4)
        got = pa.Table.from_batches(batches).sort_by([("packed", "ascending"), ("html", "ascending")])
        assert got == table.scan(["packed", "html"]).read_all().sort_by([("packed", "ascending"), ("html", "ascending")])


def test_a_reader_is_closed_while_others_read_it(table):
    for round in range(30):
        reader = table.scan(["packed", "html"], batch_rows=7, threads=1 + round % 3)
        started = threading.Barrier(3)
        ended = []

        def read():
            started.wait()
            try:
                ended.append(sum(batch.num_rows for batch in reader) <= 3000)
            except (OSError, pa.ArrowInvalid) as error:
                ended.append("closed" in str(error))

        def close():
            started.wait()
            reader.close()

        run_all([read, read, close])
        assert ended == [True, True]


def test_threads_that_come_late_find_a_closed_reader():
    """In a process of its own, which a late look at what was freed would end."""
    rounds = 30_000 if os.environ.get("CIF_NIGHTLY") else 1_500
    program = f"""
import cif, threading
table = cif.open({str(GOLDEN / "encodings")!r})
def read(reader, started):
    started.wait()
    try:
        while True:
            reader.read_next_batch()
    except (OSError, ValueError, StopIteration):
        pass
for _ in range({rounds}):
    reader = table.scan(["packed"], batch_rows=10)
    started = threading.Barrier(9)
    threads = [threading.Thread(target=read, args=(reader, started)) for _ in range(8)]
    for thread in threads:
        thread.start()
    started.wait()
    reader.close()
    for thread in threads:
        thread.join()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")


def run_all(functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_bound_on_what_is_read_ahead_changes_no_answer(table):
    wanted = table.scan(["html"]).read_all()
    assert table.scan(["html"], threads=3, max_ahead_bytes=1).read_all() == wanted
    with pytest.raises(cif.Error) as error:
        table.scan(["html"], max_ahead_bytes=0)
    assert error.value.code == "invalid_argument"


@pytest.fixture
def keyed(tmp_path):
    for p in (1, 2):
        shutil.copytree(FILTERS / "split", tmp_path / "t" / f"p={p}" / "split")
    return cif.open(tmp_path / "t", partitions={"p": "int"})


def test_lookup_gives_the_rows_of_keys(keyed):
    rows = keyed.scan(["guid", "n", "run", "event", "amount", "at", "p"]).read_all().to_pylist()
    some = [rows[3], rows[17], rows[601], rows[1190]]
    for names in (["guid", "p"], ["run", "event", "p"], ["n", "amount"], ["at"], ["GUID"]):
        keys = [{name: row[name.lower()] for name in names} for row in some]
        wanted = [row for row in rows if any(all(row[c.lower()] == v for c, v in key.items()) for key in keys)]
        assert keyed.lookup(keys, list(rows[0])).to_pylist() == wanted
        assert keyed.lookup(keys, list(rows[0]), use_filters=False).to_pylist() == wanted
    assert keyed.lookup({"guid": some[0]["guid"], "p": 2}, {"x": "n"}).to_pylist() == [{"x": rows[3]["n"]}]
    assert keyed.lookup([{"guid": "no"}, {"n": -1}]).num_rows == 0
    assert keyed.lookup({"n": 7}).schema == keyed.schema


def test_lookup_agrees_with_duckdb(keyed):
    everything = keyed.scan().read_all()
    keys = duckdb.sql("SELECT run, event FROM everything WHERE event % 7 = 3").fetchall()
    wanted = duckdb.sql("SELECT n, p FROM everything WHERE (run, event) IN (SELECT run, event FROM "
                        "everything WHERE event % 7 = 3) ORDER BY ALL").fetchall()
    found = keyed.lookup([{"run": run, "event": event} for run, event in keys], ["n", "p"])
    assert sorted(tuple(row.values()) for row in found.to_pylist()) == wanted
    assert len(wanted) > 0


@pytest.mark.parametrize("keys, code", [
    ([], "invalid_argument"), ({}, "invalid_argument"), ({"nowhere": 1}, "not_found"),
    ({"n": "many"}, "invalid_argument")])
def test_lookup_refuses_keys_that_cannot_be(keyed, keys, code):
    with pytest.raises(cif.Error) as raised:
        keyed.lookup(keys)
    assert raised.value.code == code


def test_lookup_of_none_is_refused(keyed):
    with pytest.raises(TypeError):
        keyed.lookup({"guid": None})


def test_damaged_filter_is_an_error_of_who_asks_it(keyed):
    guid = keyed.lookup({"n": 119, "p": 1}, ["guid"])["guid"][0].as_py()
    path = pathlib.Path(keyed.splits[0]) / "_2-guid.filters"
    good = path.read_bytes()
    path.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    with pytest.raises(OSError, match="use_filters"):
        keyed.lookup({"guid": guid})
    assert keyed.lookup({"guid": guid}, use_filters=False).num_rows == 2
    assert len(keyed.scan(["n"], [("n", "=", 119)]).read_all()) == 2
    # A copy may lack hidden files.
    path.unlink()
    assert cif.open(path.parents[2]).lookup({"guid": guid}).num_rows == 2
