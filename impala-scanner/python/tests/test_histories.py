"""Tables with random histories, written by Java's tests, have the rows that Java's model gives them.

Needs CIF_HISTORIES, the folder of the tables; bin/test gives it.
"""

import json
import os
import pathlib

import cif
import pyarrow.compute as compute
import pytest

FOLDER = os.environ.get("CIF_HISTORIES")


@pytest.mark.skipif(FOLDER is None, reason="CIF_HISTORIES is not set")
def test_histories_areReadAsTheModelHasThem():
    expected = sorted(pathlib.Path(FOLDER).glob("history-*.jsonl"))
    assert len(expected) >= 20
    for file in expected:
        wanted = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        table = cif.dataset(str(file.with_suffix(""))).to_table()
        rows = table.to_pylist()
        assert sorted(map(repr, rows)) == sorted(map(repr, wanted)), file.name
        for name in table.column_names[:3]:
            some = wanted[len(wanted) // 2][name] if wanted else None
            if some is not None:
                found = cif.dataset(str(file.with_suffix(""))).to_table(
                    filter=compute.field(name) == some).to_pylist()
                assert sorted(map(repr, found)) == sorted(
                    repr(row) for row in wanted if row[name] == some), (file.name, name)

