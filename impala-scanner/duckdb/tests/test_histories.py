"""read_cif of tables with random histories, which Java's tests have written, beside Java's model of their rows.

Needs CIF_HISTORIES, the folder of the tables; bin/test gives it.
"""

import json
import os
import pathlib

import pytest

FOLDER = os.environ.get("CIF_HISTORIES")


@pytest.mark.skipif(FOLDER is None, reason="CIF_HISTORIES is not set")
def test_histories_areReadAsTheModelHasThem(connection):
    expected = sorted(pathlib.Path(FOLDER).glob("history-*.jsonl"))
    assert len(expected) >= 20
    for file in expected:
        wanted = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        source = f"read_cif('{file.with_suffix('')}')"
        answer = connection.sql(f"SELECT * FROM {source}")
        rows = [dict(zip(answer.columns, row)) for row in answer.fetchall()]
        assert sorted(map(repr, rows)) == sorted(map(repr, wanted)), file.name
        assert connection.execute(f"SELECT count(*) FROM {source}").fetchall()[0] == (len(wanted),), file.name
        for name in answer.columns:
            quoted = '"' + name + '"'
            values = [row[name] for row in wanted if row[name] is not None]
            found = connection.execute(f"SELECT count({quoted}), min({quoted}) FROM {source}").fetchall()[0]
            least = found[1]
            assert found == (len(values), min(values, default=None)), (file.name, name)
            if least is not None:
                same = connection.execute(f"SELECT count(*) FROM {source} WHERE {quoted} = ?", [least]).fetchall()[0]
                assert same == (values.count(least),), (file.name, name)
