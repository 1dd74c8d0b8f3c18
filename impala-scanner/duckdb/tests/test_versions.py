"""Older versions of DuckDB: those with the stable C API read the same rows, others report the
reason."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from tests.test_golden import GOLDEN

VERSIONS = pathlib.Path(os.environ["CIF_DUCKDB_VERSIONS"])
EXTENSION = pathlib.Path(os.environ["CIF_DUCKDB_EXTENSION"])
ROOM = pathlib.Path(__file__).resolve().parents[1]
API, PLATFORM = (field.rstrip(b"\0").decode() for field in
                 (EXTENSION.read_bytes()[-352:-320], EXTENSION.read_bytes()[-320:-288]))
SQL = """SELECT "c3 int", "c18 array_int_", map_keys("c20 map_string_int_"), map_values("c20 map_string_int_"),
"c25 struct_a_int_b_string_", "c10 decimal_"::VARCHAR, "c15 date"::VARCHAR, "c16 timestamp"::VARCHAR, "c11 string", day
FROM read_cif('PATH', truncate_timestamps := true, partitions := {'day': 'int'},
filter := '"c3 int" > 5 OR NOT day IN (2)') ORDER BY ALL"""

PROGRAM = """
import duckdb, json, sys
version, extension, sql = sys.argv[1:]
assert version in ("newest", duckdb.__version__), duckdb.__version__
connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
try:
    if extension == "package":
        import cif
        cif.duckdb.load(connection)
    else:
        connection.execute(f"LOAD '{extension}'")
    print(json.dumps({"rows": connection.execute(sql).fetchall()}))
except Exception as error:
    print(json.dumps({"error": str(error)}))
connection.execute("SELECT 1")
"""


def run(version, extension, sql="SELECT 1"):
    environment = {**os.environ}
    if version != "newest":
        assert (VERSIONS / version).is_dir()
        environment["PYTHONPATH"] = str(VERSIONS / version)
    done = subprocess.run([sys.executable, "-c", PROGRAM, version, extension, sql], env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def with_metadata(folder, *fields):
    """Returns the extension with the metadata of another platform or API."""
    library = EXTENSION.with_name("cif.so")
    extension = folder / EXTENSION.name
    subprocess.run([sys.executable, ROOM / "add_metadata.py", library, extension, *fields], check=True)
    return extension


def platform_of(version):
    """Returns the platform's name: Python wheels named it after the C++ library, up to DuckDB 1.2.
    """
    return PLATFORM + "_gcc4" if version.startswith("1.2.") else PLATFORM


@pytest.fixture
def two_splits(tmp_path):
    for day in (1, 2):
        shutil.copytree(GOLDEN / "auto", tmp_path / "t" / f"day={day}" / "split")
    return tmp_path / "t"


@pytest.mark.parametrize("version", ["1.2.0", "1.4.5"])
def test_an_older_duckdb_reads_the_same_rows(two_splits, tmp_path, version):
    sql = SQL.replace("PATH", str(two_splits))
    extension = with_metadata(tmp_path, platform_of(version), API, "v0")
    rows = run(version, extension, sql)["rows"]
    assert 300 < len(rows) < 600
    assert rows == run("newest", EXTENSION, sql)["rows"]
    assert rows == run(version, "package", sql)["rows"]


def test_a_duckdb_before_the_stable_api_says_so():
    assert "C API version" in run("1.1.3", EXTENSION)["error"]
    assert "v1.1.3 is too old for read_cif" in run("1.1.3", "package")["error"]


@pytest.mark.parametrize("fields, error", [
    (("plan9_amd64", "v1.2.0", "v0"), "plan9_amd64"),
    (("PLATFORM", "v1.99.0", "v0"), "v1.99.0"),
    (("PLATFORM", "v2.0.0", "v0"), "v2.0.0"),
])
def test_an_extension_for_another_duckdb_says_so(tmp_path, fields, error):
    extension = with_metadata(tmp_path, *(PLATFORM if f == "PLATFORM" else f for f in fields))
    assert error in run("newest", extension)["error"]


@pytest.mark.parametrize("part", [0, 100, 1000])
def test_an_extension_that_is_cut_off_says_so(tmp_path, part):
    cut = tmp_path / EXTENSION.name
    cut.write_bytes(EXTENSION.read_bytes()[:-part or 400])
    assert run("newest", cut)["error"]
