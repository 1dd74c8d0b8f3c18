"""Tests of the wheel in an environment that has nothing else but DuckDB, and no compiler."""

import json
import os
import pathlib
import re
import subprocess
import sys

import cif
import pytest

from .test_golden import GOLDEN, NAMES

HERE = pathlib.Path(__file__).resolve().parent
CHECK = HERE / "wheel" / "check.py"


@pytest.fixture(scope="module")
def wheel():
    found = list((HERE.parent / "build" / "wheels").glob("*.whl"))
    assert len(found) == 1, found
    return found[0]


def test_it_is_for_any_linux_of_its_age(wheel):
    """Checks the wheel's name, which auditwheel gives only if it needs no library beyond the
    standard ones."""
    assert re.fullmatch(r"cif_format-.*-manylinux_2_\d+_\w+\.whl", wheel.name)


def test_it_works_where_nothing_else_is(wheel, tmp_path):
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    # No compiler or other program is found.
    nothing = {"PATH": str(venv / "bin"), "CC": "/nowhere/cc", "CXX": "/nowhere/c++"}
    keep = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name == "HOME"}
    done = subprocess.run([venv / "bin" / "python", "-m", "pip", "install", "-q", "--only-binary=:all:", f"{wheel}[duckdb]"],
                          env={**keep, **nothing}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    done = subprocess.run([venv / "bin" / "python", CHECK, GOLDEN, *NAMES], cwd=tmp_path, env=nothing,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["version"] == cif.__version__
    assert seen["rows"] == seen["by_duckdb"] == {name: cif.open(GOLDEN / name).num_rows for name in NAMES}
    outside = [path for path in seen["libraries"] if re.search("zstd|lz4|snappy|libcif", path)
               and not path.startswith(str(venv))]
    assert outside == []
