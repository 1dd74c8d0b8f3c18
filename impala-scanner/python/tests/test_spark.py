"""Tests of cif.spark: answers of Spark from tables of CIF, beside those from Parquet and pyarrow of the same rows."""

import datetime
import decimal
import importlib.util
import json
import math
import operator
import os
import pickle
import random
import shutil
import subprocess
import sys

import cif
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from . import engines
from .described import add_split, write_table_file
from .renamed import copy_renamed
from .test_dataset import GOLDEN, remove_columns
from .test_golden import NAMES
from .test_table import FILTERS

HAS_SPARK = importlib.util.find_spec("pyspark") is not None
needs_spark = pytest.mark.skipif(not HAS_SPARK, reason="pyspark is not installed: CIF_NIGHTLY=1 bin/test installs it")
TESTDATA = GOLDEN.parent

if HAS_SPARK:
    import cif.spark
    from pyspark.sql import SparkSession
    from pyspark.sql import datasource as ds
    from pyspark.sql import functions as F
    from pyspark.sql import types as T

    PUSHES = hasattr(ds, "EqualTo")
    needs_push_down = pytest.mark.skipif(not PUSHES, reason="this Spark pushes no filters into Python data sources")
else:
    needs_push_down = needs_spark

NIGHTLY = bool(os.environ.get("CIF_NIGHTLY"))
PUSH_DOWN = "spark.sql.python.filterPushdown.enabled"


def test_the_package_needs_no_spark():
    """Covers cif.spark where there is no pyspark, which says what to install."""
    code = ("import sys; sys.modules['pyspark'] = None; import cif\n"
            "try:\n    import cif.spark\nexcept ImportError as error:\n    print(error)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'pyspark>=4'" in done.stdout


@pytest.fixture(scope="module")
def spark():
    if not HAS_SPARK:
        pytest.skip("pyspark is not installed")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (SparkSession.builder.master("local[2]").appName("test_spark")
               .config("spark.ui.enabled", "false").config("spark.sql.session.timeZone", "America/New_York")
               .config("spark.sql.shuffle.partitions", "2").config("spark.driver.memory", "1g")
               .config(PUSH_DOWN, "true").getOrCreate())
    session.sparkContext.setLogLevel("OFF")
    session.dataSource.register(cif.spark.CifDataSource)
    yield session
    session.stop()


def load(spark, path, schema=None, **options):
    reader = spark.read.format("cif").options(**options)
    return (reader if schema is None else reader.schema(schema)).load(str(path))


def copies(folder, *splits):
    """Makes a table of copies of the table of filters, at some paths."""
    for split in splits:
        shutil.copytree(FILTERS / "split", folder / split)
    return folder


def reader_of(path, schema=None, **options):
    """Makes a reader as Spark does on the driver."""
    source = cif.spark.CifDataSource({"path": str(path), **{k: str(v) for k, v in options.items()}})
    return source.reader(source.schema() if schema is None else T._parse_datatype_json_string(schema.json()))


def rows_of(reader, tasks=None):
    """Reads tasks as Spark does on the executors: from pickles."""
    batches = []
    for task in reader.partitions() if tasks is None else tasks:
        there, part = pickle.loads(pickle.dumps((reader, task)))
        batches.extend(there.read(part))
    return pa.Table.from_batches(batches) if batches else None


def plain(value):
    """Makes values comparable: NaN equals itself, maps and rows are what Python has for them."""
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, dict):
        return {plain(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def same(rows, wanted):
    return rows.schema == wanted.schema and plain(rows.to_pylist()) == plain(wanted.to_pylist())


# Values and types.


def readable(table):
    """Returns the columns whose types Spark has."""
    return [field.name for field in table.schema if "union" not in str(field.type)]


@needs_spark
@pytest.mark.parametrize("path", [*(f"v1/{name}" for name in NAMES), "filters/table", "types/table", "parts/table",
                                  "changes/table", "digits/floats", "symbols/text", "groups/changed", "groups/large"])
def test_golden_tables_have_the_values_of_pyarrow(spark, path):
    table = cif.open(TESTDATA / path)
    columns = readable(table)
    types = table.scan(columns, truncate_timestamps=True).schema
    schema = T.StructType([T.StructField(f.name, cif.spark.spark_type(f.type, f.name)) for f in types])
    got = load(spark, TESTDATA / path, schema, truncate_timestamps="true").toArrow()
    wanted = table.scan(columns, truncate_timestamps=True).read_all()
    assert got.num_rows == wanted.num_rows == table.num_rows
    for name in columns:
        theirs = got.column(name).cast(pa.timestamp("us", "UTC")) if pa.types.is_timestamp(
            wanted.schema.field(name).type) and wanted.schema.field(name).type.tz else got.column(name)
        assert plain(theirs.to_pylist()) == plain(wanted.column(name).to_pylist()), name


@needs_spark
def test_types_of_spark(spark):
    frame = load(spark, TESTDATA / "types" / "table")
    assert frame.schema["S"].dataType.simpleString() == "struct<a:bigint,B:bigint,c:string>"
    assert frame.schema["m"].dataType.simpleString() == "map<string,struct<p:double,q:date>>"
    assert frame.schema["d"].dataType == T.DecimalType(21, 2)
    assert load(spark, FILTERS).schema["at"].dataType == T.TimestampNTZType()
    with pytest.raises(Exception, match="c27 uniontype.*schema"):
        load(spark, GOLDEN / "auto")


@needs_spark
@pytest.mark.parametrize("name, zone", [("c16 timestamp", None), ("c17 timestamp_with_local_time_zone", "UTC")])
def test_times_keep_their_meaning_in_other_zones(spark, name, zone):
    """Covers a session of New York: a wall clock stays as it is, a point in time is the same."""
    wanted = cif.open(GOLDEN / "auto").scan([name], truncate_timestamps=True).read_all().column(0)
    type = T.TimestampType() if zone else T.TimestampNTZType()
    frame = load(spark, GOLDEN / "auto", T.StructType([T.StructField(name, type)]), truncate_timestamps="true")
    got = [row[0] for row in frame.select(F.unix_micros(F.col(f"`{name}`")) if zone else F.col(f"`{name}`").cast(
        "string")).collect()]
    if zone:
        assert got == wanted.cast(pa.int64()).to_pylist()
    else:
        assert [v and datetime.datetime.fromisoformat(v) for v in got] == wanted.to_pylist()
    with pytest.raises(Exception, match=f"{name}.*digits|digits.*{name}|truncate|microsecond"):
        load(spark, GOLDEN / "auto", T.StructType([T.StructField(name, type)])).collect()


@needs_spark
def test_wider_types_and_other_names(spark):
    frame = load(spark, FILTERS, "N bigint, D double, Amount decimal(38,4), FLAG boolean")
    wanted = cif.open(FILTERS).scan(["n", "d", "amount", "flag"]).read_all()
    assert frame.schema.names == ["N", "D", "Amount", "FLAG"]
    got = frame.toArrow()
    assert plain([one.to_pylist() for one in got.columns]) == plain([one.to_pylist() for one in wanted.columns])
    assert frame.filter("N = 119 AND Amount IS NOT NULL").count() == 1


@needs_spark
@pytest.mark.parametrize("schema, error", [
    ("nowhere int", "no column 'nowhere'"), ("n string", "'n' is string in the schema, and int in the table"),
    ("run int", "'run' is int in the schema, and bigint"), ("amount decimal(30,1)", "'amount' is decimal"),
    ("at timestamp", "read them as timestamp_ntz")])
def test_a_schema_that_does_not_fit_is_an_error(spark, schema, error):
    with pytest.raises(Exception, match=f"(?i){error}"):
        load(spark, FILTERS, schema).collect()


@needs_spark
def test_a_time_without_counterpart_names_its_column(spark):
    with pytest.raises(TypeError, match="'t.inner'.*time64"):
        cif.spark.spark_type(pa.struct([("inner", pa.time64("ns"))]), "t")
    if hasattr(T, "TimeType"):
        with pytest.raises(Exception, match="'at' is time.* in the schema, and timestamp_ntz in the table"):
            load(spark, FILTERS, T.StructType([T.StructField("at", T.TimeType())])).collect()


@needs_spark
def test_null_where_the_schema_has_none():
    """Covers parts of columns: an element, a value of a map, a field."""
    for type, value in [(pa.list_(pa.field("element", pa.int32(), False)), [[1], None, [2, None]]),
                        (pa.map_(pa.string(), pa.field("value", pa.int32(), False)), [[("a", 1)], None, [("b", None)]]),
                        (pa.struct([pa.field("f", pa.int32(), False)]), [{"f": 1}, None, {"f": None}])]:
        kind = {"l": pa.list_(pa.int32()), "m": pa.map_(pa.string(), pa.int32()), "s": pa.struct([("f", pa.int32())])}
        array = pa.array(value, kind[str(type)[0]])
        with pytest.raises(ValueError, match="'c.*NULL"):
            cif.spark.conform(array, pa.field("c", type))
        good = cif.spark.conform(array[:2], pa.field("c", type))
        assert good.to_pylist() == array[:2].to_pylist() and good.type == type
        good.validate(full=True)
    with pytest.raises(ValueError, match="'c' has NULL"):
        cif.spark.conform(pa.array([1, None]), pa.field("c", pa.int64(), False))


# Columns, tasks and files that are opened.


@pytest.fixture
def opened(monkeypatch):
    """Records the tables that readers open."""
    tables = []
    if HAS_SPARK:
        make = cif.spark._Source.open

        def record(source, *arguments):
            tables.append(make(source, *arguments))
            return tables[-1]

        monkeypatch.setattr(cif.spark._Source, "open", record)
    return tables


@needs_spark
def test_only_the_columns_of_the_schema_are_opened(spark, tmp_path, opened):
    shutil.copytree(GOLDEN / "encodings", tmp_path / "t")
    schema = T.StructType().add("packed", "long").add("words", "string")
    wanted = cif.open(tmp_path / "t").scan(["packed", "words"]).read_all()
    assert rows_of(reader_of(tmp_path / "t", schema)) == wanted
    # Planning opens the schema file; the task opens it again, and two columns.
    assert [table.files_opened for table in opened] == [1, 3]
    remove_columns(tmp_path / "t", "packed", "words")
    assert load(spark, tmp_path / "t", schema).toArrow().to_pylist() == wanted.to_pylist()
    with pytest.raises(Exception, match="runs"):
        load(spark, tmp_path / "t", "runs bigint").collect()


@needs_spark
def test_partition_folders(spark, tmp_path):
    table = copies(tmp_path / "t", "dt=2026-11-20/n2=5/a", "dt=2026-11-21/n2=7/a",
                   "dt=__HIVE_DEFAULT_PARTITION__/n2=7/a")
    assert load(spark, table).schema["dt"].dataType == T.StringType()
    typed = load(spark, table, partitions="dt date, n2 int")
    assert typed.schema["dt"].dataType == T.DateType() and typed.schema["n2"].dataType == T.IntegerType()
    counts = {(row["dt"], row["n2"]): row["count"] for row in typed.groupBy("dt", "n2").count().collect()}
    day = datetime.date
    assert counts == {(day(2026, 11, 20), 5): 600, (day(2026, 11, 21), 7): 600, (None, 7): 600}
    by_schema = load(spark, table, "n int, dt date")
    assert by_schema.filter("dt = DATE '2026-11-21' AND n < 10").count() == 10
    assert typed.filter("dt IS NULL").count() == 600


@needs_push_down
def test_folders_that_filters_leave_out_are_not_planned(spark, tmp_path):
    table = copies(tmp_path / "t", "dt=2026-11-20/a", "dt=2026-11-21/a")
    remove_columns(table / "dt=2026-11-20" / "a")

    def count(condition, **options):
        return load(spark, table, partitions="dt date", push_filters="true", **options).filter(condition).count()

    assert count("dt = DATE '2026-11-21' AND n >= 590") == 10
    assert count("dt > DATE '2026-11-21'") == 0
    assert count("n >= 590", filter='[["dt", ">", "2026-11-20"]]') == 10
    with pytest.raises(Exception, match="2026-11-20"):
        count("n >= 590")


@needs_spark
@pytest.mark.parametrize("tasks, bytes", [(1, 1 << 30), (3, 1 << 30), (8, 1 << 30), (1, 20000), (1000, 1)])
def test_tasks_divide_the_rows(monkeypatch, tmp_path, tasks, bytes):
    monkeypatch.setattr(cif.spark, "_STEP", 100)
    table = copies(tmp_path / "t", "p=1/a", "p=2/a", "p=3/a")
    reader = reader_of(table, min_tasks=tasks, task_bytes=bytes)
    planned = reader.partitions()
    assert sum(task.rows for task in planned) == 1800
    assert same(rows_of(reader, planned), cif.open(table).scan().read_all())
    if bytes > 1 << 20:
        assert tasks <= len(planned) <= 2 * tasks
    else:
        assert len(planned) > 5 and all(task.rows <= 300 for task in planned)
    random.Random(7).shuffle(planned)
    assert sorted(rows_of(reader, planned)["n"].to_pylist()) == sorted(3 * list(range(600)))


@needs_spark
def test_small_splits_share_a_task(spark, tmp_path):
    table = copies(tmp_path / "t", *(f"p={i}/a" for i in range(40)))
    frame = load(spark, table, min_tasks="4")
    assert 4 <= frame.rdd.getNumPartitions() <= 6
    assert frame.agg(F.count("*"), F.sum("n")).collect()[0] == (24000, 40 * sum(range(600)))


@needs_spark
def test_a_table_without_rows(spark, tmp_path):
    (tmp_path / "none").mkdir()
    assert load(spark, tmp_path / "none", "n int").collect() == []
    with pytest.raises(Exception, match="give a schema"):
        load(spark, tmp_path / "none")
    table = cif.open(GOLDEN / "empty")
    assert table.num_rows == 0
    schema = T.StructType([T.StructField("c3 int", T.IntegerType())])
    assert load(spark, GOLDEN / "empty", schema).collect() == []


# Filters.


def filters(*of):
    """Makes filters of Spark's classes from their names, paths and values."""
    return [getattr(ds, name)(tuple(path.split(".")), *values) for name, path, *values in of]


@needs_push_down
def test_filters_open_fewer_files_and_read_fewer_bytes(tmp_path, opened):
    shutil.copytree(GOLDEN / "encodings", tmp_path / "t")
    schema = T.StructType().add("packed", "long").add("html", "string")

    def read(*of):
        reader = reader_of(tmp_path / "t", schema, push_filters="true")
        assert list(reader.pushFilters(filters(*of))) == []
        rows = rows_of(reader)
        return 0 if rows is None else rows.num_rows, opened[-1].files_opened, opened[-1].bytes_read

    everything = read()
    some = read(("GreaterThan", "packed", 4090))
    nothing = read(("GreaterThan", "packed", 10**6))
    assert everything[:2] == (3000, 3) and some[1] == 3 and 0 < some[0] < 3000
    # Statistics tell it: html is not opened.
    assert nothing[:2] == (0, 2)
    assert nothing[2] < some[2] <= everything[2]


@needs_push_down
def test_filters_that_libcif_knows_are_not_left_to_spark():
    day, at = datetime.date(2026, 11, 21), datetime.datetime(1970, 1, 1)
    reader = reader_of(FILTERS, push_filters="true")
    known = filters(
        ("EqualTo", "n", 5), ("EqualTo", "flag", True), ("GreaterThan", "run", 3), ("GreaterThanOrEqual", "d", 0.5),
        ("LessThan", "amount", decimal.Decimal("3.5")), ("LessThanOrEqual", "at", at), ("IsNull", "kind"),
        ("IsNotNull", "guid"), ("In", "kind", ("a", "b")), ("StringStartsWith", "kind", "b"),
        ("StringContains", "guid", "-00"), ("EqualNullSafe", "n", 5), ("EqualNullSafe", "kind", None))
    known += [ds.Not(one) for one in known]
    unknown = filters(("StringEndsWith", "guid", "7"), ("EqualTo", "d", float("nan")), ("EqualTo", "n", None),
                      ("In", "n", (1, None)), ("EqualTo", "at", day))
    assert list(reader.pushFilters(known + unknown)) == unknown
    parts = reader_of(TESTDATA / "parts" / "table", push_filters="true")
    nested = filters(("EqualTo", "s.a", 5), ("StringStartsWith", "s.b.t", "x"), ("IsNotNull", "s.b"))
    assert list(parts.pushFilters(nested)) == []


DAY = "timestamp_ntz'1970-01-01 00:00:00'"
SIMPLE = [
    "flag", "NOT flag", "flag <=> NULL", "n = 119", "n <> 119", "n < 100", "n >= 500", "n IN (1, 5, 119, 700)",
    "n NOT IN (1, 5, 119)", "n IN (1, NULL)", "n <=> 119", "NOT (n <=> 119)", "run > 3", "run IS NULL",
    "run IS NOT NULL", "event BETWEEN 31 AND 200", "event NOT BETWEEN 31 AND 200", "event <=> NULL",
    "NOT (event <=> 62)", "kind LIKE 'kind 1%'", "kind NOT LIKE 'kind 1%'", "kind = 'kind 2'", "kind > 'kind 1'",
    "guid LIKE '%-00%'", "guid LIKE '%7'", "guid IS NULL", "d < 0.3", "d >= 0.3", "d = 'NaN'", "d > 'NaN'",
    "d <= 'NaN'", "NOT (d > 0.3)", "d = 0.0", "d = -0.0", "d IN (0.0, 0.25, 0.5)", "d > double('Infinity')",
    "isnan(d)", "amount > 3", "amount = 2.99", "amount < 1.234567", "NOT (amount <= 3.00)", f"at > {DAY}",
    f"at <= {DAY}", f"at = {DAY}", "date(at) = DATE '1970-01-01'", "year(at) > 1970", "n + 1 > 300", "n > run",
    "length(kind) = 6", "kind IN ('kind 0', 'kind 2', 'zz')", "kind >= ''", "false", "CAST(NULL AS BOOLEAN)",
    "n > 3000000000", "run = 3.5", "run < 2.5", "d = 1"]


def condition(chance, depth):
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(SIMPLE)
    if chance.random() < 0.2:
        return f"NOT ({condition(chance, depth - 1)})"
    op = chance.choice(["AND", "AND", "OR"])
    return f"({condition(chance, depth - 1)}) {op} ({condition(chance, depth - 1)})"


@pytest.fixture(scope="module")
def pair(spark, tmp_path_factory):
    """Makes the same rows as a table of CIF and in Parquet."""
    folder = tmp_path_factory.mktemp("pair")
    pq.write_table(cif.open(FILTERS).scan().read_all(), folder / "rows.parquet")
    return load(spark, FILTERS), spark.read.parquet(str(folder / "rows.parquet"))


def answers(frame, conditions):
    """Returns the rows of each condition, all by one query without push-down."""
    marks = [F.expr(f"coalesce({one}, false)").alias(f"f{i}") for i, one in enumerate(conditions)]
    rows = frame.select("n", *marks).collect()
    return [sorted(row[0] for row in rows if row[i + 1]) for i in range(len(conditions))]


@needs_push_down
def test_filters_have_the_answers_of_parquet(spark, pair):
    chance = random.Random(42)
    conditions = SIMPLE + [condition(chance, 1 + i % 3) for i in range(200 if NIGHTLY else 60)]
    for one, wanted in zip(conditions, answers(pair[1], conditions)):
        frame = load(spark, FILTERS, push_filters="true").filter(one)
        assert sorted(row[0] for row in frame.select("n").collect()) == wanted, one


@needs_spark
@pytest.mark.parametrize("enabled", ["true", "false"])
def test_a_frame_is_read_again_with_other_filters(spark, pair, enabled):
    """Covers what Spark keeps of a DataFrame: it has no filter of an earlier query."""
    spark.conf.set(PUSH_DOWN, enabled)
    try:
        frame = load(spark, FILTERS)
        conditions = SIMPLE[::5]
        for one, wanted in zip(conditions, answers(pair[1], conditions)):
            assert sorted(row[0] for row in frame.filter(one).select("n").collect()) == wanted, one
            assert frame.count() == 600
        low, high = frame.filter("n < 10"), frame.filter("n >= 590")
        assert sorted(row[0] for row in low.union(high).select("n").collect()) == [*range(10), *range(590, 600)]
    finally:
        spark.conf.set(PUSH_DOWN, "true")


@needs_push_down
@pytest.mark.xfail(strict=True, reason="Spark reads a DataFrame with the filters of its last query: PythonDataSourceV2")
def test_spark_keeps_filters_apart(spark):
    """Covers the reason why push_filters is off. If it passes, Spark is as it should be."""
    frame = load(spark, FILTERS, push_filters="true")
    assert frame.filter("n < 10").count() == 10
    assert frame.count() == 600


@needs_push_down
def test_filters_that_are_taken_need_the_setting_of_spark(spark):
    spark.conf.set(PUSH_DOWN, "false")
    try:
        with pytest.raises(Exception, match=PUSH_DOWN.replace(".", "[.]")):
            load(spark, FILTERS, push_filters="true").count()
    finally:
        spark.conf.set(PUSH_DOWN, "true")


@needs_spark
def test_the_option_filter(spark, opened):
    conditions = [["flag", "=", False],
                  ["or", ["n", "in", [5, 119, 238]], ["kind", "starts with", "kind 1"], ["run", "is null"]],
                  ["not", ["at", "<", "1970-01-01 00:00:10"]], ["amount", ">", "2.5"]]
    as_tuples = [("flag", "=", False),
                 ("or", ("n", "in", [5, 119, 238]), ("kind", "starts with", "kind 1"), ("run", "is null")),
                 ("not", ("at", "<", "1970-01-01 00:00:10")), ("amount", ">", decimal.Decimal("2.5"))]
    wanted = sorted(cif.open(FILTERS).scan(["n"], as_tuples).read_all()["n"].to_pylist())
    frame = load(spark, FILTERS, filter=json.dumps(conditions))
    assert 0 < len(wanted) < 600
    for _ in range(2):
        assert sorted(row[0] for row in frame.select("n").collect()) == wanted
        assert frame.filter("n > 300").count() == sum(n > 300 for n in wanted)
    # Statistics leave out all blocks: of two columns, the filter's alone is opened.
    schema = T.StructType().add("packed", "long").add("html", "string")
    assert rows_of(reader_of(GOLDEN / "encodings", schema, filter='[["packed", ">", 1000000]]')) is None
    assert opened[-1].files_opened == 2


@needs_spark
@pytest.mark.parametrize("filter, error", [
    ("n < 10", "no JSON"), ('{"n": 1}', "no list of conditions"), ('["n", "<", 10]', "no list of conditions"),
    ('[["nowhere", "<", 10]]', "nowhere"), ('[["n", "near", 10]]', "near"), ('[["n", "<", "x"]]', "'x'|x"),
    ('[["n", "in", 5]]', "int|list"), ("[[]]", "no condition")])
def test_a_filter_that_is_none_is_an_error(spark, filter, error):
    with pytest.raises(Exception, match=error):
        load(spark, FILTERS, filter=filter).count()


OPS = [("EqualTo", operator.eq), ("GreaterThan", operator.gt), ("GreaterThanOrEqual", operator.ge),
       ("LessThan", operator.lt), ("LessThanOrEqual", operator.le)]


def spark_compares(op, value, literal):
    """Compares as Spark does: NaN equals itself and is the greatest."""
    def key(v):
        return (isinstance(v, float) and math.isnan(v), 0 if isinstance(v, float) and math.isnan(v) else v)

    return op(key(value), key(literal))


@needs_push_down
def test_random_filters_on_values_of_the_columns():
    """Covers literals that are values of the rows, beside Python's own comparison."""
    columns = cif.open(FILTERS).scan().read_all().to_pydict()
    chance = random.Random(3)
    pushed = 0
    for _ in range(4000 if NIGHTLY else 400):
        name = chance.choice(sorted(columns))
        literal = chance.choice([v for v in columns[name] if v is not None])
        kind, op = chance.choice(OPS)
        negated = chance.random() < 0.3
        if name == "flag" and kind != "EqualTo":
            continue
        filter = filters((kind, name, literal))[0]
        reader = reader_of(FILTERS, push_filters="true")
        if list(reader.pushFilters([ds.Not(filter) if negated else filter])):
            assert literal != literal, filter
            continue
        pushed += 1
        rows = rows_of(reader)
        wanted = [n for n, v in zip(columns["n"], columns[name])
                  if v is not None and spark_compares(op, v, literal) != negated]
        assert ([] if rows is None else rows["n"].to_pylist()) == wanted, (filter, negated)
    assert pushed > 100


@needs_push_down
def test_filters_on_fields_of_structs(spark, tmp_path):
    path = TESTDATA / "parts" / "table"
    names = ["n", "s", "g"]
    pq.write_table(cif.open(path).scan(names, truncate_timestamps=True).read_all(), tmp_path / "p.parquet")
    parquet = spark.read.parquet(str(tmp_path / "p.parquet"))
    conditions = ["s.a > 100", "s.b.t LIKE 'a%'", "s.b.t IS NULL", "s.b IS NOT NULL AND s.a < 50", "s.b.d > 1.5",
                  "g.a IN (1, 2, 3)", "NOT (g.a <=> 5)", "s IS NULL", "s.at > timestamp_ntz'1970-01-01 00:00:00'"]
    for one, wanted in zip(conditions, answers(parquet, conditions)):
        frame = load(spark, path, truncate_timestamps="true", push_filters="true")
        assert sorted(row[0] for row in frame.filter(one).select("n").collect()) == wanted, one


# Queries.


@needs_spark
def test_queries_have_the_answers_of_parquet(spark, pair):
    pair[0].createOrReplaceTempView("c")
    pair[1].createOrReplaceTempView("p")
    for query in ("SELECT kind, flag, count(*), sum(amount), max(at), min(d) FROM {0} GROUP BY kind, flag",
                  "SELECT a.n, b.guid FROM {0} a JOIN {0} b ON a.n = b.event WHERE a.flag",
                  "SELECT count(DISTINCT kind), avg(run) FROM {0} WHERE n > 100",
                  "SELECT * FROM {0} ORDER BY n LIMIT 20"):
        got, wanted = (spark.sql(query.format(name)).collect() for name in "cp")
        assert sorted(plain(got), key=repr) == sorted(plain(wanted), key=repr), query


@needs_spark
def test_sql_reads_a_path(spark):
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW v (n INT, kind STRING) USING cif OPTIONS (path '{FILTERS}')")
    assert spark.sql("SELECT count(*), count(kind) FROM v WHERE n < 100").collect()[0][0] == 100


@needs_spark
def test_workers_are_other_processes(spark, tmp_path):
    table = copies(tmp_path / "t", "p=1/a", "p=2/a", "p=3/a", "p=4/a")
    rdd = load(spark, table, min_tasks="4").rdd
    pids = rdd.mapPartitions(lambda rows: [(os.getpid(), sum(1 for _ in rows))]).collect()
    assert sum(rows for _, rows in pids) == 2400 and os.getpid() not in {pid for pid, _ in pids}


# Tables that change.


@needs_spark
def test_tasks_read_the_table_as_it_was_planned(tmp_path):
    table = copies(tmp_path / "t", "p=1/a", "p=2/a")
    reader = reader_of(table, min_tasks=2)
    planned = reader.partitions()
    before = cif.open(table).scan().read_all()
    copies(table, "p=0/a", "p=2/b")
    assert same(rows_of(reader, planned), before)
    assert rows_of(reader_of(table)).num_rows == 2400


@needs_spark
@pytest.mark.parametrize("change", ["removed", "other file", "other name"])
def test_a_split_that_has_changed_is_an_error(tmp_path, change):
    table = copies(tmp_path / "t", "p=1/a", "p=2/a")
    reader = reader_of(table, min_tasks=2)
    first, second = reader.partitions()
    assert rows_of(reader, [first]).num_rows == 600
    shutil.rmtree(table / "p=2" / "a")
    if change == "other file":
        shutil.copytree(GOLDEN / "encodings", table / "p=2" / "a")
    elif change == "other name":
        copy_renamed(FILTERS / "split", table / "p=2" / "a", ["other"])
    assert rows_of(reader, [first]).num_rows == 600
    with pytest.raises(cif.Error, match="p=2/a.*|changed after the query was planned"):
        rows_of(reader, [second])


@needs_spark
def test_tasks_read_the_table_as_its_file_described_it(spark, tmp_path):
    """Covers a table file that is replaced between planning and tasks."""
    table = tmp_path / "t"
    add_split(GOLDEN / "plain", table / "dt=2026-01-01" / "0", [("c3 int", "a", None), ("c11 string", "gone", None)])
    add_split(GOLDEN / "plain", table / "dt=2026-01-02" / "0", [("c3 int", "b", "k/1"), ("c2 smallint", "n", None)])
    columns = [{"name": "b", "type": "bigint", "number": 1, "storedAs": ["a", "b"]},
               {"name": "n", "type": "int", "default": "7"}]
    members = {"keys": {"table": "k", "next": 2}, "partitionColumns": [{"name": "dt", "type": "date"}]}
    write_table_file(table, columns, **members)
    wanted = cif.open(table).scan().read_all()
    assert wanted["n"][:300].to_pylist() == [7] * 300
    frame = load(spark, table)
    assert frame.schema.simpleString() == "struct<b:bigint,n:int,dt:date>"
    assert frame.toArrow().to_pylist() == wanted.to_pylist()
    assert frame.filter("n = 7 AND dt = DATE '2026-01-01'").count() == 300
    reader = reader_of(table, frame.schema, min_tasks=2)
    tasks = reader.partitions()
    columns[0]["name"], columns[1]["default"] = "other", "8"
    write_table_file(table, columns, **members)
    assert rows_of(reader, tasks).to_pylist() == wanted.to_pylist()


@needs_spark
def test_a_query_does_not_mix_states_of_a_table(spark, tmp_path):
    """Covers a split that goes while Spark reads task by task."""
    table = copies(tmp_path / "t", "p=1/a", "p=2/a", "p=3/a")
    frame = load(spark, table, min_tasks="3")
    rows = frame.toLocalIterator()
    assert next(rows)["p"] == "1"
    shutil.rmtree(table / "p=3")
    copies(table, "p=4/a")
    with pytest.raises(Exception, match="changed after the query was planned"):
        list(rows)
    assert {row["p"] for row in load(spark, table).select("p").distinct().collect()} == {"1", "2", "4"}


# Errors.


@needs_spark
@pytest.mark.parametrize("options, error", [
    ({"thread": "2"}, "no option 'thread'; it has batch_rows"), ({"min_tasks": "0"}, "min_tasks is '0'"),
    ({"task_bytes": "many"}, "task_bytes is 'many'"), ({"use_filters": "maybe"}, "neither true nor false"),
    ({"partitions": "dt"}, "partitions is 'dt'"), ({"partitions": "dt date"}, "no partition column 'dt'"),
    ({"io": "other"}, "io 'other'")])
def test_options_that_there_are_none_of(spark, options, error):
    with pytest.raises(Exception, match=error):
        load(spark, FILTERS, **options)


@needs_spark
def test_options_ignore_case(spark):
    assert load(spark, FILTERS, MIN_TASKS="2", Batch_Rows="7", IO="direct").count() == 600


@needs_spark
def test_paths(spark, tmp_path):
    with pytest.raises(Exception, match="nowhere"):
        load(spark, tmp_path / "nowhere")
    with pytest.raises(Exception, match="one path"):
        spark.read.format("cif").load()
    assert load(spark, f"file://{FILTERS}").count() == load(spark, f"file:{FILTERS}").count() == 600


@needs_spark
def test_types_of_partitions_are_parsed():
    assert cif.spark._partitions("dt date, d decimal(10, 2),s string ") == {
        "dt": "date", "d": "decimal(10, 2)", "s": "string"}
    assert cif.spark._partitions("") == {}


@needs_spark
def test_damage_is_named(spark, tmp_path):
    shutil.copytree(GOLDEN / "encodings", tmp_path / "t")
    file = next((tmp_path / "t").glob("*letters*"))
    content = bytearray(file.read_bytes())
    content[60000] ^= 1
    file.write_bytes(content)
    with pytest.raises(Exception, match=f"{file}.*letters.*byte"):
        load(spark, tmp_path / "t").collect()


@needs_spark
@pytest.mark.parametrize("writer", sorted(f.name for f in (TESTDATA / "engines").iterdir() if f.is_dir()))
def test_tables_of_all_engines_have_the_answers_of_the_contract(spark, writer):
    """The 48 queries that Hive 4 and 3.1, Spark's SerDe and its Java data source answer, over tables that each wrote."""
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    spark.conf.set("spark.sql.timestampType", "TIMESTAMP_NTZ")
    try:
        for table in ("facts", "visits", "names", "grown"):
            options = {"partitions": "day date, zone string"} if table == "visits" else {}
            load(spark, TESTDATA / "engines" / writer / table, **options).createOrReplaceTempView(f"engines_{table}")
        different = {}
        queries = engines.queries(TESTDATA / "engines")
        assert len(queries) >= 40
        for sql, answer in queries:
            rows = ["\t".join(map(engines.text, row)) for row in spark.sql(sql.replace("{t}", "engines_")).collect()]
            found, expected = engines.comparable(sql, rows), engines.comparable(sql, answer)
            if found != expected:
                different[sql] = {"found": found[:5], "expected": expected[:5]}
        assert different == {}
    finally:
        spark.conf.set("spark.sql.session.timeZone", "America/New_York")
        spark.conf.unset("spark.sql.timestampType")
