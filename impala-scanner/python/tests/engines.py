"""The contract of all engines with SQL: ``testdata/engines/queries.txt``, and rows as Hive prints them."""

import datetime
import decimal
import pathlib
import re
from typing import Any, List, NamedTuple

TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
ORDERED = re.compile(r"ORDER BY [^)]*$")


class Query(NamedTuple):
    sql: str
    answer: List[str]


def queries(folder: pathlib.Path) -> List[Query]:
    """Reads the queries; ``{t}`` stands before the names of tables."""
    parts = (folder / "queries.txt").read_text().split("\n\n")
    return [Query(lines[0], lines[1:]) for lines in (part.strip().split("\n") for part in parts)]


def text(value: Any) -> str:
    """A value as Hive prints it, those within others as JSON."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if hasattr(value, "asDict"):  # a row of Spark
        return "{" + ",".join(f'"{name}":{within(v)}' for name, v in value.asDict().items()) + "}"
    if isinstance(value, dict):
        return "{" + ",".join(f"{within(k)}:{within(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(within, value)) + "]"
    return str(value)


def within(value: Any) -> str:
    if value is None:
        return "null"
    return f'"{value}"' if isinstance(value, (str, datetime.date)) else text(value)


def cell(text: str) -> str:
    """A value without what only some engines print: zeros at the end of a fraction."""
    if "." not in text and "e" not in text:
        return text
    if TIME.match(text):
        return re.sub(r"\.?0*$", "", text)
    try:
        number = decimal.Decimal(text)
    except decimal.InvalidOperation:
        return text
    plain = format(number, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def comparable(sql: str, rows: List[str]) -> List[str]:
    cells = ["\t".join(cell(c) for c in row.split("\t")) for row in rows]
    return cells if ORDERED.search(sql) else sorted(cells)
