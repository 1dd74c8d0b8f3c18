"""Files that `cif-scan --arrow` writes, read by pyarrow."""

import json
import pathlib
import subprocess

import cif
import pyarrow as pa
import pytest

from .renamed import copy_renamed
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


def rows(*arguments):
    done = subprocess.run([CIF_SCAN, *arguments, "--jsonl"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ["a,b", "a=b", "`", "a`b`", "=", ",", "a['k,1']", "a, b = c"])
def test_names_in_backquotes(tmp_path, name):
    copy_renamed(GOLDEN.parent / "filters" / "table" / "split", tmp_path / "t", [name])
    quoted = "`" + name.replace("`", "``") + "`"
    one = [{"guid": "9e3779b1-guid-0001", name: 119}]
    for arguments in (["--where-eq", f"{quoted}=119"], ["--key", f"{quoted}=119"], ["--key", f"guid='{one[0]['guid']}', {quoted}=119"]):
        assert rows(tmp_path / "t", "--columns", f"guid,{quoted}", *arguments) == one
    assert len(rows(tmp_path / "t", "--columns", quoted, "--columns", "run")[0]) == 2


def test_a_comma_in_a_key_of_a_map():
    table = cif.open(GOLDEN / "dcsl")
    wanted = table.scan({"m": "c0 map_string_int_['key-2']"}).read_all()["m"].to_pylist()
    got = rows(GOLDEN / "dcsl", "--columns", "c0 map_string_int_['key-2'],c0 map_string_int_['a,b=c']")
    assert [list(row.values()) for row in got] == [[value, None] for value in wanted]
    done = subprocess.run([CIF_SCAN, GOLDEN / "dcsl", "--columns", "`c0"], capture_output=True, text=True)
    assert done.returncode == 105 and "a backquote has no end" in done.stderr
