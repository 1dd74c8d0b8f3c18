"""What libcif evaluates of a pyarrow expression.

A condition is handed to libcif only where it has pyarrow's answer for every value, NULL and NaN among them.
"""

from __future__ import annotations

import datetime
import decimal
import re
from typing import Any, List, NamedTuple, Optional, Tuple

import pyarrow as pa
import pyarrow.types as types

from . import _expression
from ._expression import Call, Field, Literal, Node

Condition = Tuple[Any, ...]

_OPS = {"equal": "=", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">",
        "greater_equal": ">="}
_SWAPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

# The parts of a path that need no quotes in libcif's notation.
_NAME = re.compile(r"\w+")
_KEY = re.compile(r"[\w /:.@+-]+")

_UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


class Pushed(NamedTuple):
    """Conditions of libcif that all hold where an expression is true."""

    conditions: List[Condition]
    is_all: bool  # whether the expression is true, too, wherever they hold


class Target(NamedTuple):
    """A column or a part of one: libcif's text for it, and its Arrow type."""

    text: str
    type: Any


class Translator:
    """Translates for tables of a schema, whose timestamps may have been cut to their unit.

    NaN is neither below nor above a number and equals none, as in pyarrow, or it is the greatest, as in Polars.
    """

    def __init__(self, schema: Any, truncates_timestamps: bool, nan_is_greatest: bool = False):
        self._schema = schema
        self._truncates = truncates_timestamps
        self._nan_is_greatest = nan_is_greatest
        lower = [name.lower() for name in schema.names]
        self._names = {name for name in schema.names if lower.count(name.lower()) == 1}

    def conditions(self, expression: Any) -> Pushed:
        """Of a ``pyarrow.compute.Expression``."""
        node = _expression.parse(expression)
        return Pushed([], False) if node is None else self.pushed(node)

    def pushed(self, node: Node) -> Pushed:
        if isinstance(node, Call) and node.function == "and_kleene":
            parts = [self.pushed(argument) for argument in node.arguments]
            return Pushed([c for part in parts for c in part.conditions],
                          all(part.is_all for part in parts))
        condition = self._condition(node, False)
        return Pushed([], False) if condition is None else Pushed([condition], True)

    def target(self, node: Optional[Node]) -> Optional[Target]:
        """A column, a struct's field, or a map's value under a key."""
        if isinstance(node, Field):
            return self._field(node)
        if isinstance(node, Call) and node.function == "map_lookup":
            return self._map_value(node)
        return None

    def _condition(self, node: Node, negated: bool) -> Optional[Condition]:
        if isinstance(node, Field):
            target = self.target(node)
            is_flag = target is not None and types.is_boolean(target.type)
            return (target.text, "=", not negated) if target is not None and is_flag else None
        if not isinstance(node, Call):
            return None
        if node.function == "invert":
            return self._condition(node.arguments[0], not negated)
        if node.function in ("is_null", "is_valid"):
            return self._null(node, negated)
        if node.function in _OPS:
            return self._comparison(node, negated)
        if node.function == "match_substring" and not negated:
            return self._text(node, "contains")
        return None

    def _null(self, node: Call, negated: bool) -> Optional[Condition]:
        target = self.target(node.arguments[0])
        if target is None or (node.options is not None and node.options["nan_is_null"].as_py()):
            return None
        is_null = (node.function == "is_null") != negated
        return (target.text, "is null" if is_null else "is not null")

    def _comparison(self, node: Call, negated: bool) -> Optional[Condition]:
        op = _OPS[node.function]
        left, right = node.arguments
        if isinstance(left, Literal):
            left, right, op = right, left, _SWAPPED[op]
        target = self.target(left)
        if target is None or not isinstance(right, Literal):
            return None
        if types.is_floating(target.type) and op not in ("=", "!="):
            if negated or (self._nan_is_greatest and op in (">", ">=")):
                return None  # NaN is not below a number, and not at or above it either
        if negated:
            op = _NEGATED[op]
        value = self._value(target.type, right.value, op)
        return None if value is None else (target.text, op, value)

    def _text(self, node: Call, op: str) -> Optional[Condition]:
        target = self.target(node.arguments[0])
        if target is None or not _is_text(target.type) or node.options is None:
            return None
        if node.options["ignore_case"].as_py():
            return None
        pattern = node.options["pattern"].as_py()
        return (target.text, op, pattern)

    def _field(self, node: Field) -> Optional[Target]:
        name = node.path[0]
        if name not in self._names:
            return None
        type = self._schema.field(name).type
        for field in node.path[1:]:
            if not types.is_struct(type) or type.get_field_index(field) < 0 or not _NAME.fullmatch(field):
                return None
            type = type.field(field).type
        text = ".".join(node.path)
        is_ambiguous = len(node.path) > 1 and (text in self._names or not _NAME.fullmatch(name))
        return None if is_ambiguous else Target(text, type)

    def _map_value(self, node: Call) -> Optional[Target]:
        target = self.target(node.arguments[0])
        if target is None or node.options is None or not types.is_map(target.type):
            return None
        # Of equal keys libcif takes the last: 1 in Arrow's enum of first, last, all.
        key = node.options["query_key"].as_py()
        if node.options["occurrence"].as_py() != 1 or not isinstance(key, str) or not _KEY.fullmatch(key):
            return None
        text = f"{target.text}['{key}']"
        is_ambiguous = text in self._names or not _NAME.fullmatch(target.text.replace(".", "_"))
        return None if is_ambiguous else Target(text, target.type.item_type)

    def _value(self, type: Any, scalar: Any, op: str) -> Any:
        """A literal as libcif compares it, None if libcif's answer might be another one than pyarrow's."""
        if not scalar.is_valid:
            return None
        try:
            return self._exact(type, scalar, op)
        except (OverflowError, ValueError):
            return None  # a date or a time beyond the years of Python

    def _exact(self, type: Any, scalar: Any, op: str) -> Any:
        if types.is_boolean(type):
            return scalar.as_py() if types.is_boolean(scalar.type) and op in ("=", "!=") else None
        if types.is_integer(type) or types.is_decimal(type):
            return _exact_number(type, scalar)
        if types.is_floating(type):
            return _float(type, scalar)
        if _is_text(type):
            return _bytes(type, scalar)
        if types.is_date32(type):
            return scalar.as_py() if types.is_date32(scalar.type) else None
        if types.is_timestamp(type):
            return self._timestamp(type, scalar, op)
        return None

    def _timestamp(self, type: Any, scalar: Any, op: str) -> Optional[str]:
        if not types.is_timestamp(scalar.type) or (type.tz is None) != (scalar.type.tz is None):
            return None
        nanos = scalar.value * _UNITS[scalar.type.unit]
        if nanos % _UNITS[type.unit] != 0:
            return None
        if self._truncates and op not in (">=", "<"):
            return None  # what was cut off would count
        seconds, nanos = divmod(nanos, 10**9)
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
        return f"{moment.isoformat(' ')}.{nanos:09d}" + ("" if type.tz is None else "Z")


def _is_text(type: Any) -> bool:
    names = ("is_string", "is_large_string", "is_string_view", "is_binary", "is_large_binary",
             "is_binary_view")
    return any(getattr(types, name)(type) for name in names if hasattr(types, name))


def _bytes(type: Any, scalar: Any) -> Optional[bytes]:
    if not _is_text(scalar.type):
        return None
    value = scalar.as_py()
    if isinstance(value, str):
        value = value.encode()
    # A value of type char has lost the blanks at its end, and so would the literal.
    return None if value.endswith(b" ") else value


def _exact_number(type: Any, scalar: Any) -> Any:
    """Of an integer or decimal column: a literal that has no digits which the column lacks."""
    value = scalar.as_py()
    if types.is_floating(scalar.type):
        # pyarrow compares doubles, in which integers from 2**53 on are not exact.
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
    # A float column is compared with the float that is nearest to the literal.
    is_exact = type != pa.float32() or pa.scalar(value, pa.float32()).as_py() == value
    return value if is_exact and abs(value) < float("inf") else None
