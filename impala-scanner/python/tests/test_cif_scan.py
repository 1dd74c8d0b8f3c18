"""Files that `cif-scan --arrow` writes, read by pyarrow."""

import pathlib
import subprocess

import cif
import pyarrow as pa
import pytest

from .test_golden import GOLDEN, NAMES

CIF_SCAN = pathlib.Path(__file__).resolve().parents[2] / "build" / "cif-scan"


@pytest.mark.parametrize("name", NAMES)
def test_the_same_rows_as_the_stream(name, tmp_path):
    file = tmp_path / "rows.arrow"
    table = cif.open(GOLDEN / name)
    done = subprocess.run([CIF_SCAN, GOLDEN / name, "--arrow", file, "--timestamps",
                           "us-truncated", "--batch-rows", "77"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    read = pa.ipc.open_file(file).read_all()
    read.validate(full=True)
    wanted = table.scan(truncate_timestamps=True).read_all()
    assert read.schema.equals(wanted.schema)
    # Compared as text, in which NaN equals NaN.
    assert str(read.to_pylist()) == str(wanted.to_pylist())


def test_nothing_half_written(tmp_path):
    file = tmp_path / "rows.arrow"
    done = subprocess.run([CIF_SCAN, GOLDEN / "auto", "--arrow", file], capture_output=True,
                          text=True)
    assert done.returncode == 1
    assert "nanoseconds" in done.stderr
    assert list(tmp_path.iterdir()) == []
    done = subprocess.run([CIF_SCAN, GOLDEN / "encodings", "--arrow", tmp_path / "no" / "file"],
                          capture_output=True, text=True)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
