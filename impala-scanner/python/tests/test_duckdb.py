"""The extension for DuckDB in the wheel: how it is loaded, and answers beside cif.dataset and pyarrow."""

import pathlib
import re
import shutil

import cif
import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from .test_table import FILTERS

SETTING = {"allow_unsigned_extensions": "true"}


@pytest.fixture(scope="module")
def con():
    with cif.duckdb.connect() as connection:
        yield connection


@pytest.fixture
def days(tmp_path):
    """Makes a table of two days, in a folder with odd characters."""
    folder = tmp_path / "it's a \"table\""
    for day in ("2026-11-20", "2026-11-21"):
        shutil.copytree(FILTERS / "split", folder / f"dt={day}" / "000000_0")
    return folder


def quoted(path):
    return "'" + str(path).replace("'", "''") + "'"


def rows(con, query, source):
    """Returns the rows as sorted texts: NaN is equal to NaN, and no engine promises an order."""
    return sorted(map(repr, con.sql(query.format(source)).fetchall()))


# Answers.


@pytest.mark.parametrize("query", [
    "SELECT * FROM {}",
    "SELECT count(*), count(guid), sum(amount) FROM {}",
    'SELECT run, kind, min("at"), max(n) FROM {} WHERE n < 300 OR flag GROUP BY run, kind',
    "SELECT a.guid, b.n, a.dt FROM {0} a JOIN {0} b ON a.n = b.event AND a.dt <= b.dt WHERE b.kind IS NOT NULL",
    "SELECT dt, count(*) FROM {} WHERE dt > DATE '2026-11-20' GROUP BY dt",
])
def test_answers_are_those_of_a_dataset_and_of_pyarrow(con, days, query):
    data = cif.dataset(days, partitions={"dt": "date"})
    con.register("data", data)
    con.register("memory", data.to_table())
    ours = rows(con, query, f"read_cif({quoted(days)}, partitions := {{'dt': 'date'}})")
    assert ours == rows(con, query, "data") == rows(con, query, "memory") != []


def test_a_condition_and_a_folder_as_a_table(con, days):
    read = con.sql(f"SELECT guid, dt FROM read_cif({quoted(days)}, partitions := {{'dt': 'date'}}, "
                   "filter := 'run = 3 AND dt = DATE ''2026-11-21''')").fetchall()
    keep = (pc.field("run") == 3) & (pc.field("dt") == pc.scalar("2026-11-21").cast(pa.date32()))
    table = cif.dataset(days, partitions={"dt": "date"}).to_table(columns=["guid", "dt"], filter=keep)
    assert sorted(read, key=repr) == sorted(zip(*table.to_pydict().values()), key=repr) != []
    assert con.sql(f"SELECT count(*) FROM {quoted(days)}").fetchall() == [(1200,)]


def test_duckdb_learns_the_number_of_rows(con, days):
    plan = con.sql(f"EXPLAIN SELECT n FROM read_cif({quoted(days)})").fetchall()[0][1]
    assert "~1,200 rows" in plan, plan


# Loading.


def test_the_package_has_the_extension():
    """Fails where a wheel that is tested or released was built without."""
    folder = pathlib.Path(cif.__file__).parent
    assert (folder / "libcif_duckdb.so").is_file() and (folder / "_duckdb_metadata.py").is_file()


def test_a_database_of_the_users_takes_it_once_and_again(tmp_path):
    with duckdb.connect(tmp_path / "a.db", config=SETTING) as con:
        con.execute("BEGIN; CREATE TABLE t AS SELECT 7 AS n; FROM t")
        cif.duckdb.load(con)
        cif.duckdb.load(con)
        assert con.fetchall() == [(7,)]
        assert con.sql(f"SELECT count(*) FROM read_cif('{FILTERS}'), t").fetchall() == [(600,)]
        con.execute("COMMIT")
        loaded = "SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'cif' AND loaded"
        assert con.cursor().sql(loaded).fetchall() == [(f"v{cif.__version__}",)]
    with cif.duckdb.connect(tmp_path / "a.db", read_only=True, config={"threads": 1}) as con:
        assert con.sql("SELECT n, current_setting('threads') FROM t").fetchall() == [(7, 1)]
        assert con.sql(f"SELECT count(*) FROM read_cif('{FILTERS}')").fetchall() == [(600,)]


def test_copies_are_removed_and_quotes_are_taken(tmp_path, monkeypatch):
    folder = tmp_path / "it's"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with cif.duckdb.connect() as con:
        assert list(folder.iterdir()) == []
        assert con.sql(f"SELECT count(*) FROM read_cif('{FILTERS}')").fetchall() == [(600,)]


@pytest.mark.parametrize("config", [{}, {"allow_unsigned_extensions": "false"}])
def test_without_the_setting_the_error_says_what_to_do(config):
    with duckdb.connect(config=config) as con:
        with pytest.raises(RuntimeError, match=r"cif\.duckdb\.connect\(\).*config=\{'allow_unsigned_extensions'"):
            cif.duckdb.load(con)
        assert con.sql("SELECT 1").fetchall() == [(1,)]


def test_a_package_without_the_extension_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(cif.duckdb, "_LIBRARY", tmp_path / "nothing.so")
    with pytest.raises(RuntimeError, match="CIF_DUCKDB_HEADERS"):
        cif.duckdb.connect()


def test_duckdbs_own_refusals_are_errors_of_duckdb():
    with pytest.raises(duckdb.Error, match="disabled through configuration"):
        cif.duckdb.connect(config={"enable_external_access": "false"})


def test_one_version_of_duckdbs_api():
    text = (pathlib.Path(__file__).parents[2] / "duckdb" / "CMakeLists.txt").read_text()
    assert cif.duckdb._API == "v" + re.search(r"set\(CIF_DUCKDB_API (\S+)\)", text)[1]
