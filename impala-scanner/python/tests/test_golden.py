"""Golden splits, written by Java, through Arrow: pyarrow's values against the lines of Java."""

import base64
import datetime
import decimal
import json
import math
import pathlib

import cif
import pytest

GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "testdata" / "v1"
NAMES = sorted(p.stem for p in GOLDEN.glob("*.jsonl"))
OPTIONS = {"timestamp_unit": "us", "truncate_timestamps": True, "text_as_binary": True}


def test_there_are_golden_splits():
    assert len(NAMES) >= 13


@pytest.mark.parametrize("batch_rows, strings", [
    (32768, "view"), (7, "view"), (7, "plain"), (100, "dictionary")])
@pytest.mark.parametrize("name", NAMES)
def test_valid_arrow_and_the_same_rows(name, batch_rows, strings):
    table = cif.open(GOLDEN / name)
    arrow = table.scan(batch_rows=batch_rows, strings=strings, **OPTIONS).read_all()
    arrow.validate(full=True)
    lines = (GOLDEN / f"{name}.jsonl").read_text().split("\n")[:-1]
    assert arrow.num_rows == len(lines) == table.num_rows
    types = {c.name: Type(c.type) for c in table.columns}
    columns = {c: arrow.column(c).to_pylist() for c in arrow.column_names}
    for i, line in enumerate(lines):
        for column, wanted in json.loads(line, parse_float=str, parse_int=str).items():
            value = columns[column][i]
            assert same(value, wanted, types[column]), f"row {i}, {column}: {value} for {wanted}"


class Type:
    """Hive's notation of a type, parsed."""

    def __init__(self, text):
        head, _, rest = text.partition("<")
        self.kind = head.partition("(")[0].strip()
        self.children, self.names = [], []
        depth, part = 0, ""
        for c in rest[:-1] + ",":
            depth += c in "<("
            depth -= c in ">)"
            if c == "," and depth == 0 and part:
                name, colon, inner = part.partition(":")
                if self.kind == "struct":
                    self.names.append(name.strip("`"))
                    part = inner
                self.children.append(Type(part))
                part = ""
            else:
                part += c


def same(value, wanted, type):
    """Returns true if a value of pyarrow equals the value of a line; numbers of the line are texts.
    """
    if type.kind == "uniontype" and wanted is not None:
        return same(value, wanted["value"], type.children[int(wanted["tag"])])
    if wanted is None or value is None:
        return wanted is None and value is None
    return SAME[type.kind](value, wanted, type)


def same_float(value, wanted, type):
    if isinstance(wanted, str) and wanted in ("NaN", "Infinity", "-Infinity"):
        return math.isnan(value) if wanted == "NaN" else value == float(wanted)
    return value == float(wanted) or math.isclose(value, float(wanted), rel_tol=1e-7)


def same_text(value, wanted, type):
    return value.decode("utf-8") == wanted


def same_list(values, wanted, type):
    return len(values) == len(wanted) and all(
        same(v, w, type.children[0]) for v, w in zip(values, wanted))


def same_map(entries, wanted, type):
    pairs = ([(e["key"], e["value"]) for e in wanted] if isinstance(wanted, list)
             else list(wanted.items()))
    if isinstance(wanted, dict):  # JSON keeps the last of equal keys
        entries = list(dict(entries).items())
    return len(entries) == len(pairs) and all(
        same(k, wk, type.children[0]) and same(v, wv, type.children[1])
        for (k, v), (wk, wv) in zip(entries, pairs))


def same_struct(value, wanted, type):
    return list(value) == list(wanted) == type.names and all(
        same(value[n], wanted[n], t) for n, t in zip(type.names, type.children))


def same_time(value, wanted, type):
    # Digits below microseconds were cut off; years beyond Python's are not in the golden splits.
    text = wanted.rstrip("Z").replace("T", " ")
    whole, _, digits = text.partition(".")
    parsed = datetime.datetime.fromisoformat(whole).replace(
        microsecond=int((digits + "000000")[:6]))
    return value.replace(tzinfo=None) == parsed


SAME = {
    "boolean": lambda v, w, t: v is w,
    **{k: lambda v, w, t: v == int(w) for k in ("tinyint", "smallint", "int", "bigint")},
    "float": same_float,
    "double": same_float,
    "decimal": lambda v, w, t: v == decimal.Decimal(w),
    "string": same_text,
    "varchar": same_text,
    "char": same_text,
    "binary": lambda v, w, t: v == base64.b64decode(w),
    "date": lambda v, w, t: v == datetime.date.fromisoformat(w),
    "timestamp": same_time,
    "timestamp with local time zone": same_time,
    "array": same_list,
    "map": same_map,
    "struct": same_struct,
}
