"""Conversion of pyarrow's literals to libcif: exact, or refused."""

from __future__ import annotations

import datetime
import decimal
from typing import Any, Optional

import pyarrow as pa
import pyarrow.types as types

_UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


def exact(type: Any, scalar: Any, op: str, is_truncated: bool) -> Any:
    """Converts a scalar to a value that libcif's operator compares with a column of a type.

    None if libcif's answer might differ from pyarrow's. If ``is_truncated``, timestamps of the
    column are truncated.
    """
    if not scalar.is_valid:
        return None
    try:
        return _exact(type, scalar, op, is_truncated)
    except (OverflowError, ValueError):
        return None  # a date or time beyond the years of Python


def _exact(type: Any, scalar: Any, op: str, is_truncated: bool) -> Any:
    if types.is_boolean(type):
        return scalar.as_py() if types.is_boolean(scalar.type) and op in ("=", "!=") else None
    if types.is_integer(type) or types.is_decimal(type):
        return _number(type, scalar)
    if types.is_floating(type):
        return _float(type, scalar)
    if is_text(type):
        return _bytes(scalar)
    if types.is_date32(type):
        return scalar.as_py() if types.is_date32(scalar.type) else None
    if types.is_timestamp(type):
        return _timestamp(type, scalar, op, is_truncated)
    return None


def _timestamp(type: Any, scalar: Any, op: str, is_truncated: bool) -> Optional[str]:
    if not types.is_timestamp(scalar.type) or (type.tz is None) != (scalar.type.tz is None):
        return None
    if scalar.value * _UNITS[scalar.type.unit] % _UNITS[type.unit] != 0:
        return None
    if is_truncated and op not in (">=", "<"):
        return None  # digits that were cut off would count
    return timestamp_text(scalar)


def timestamp_text(scalar: Any) -> str:
    """Returns a timestamp with all digits. Raises OverflowError beyond the years of Python."""
    seconds, nanos = divmod(scalar.value * _UNITS[scalar.type.unit], 10**9)
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    return f"{moment.isoformat(' ')}.{nanos:09d}" + ("" if scalar.type.tz is None else "Z")


def is_text(type: Any) -> bool:
    names = ("is_string", "is_large_string", "is_string_view", "is_binary", "is_large_binary",
             "is_binary_view")
    return any(getattr(types, name)(type) for name in names if hasattr(types, name))


def _bytes(scalar: Any) -> Optional[bytes]:
    if not is_text(scalar.type):
        return None
    value = scalar.as_py()
    if isinstance(value, str):
        value = value.encode()
    # Values of type char have lost their trailing blanks, and the literal would, too.
    return None if value.endswith(b" ") else value


def _number(type: Any, scalar: Any) -> Any:
    """Converts a literal for an integer or decimal column that holds all of its digits."""
    value = scalar.as_py()
    if types.is_floating(scalar.type):
        # pyarrow compares doubles, which are not exact for integers from 2**53 on.
        is_double = types.is_integer(type) and types.is_float64(scalar.type)
        is_exact = is_double and value == value // 1 and abs(value) < 2**53
        return int(value) if is_exact else None
    if types.is_integer(scalar.type):
        value = decimal.Decimal(value)
    elif not types.is_decimal(scalar.type):
        return None
    scale = type.scale if types.is_decimal(type) else 0
    with decimal.localcontext() as context:
        context.prec = 100
        if value != value.quantize(decimal.Decimal(1).scaleb(-scale)):
            return None
        value = value.quantize(decimal.Decimal(1).scaleb(-scale))
    most = 10**38 if types.is_decimal(type) else 2**63
    if abs(value) * (10**scale) >= most:
        return None
    return value if types.is_decimal(type) else int(value)


def _float(type: Any, scalar: Any) -> Optional[float]:
    if types.is_integer(scalar.type):
        value = scalar.as_py()
        if abs(value) > (2**24 if type == pa.float32() else 2**53):
            return None
        return float(value)
    if not types.is_floating(scalar.type):
        return None
    value = scalar.as_py()
    # A float column is compared with the float nearest to the literal.
    is_exact = type != pa.float32() or pa.scalar(value, pa.float32()).as_py() == value
    return value if is_exact and abs(value) < float("inf") else None
