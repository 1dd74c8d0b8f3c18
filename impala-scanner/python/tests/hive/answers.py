"""Hive's answers as text, parsed to the values that DuckDB gives."""

import datetime
import decimal
import math
from typing import Any, List, Tuple

NULL = "\\N"


def parse(text: str, like: Any) -> Any:
    """Parses Hive's text of a value of the same type as ``like``."""
    if text == NULL:
        return None
    if isinstance(like, bool):
        return {"true": True, "false": False}[text]
    if isinstance(like, int):
        return int(text)
    if isinstance(like, float):
        return float(text)
    if isinstance(like, decimal.Decimal):
        return decimal.Decimal(text)
    if isinstance(like, datetime.datetime):
        return datetime.datetime.fromisoformat(text if "." not in text else text.ljust(26, "0"))
    if isinstance(like, datetime.date):
        return datetime.date.fromisoformat(text)
    if like is None or isinstance(like, str):
        return text
    raise TypeError(f"no text of Hive for {like!r}")


def equal(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-12)
    return a == b and (a is None) == (b is None)


def _key(row: Tuple[Any, ...]) -> Tuple[Any, ...]:
    return tuple((v is not None, round(v, 9) if isinstance(v, float) else v) for v in row)


def difference(hive: List[List[str]], rows: List[Tuple[Any, ...]]) -> str:
    """Returns the first difference between Hive's lines and other rows, in any order; "" if none.
    """
    if len(hive) != len(rows):
        return f"Hive has {len(hive)} rows, the other {len(rows)}"
    if not rows:
        return ""
    samples = [next((r[c] for r in rows if r[c] is not None), None) for c in range(len(rows[0]))]
    parsed = []
    for line in hive:
        if len(line) != len(samples):
            return f"Hive's row {line} has not {len(samples)} columns"
        parsed.append(tuple(parse(t, s) for t, s in zip(line, samples)))
    for ours, theirs in zip(sorted(rows, key=_key), sorted(parsed, key=_key)):
        if not all(equal(a, b) for a, b in zip(ours, theirs)):
            return f"Hive has {theirs}, the other {ours}"
    return ""
