"""Tests of cif.scan_cif: push-down by Polars, and answers equal to those of a frame in memory."""

import contextlib
import datetime
import decimal
import os
import random
import shutil

import cif
import polars as pl
import pytest

from .test_dataset import GOLDEN
from .test_table import FILTERS


class Opened:
    """LazyFrame of a dataset that records its scans and opened files."""

    def __init__(self, path, monkeypatch, **options):
        self.datasets, self.conditions = [], []
        scanner = cif.Dataset.scanner

        def record(dataset, *arguments, **named):
            made = scanner(dataset, *arguments, **named)
            self.datasets.append(dataset)
            self.conditions.append(made._conditions)
            return made

        monkeypatch.setattr(cif.Dataset, "scanner", record)
        self.lazy = cif.scan_cif(path, **options)
        self.table = self.datasets[0].table

    @contextlib.contextmanager
    def opening(self, files):
        before = self.table.files_opened
        yield
        assert self.table.files_opened - before == files


@pytest.fixture
def encodings(monkeypatch):
    return Opened(GOLDEN / "encodings", monkeypatch)


@pytest.fixture
def days(tmp_path, monkeypatch):
    for day in ("2026-11-20", "2026-11-21", "__HIVE_DEFAULT_PARTITION__"):
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"day={day}" / "000000_0")
    return Opened(tmp_path / "t", monkeypatch, partitions={"day": "date"})


def test_schema(encodings):
    assert encodings.lazy.collect_schema() == pl.DataFrame(cif.open(GOLDEN / "encodings").stream()).schema


C = pl.col
# Query, the conditions that libcif evaluates, and the files of a table with one split that it
# opens.
QUERIES = [
    (lambda t: t.filter(C("packed") > 4000).select("words"), 1, 2),
    (lambda t: t.filter((C("words") == "text/html") & (C("packed") < 3000)).select("runs"), 2, 3),
    (lambda t: t.filter(~(C("packed") < 4000)).select("packed"), 1, 1),
    (lambda t: t.filter(C("long_nulls").is_null()).select("runs"), 1, 2),
    (lambda t: t.filter(C("long_nulls").is_not_null(), 4000 < C("packed")).select("packed"), 2, 2),
    (lambda t: t.filter((C("runs") + 1 == 4) & (C("packed") > 4000)).select("words"), 1, 3),
    (lambda t: t.filter(C("words").str.len_chars() == 8).select("words"), 0, 1),
    (lambda t: t.filter(C("packed") > C("wide")).select("packed"), 0, 2),
    (lambda t: t.filter(C("packed").is_in([1, 2, 2130])).select("packed"), 1, 1),
    (lambda t: t.filter(~C("packed").is_in([1, 2, 2130])).select("packed"), 1, 1),
    (lambda t: t.filter((C("runs") == 3) | (C("packed") < 50)).select("packed"), 1, 2),
    (lambda t: t.filter(C("words").str.starts_with("text/h")).select("words"), 1, 1),
    (lambda t: t.filter(C("html").str.contains("page 7", literal=True)).select("runs"), 1, 2),
    (lambda t: t.filter(C("html").str.contains("page [78]")).select("runs"), 0, 2),
    (lambda t: t.filter(C("packed").is_between(2000, 3000)).select("packed"), 2, 1),
    (lambda t: t.filter(C("packed").is_between(2000, 3000, closed="left")).select("packed"), 2, 1),
    (lambda t: t.group_by("words").agg(C("packed").sum()).sort("words"), 0, 2),
    (lambda t: t.select(pl.len()), 0, 1),
    (lambda t: t.select("html", "runs").head(7), 0, 2),
    (lambda t: t.filter(C("packed") > 4000).head(7).select("packed"), 1, 1),
]


@pytest.mark.parametrize("number", range(len(QUERIES)))
def test_columns_and_predicates_are_pushed(encodings, number):
    query, pushed, files = QUERIES[number]
    memory = pl.DataFrame(cif.open(GOLDEN / "encodings").stream()).lazy()
    with encodings.opening(files):
        got = query(encodings.lazy).collect()
    assert len(encodings.conditions[-1]) == pushed
    wanted = query(memory).collect()
    assert got.equals(wanted) and got.height > 0


OF_POLARS = C("runs") + 1 == 4


@pytest.mark.parametrize("predicate, rest", [
    (C("packed") > 4000, None), ((C("words") == "text/html") & (C("packed") < 3000), None),
    ((C("runs") == 3) | (C("packed") < 50), None), (C("packed").is_in([1, None, 2130]), None),
    (~C("packed").is_in([1, None, 2130]), None), (OF_POLARS & (C("packed") > 4000), OF_POLARS),
    ((C("packed") > 4000) & OF_POLARS & (C("runs") < 9), OF_POLARS),
    (OF_POLARS | (C("packed") > 4000), OF_POLARS | (C("packed") > 4000))])
def test_polars_evaluates_the_parts_that_libcif_does_not_know(encodings, monkeypatch, predicate, rest):
    wanted = pl.DataFrame(cif.open(GOLDEN / "encodings").stream()).filter(predicate)
    evaluated = []
    filter = pl.DataFrame.filter
    monkeypatch.setattr(pl.DataFrame, "filter", lambda frame, by: evaluated.append(by) or filter(frame, by))
    got = encodings.lazy.filter(predicate).collect()
    assert got.equals(wanted) and got.height > 0
    # Polars gives literals the type of their column.
    names = [] if rest is None else sorted(rest.meta.root_names())
    assert {tuple(sorted(one.meta.root_names())) for one in evaluated} == ({tuple(names)} if names else set())


def test_rows_are_counted_with_any_predicate(encodings):
    memory = pl.DataFrame(cif.open(GOLDEN / "encodings").stream()).lazy()
    for predicate in (C("packed") > 4000, C("runs") + 1 == 4, pl.lit(True), pl.lit(False), C("packed").is_in([None])):
        wanted = memory.filter(predicate).select(pl.len()).collect()
        assert encodings.lazy.filter(predicate).select(pl.len()).collect().equals(wanted)


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_engines(encodings, engine):
    got = encodings.lazy.filter(C("packed") > 4000).select("packed").collect(engine=engine)
    memory = pl.DataFrame(cif.open(GOLDEN / "encodings").stream(["packed"]))
    assert got.equals(memory.filter(C("packed") > 4000))


def test_folders_are_left_out(days):
    with days.opening(1):
        got = days.lazy.filter(C("day") == datetime.date(2026, 11, 21)).select("runs", "day").collect()
    assert got.height == 3000 and set(got["day"]) == {datetime.date(2026, 11, 21)}


def test_a_limit_ends_the_read(days):
    with days.opening(1):
        assert days.lazy.select("runs").head(2).collect().height == 2
    with days.opening(2):
        assert days.lazy.select("runs").head(4000).collect().height == 4000
    assert days.lazy.select("runs").head(10**6).collect().height == 9000
    assert days.lazy.select("runs").head(0).collect().height == 0


@pytest.mark.parametrize("predicate, pushed", [
    (C("d") > 0.5, 1), (C("d") >= 0.5, 1), (~(C("d") > 0.5), 1), (C("d").is_in([0.25, 0.5]), 1), (C("d") < 0.5, 1), (C("d") == 0.0, 1), (C("d") != 0.0, 1),
    (~(C("d") < 0.5), 1), (C("d") == float("nan"), 0), (C("flag"), 1), (~C("flag"), 1),
    (C("at") > datetime.datetime(1970, 1, 1), 1), (C("amount") > 3, 1), (C("amount") == decimal.Decimal("-2.99"), 1),
    (C("guid") == "9e3779b1-guid-0001", 1), (C("guid").is_null() & (C("n") > 5), 2), (C("run") == 3.0, 0)])
def test_values_of_every_kind(monkeypatch, predicate, pushed):
    """Covers NaN, which Polars takes for the greatest."""
    opened = Opened(FILTERS / "split", monkeypatch)
    memory = pl.DataFrame(cif.open(FILTERS / "split").stream())
    got = opened.lazy.filter(predicate).collect()
    assert got.equals(memory.filter(predicate))
    assert len(opened.conditions[-1]) == pushed


# Literals of other types than the column's, and those at its edges.
BESIDE = {int: [-5, 2**40, 1.0, 0.5], float: [0.1, 0.3, 0.0, -0.0, 1, 1e300, float("inf"), float("nan")], bool: [],
          decimal.Decimal: [1, decimal.Decimal("1.005"), 0.5], str: [""], datetime.date: [datetime.datetime(2020, 1, 1, 1)],
          datetime.datetime: [datetime.date(2020, 1, 1)], bytes: [b""]}
CONDITIONS = [lambda c, v: c == v, lambda c, v: c != v, lambda c, v: c < v, lambda c, v: c <= v, lambda c, v: v < c,
              lambda c, v: ~(c < v), lambda c, v: ~(c == v), lambda c, v: c.is_in([v]), lambda c, v: ~c.is_in([v, None]),
              lambda c, v: c.is_between(v, v), lambda c, v: (c < v) | c.is_null(), lambda c, v: c.eq_missing(v),
              lambda c, v: ~((c > v) | (c == v)) & c.is_not_null()]
TYPED = [c.name for c in cif.open(GOLDEN / "auto").columns
         if not c.type.startswith(("array", "map", "struct", "union"))]


@pytest.mark.parametrize("name", TYPED)
def test_conditions_on_each_type_have_the_answers_of_polars(name):
    """Rows that libcif keeps are not looked at again."""
    options = {"truncate_timestamps": True} if "timestamp" in name else {}
    lazy = cif.scan_cif(GOLDEN / "auto", columns=[name], **options)
    memory = pl.DataFrame(cif.open(GOLDEN / "auto").stream([name], **options))
    values = memory[name].drop_nulls().to_list()
    compared = 0
    for value in random.Random(name).sample(values, 4) + BESIDE[type(values[0])]:
        for condition in CONDITIONS:
            try:
                wanted = memory.filter(condition(C(name), value))
            except (pl.exceptions.PolarsError, TypeError):
                continue  # Polars does not compare these types
            assert lazy.filter(condition(C(name), value)).collect().equals(wanted), condition(C(name), value)
            compared += 1
    assert compared >= 4 * len(CONDITIONS) - 4


NULL = pl.lit(None, pl.Boolean)
# Conditions that libcif evaluates, and others, with NULLs in most of them.
KNOWN = [C("flag"), C("n") > 300, C("d") < 0.3, C("guid").is_null(), C("kind").str.starts_with("b"), C("event") == 62,
         C("event").is_in([31, 62, None]), C("event").is_between(100, 400)]
OTHER = [C("guid").str.ends_with("7"), C("event") + 1 > 300, C("n") > C("run"), C("guid") > C("kind"),
         C("event").is_between(C("run"), 400), C("event").fill_null(0) < 250, NULL]
# Expressions around an expression, which may be false or NULL where that is true.
AROUND = [lambda e: ~e, lambda e: e == False, lambda e: e != True, lambda e: e.is_null(),  # noqa: E712
          lambda e: e.is_not_null(), lambda e: e.is_in([False]), lambda e: e.is_in([True, None]),
          lambda e: e.eq_missing(NULL), lambda e: e.fill_null(True), lambda e: e.cast(pl.Int8) < 1,
          lambda e: e.is_between(False, False), lambda e: pl.lit(False) >= e,
          lambda e: pl.when(e).then(C("flag")).otherwise(C("n") < 200), lambda e: ~pl.all_horizontal(e, C("n") > 9)]
BETWEEN = [lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b, lambda a, b: a == b, lambda a, b: a < b,
           lambda a, b: a.is_between(False, b), lambda a, b: a & b, lambda a, b: a | b]


def random_expression(chance, depth):
    if depth == 0:
        return C("flag") if chance.random() < 0.3 else chance.choice(KNOWN if chance.random() < 0.5 else OTHER)
    if chance.random() < 0.4:
        return chance.choice(AROUND)(random_expression(chance, depth - 1))
    return chance.choice(BETWEEN)(random_expression(chance, depth - 1), random_expression(chance, chance.randrange(depth)))


@pytest.fixture(scope="module")
def filters():
    """Returns the table of filters, as a LazyFrame and in memory."""
    return cif.scan_cif(FILTERS), pl.DataFrame(cif.open(FILTERS).stream())


HALF = C("flag") & C("guid").str.ends_with("7")


@pytest.mark.parametrize("predicate, pushed", [
    (HALF, 1), (HALF & (C("n") > 9), 2), (HALF | (C("n") < 9), 1), (~(C("flag") | C("guid").str.ends_with("7")), 1),
    (HALF == False, 0), (HALF.is_null(), 0), (HALF.is_in([False]), 0), (~HALF, 0), (HALF != True, 0),  # noqa: E712
    (HALF ^ C("flag"), 0), (C("n").is_between(C("event"), 400), 1), (~C("n").is_between(C("event"), 400), 0),
    (C("flag") & (HALF == False), 1)])  # noqa: E712
def test_a_half_that_libcif_lacks_leaves_out_no_row(filters, monkeypatch, predicate, pushed):
    """Covers push-down of one half only where the whole implies it."""
    opened = Opened(FILTERS, monkeypatch)
    wanted = filters[1].filter(predicate)
    assert opened.lazy.filter(predicate).collect().equals(wanted) and 0 < wanted.height
    assert len(opened.conditions[-1]) == pushed


# Each takes milliseconds; at night there are many.
TREES = 20000 if os.environ.get("CIF_NIGHTLY") else 300


def test_trees_of_conditions_have_the_answers_of_polars(filters):
    lazy, memory = filters
    for seed in range(TREES):
        predicate = random_expression(random.Random(seed), 1 + seed % 4)
        got = lazy.filter(predicate).select("n").collect()
        assert got.equals(memory.filter(predicate).select("n")), (seed, predicate)


def test_types_that_polars_lacks():
    with pytest.raises(TypeError, match="c27 uniontype.*columns="):
        cif.scan_cif(GOLDEN / "auto")
    some = cif.scan_cif(GOLDEN / "auto", columns=["c3 int", "c18 array_int_"])
    assert some.collect().shape == (300, 2)
    assert some.filter(C("c3 int") > 0).collect().height == cif.dataset(GOLDEN / "auto").count_rows([("c3 int", ">", 0)])


@pytest.mark.parametrize("folder", ["auto", "encodings"])
def test_views_are_read_by_default_and_the_rows_are_those_of_plain_text(folder):
    # Polars has no unions.
    columns = [name for name in cif.dataset(GOLDEN / folder).schema.names if "uniontype" not in name]
    options = {"columns": columns, "truncate_timestamps": True}
    views = cif.scan_cif(GOLDEN / folder, **options).collect()
    assert {pl.String, pl.List(pl.String)} & set(views.dtypes)
    assert views.equals(cif.scan_cif(GOLDEN / folder, strings="plain", **options).collect())


def test_a_polars_that_forgets_filters_is_refused(monkeypatch):
    monkeypatch.setattr(pl, "__version__", "1.26.0")
    with pytest.raises(ImportError, match="1.27 or newer"):
        cif.scan_cif(GOLDEN / "encodings")


def test_it_is_read_again_and_by_threads(days):
    first = days.lazy.select("packed", "day").collect()
    assert days.lazy.select("packed", "day").collect().equals(first)
    joined = days.lazy.filter(C("runs") == 3).join(days.lazy.filter(C("runs") == 5), on="packed").select(pl.len())
    assert joined.collect().equals(joined.collect())
    many = cif.scan_cif(days.table.splits[0], threads=2)
    assert many.select("packed").collect().equals(first.select("packed").head(3000))


def test_damage_is_named(tmp_path):
    shutil.copytree(GOLDEN / "encodings", tmp_path / "t")
    file = next((tmp_path / "t").glob("*letters*"))
    content = bytearray(file.read_bytes())
    content[60000] ^= 1
    file.write_bytes(content)
    with pytest.raises(Exception, match=f"{file}.*letters.*byte"):
        cif.scan_cif(tmp_path / "t").select("letters").collect()


def test_scan_pyarrow_dataset_takes_a_dataset(encodings):
    lazy = pl.scan_pyarrow_dataset(cif.dataset(GOLDEN / "encodings"))
    assert lazy.filter(C("packed") > 4000).select("words").collect().height == cif.dataset(
        GOLDEN / "encodings").count_rows([("packed", ">", 4000)])
