"""Fixture of a DuckDB that has loaded the extension."""

import os
import pathlib
import shutil
import sys

import duckdb
import pytest

ROOM = pathlib.Path(__file__).resolve().parents[1]
# Golden files, and the comparison of their lines, come from the Python package.
sys.path.insert(0, str(ROOM.parent / "python"))

from tests.test_golden import GOLDEN  # noqa: E402

EXTENSION = pathlib.Path(os.environ["CIF_DUCKDB_EXTENSION"])


@pytest.fixture
def connection():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{EXTENSION}'")
    connection.execute("SET TimeZone = 'UTC'")
    yield connection
    connection.close()


@pytest.fixture
def copy(tmp_path):
    """Copies a golden split that may be damaged."""
    shutil.copytree(GOLDEN / "encodings", tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture
def partitioned(tmp_path):
    for day in ("2026-11-20", "2026-11-21", "__HIVE_DEFAULT_PARTITION__"):
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"day={day}" / "000000_0")
    return tmp_path / "t"
