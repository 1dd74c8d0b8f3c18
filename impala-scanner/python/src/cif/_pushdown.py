"""Push-down: the part of a pyarrow expression that libcif evaluates.

A condition is pushed down only if libcif gives pyarrow's answer for every value, including NULL and
NaN.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Set, Tuple

import pyarrow.types as types

from . import _expression
from ._expression import Call, Field, Literal, Node
from ._literals import exact, is_text

# Form of Table.scan.
Condition = Tuple[Any, ...]

_OPS = {"equal": "=", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">",
        "greater_equal": ">="}
_SWAPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TEXTS = {"match_substring": "contains", "starts_with": "starts with"}
_COMBINED = {"and_kleene": ("and", "or"), "or_kleene": ("or", "and")}

_ALWAYS: Condition = ("and",)
_NEVER: Condition = ("or",)

# Parts of a path that need no quotes in libcif's notation.
_NAME = re.compile(r"\w+")
_KEY = re.compile(r"[\w /:.@+-]+")


class Pushed(NamedTuple):
    """Condition of libcif that holds wherever an expression is true."""

    condition: Condition
    is_all: bool  # True if the expression is also true wherever it holds.


class Target(NamedTuple):
    """Column or part of one: its text in libcif, and its Arrow type."""

    text: str
    type: Any


class Translator:
    """Translator for tables of a schema. Timestamps may have been truncated to their unit.

    NaN is neither less nor greater than a number and equals nothing, as in pyarrow; or it is the
    greatest, as in Polars.
    """

    def __init__(self, schema: Any, truncates_timestamps: bool, nan_is_greatest: bool = False):
        self._schema = schema
        self._truncates = truncates_timestamps
        self._nan_is_greatest = nan_is_greatest
        lower = [name.lower() for name in schema.names]
        self._names = {name for name in schema.names if lower.count(name.lower()) == 1}

    def pushed(self, node: Optional[Node]) -> Optional[Pushed]:
        """Translates the tree of an expression; None if libcif can do nothing for it."""
        try:
            return None if node is None else self._pushed(node, False)
        except RecursionError:
            return None

    def divided(self, filters: Iterable[Any], tree: Callable[[Any], Optional[Node]]) -> Tuple[List[Condition], List[Any]]:
        """Divides filters that all have to hold into conditions, and filters that libcif cannot evaluate wholly."""
        conditions: List[Condition] = []
        rest = []
        for one in filters:
            pushed = self.pushed(tree(one))
            if pushed is not None:
                conditions.extend(conjunction(pushed.condition))
            if pushed is None or not pushed.is_all:
                rest.append(one)
        return conditions, rest

    def target(self, node: Optional[Node]) -> Optional[Target]:
        """Returns a column, a struct's field, or a map's value under a key."""
        if isinstance(node, Field):
            return self._field(node)
        if isinstance(node, Call) and node.function == "map_lookup":
            return self._map_value(node)
        return None

    def _pushed(self, node: Node, negated: bool) -> Optional[Pushed]:
        """Translates a node, or its negation. Negations move inwards, to nodes that have a negation
        of their own."""
        if isinstance(node, Call) and node.function == "invert":
            return self._pushed(node.arguments[0], not negated)
        if isinstance(node, Call) and node.function in _COMBINED:
            return self._combined(node, negated)
        condition = self._condition(node, negated)
        return None if condition is None else Pushed(condition, True)

    def _combined(self, node: Call, negated: bool) -> Optional[Pushed]:
        op = _COMBINED[node.function][negated]
        parts = [self._pushed(argument, negated) for argument in node.arguments]
        known = [part for part in parts if part is not None]
        is_whole = len(known) == len(parts)
        if not known or (op == "or" and not is_whole):
            return None
        # A chain of alternatives is one list of them, however deep its tree is.
        flat = [c for part in known for c in (part.condition[1:] if combines(part.condition, op) else (part.condition,))]
        return Pushed((op, *flat), is_whole and all(part.is_all for part in known))

    def _condition(self, node: Node, negated: bool) -> Optional[Condition]:
        if isinstance(node, Literal):
            value = node.value.as_py()
            return (_ALWAYS if value != negated else _NEVER) if isinstance(value, bool) else None
        if isinstance(node, Field):
            target = self._field(node)
            return (target.text, "=", not negated) if target is not None and types.is_boolean(target.type) else None
        if node.function in ("is_null", "is_valid"):
            return self._null(node, negated)
        if node.function in _OPS:
            return self._nan(node, negated) or self._comparison(node, negated)
        if node.function == "is_nan":
            return self._nan(node, negated)
        if node.function in _TEXTS:
            return self._text(node, negated)
        if node.function == "is_in":
            return self._in(node, negated, False)
        if node.function == "if_else":
            return self._in_or_null(node, negated)
        return None

    def _null(self, node: Call, negated: bool) -> Optional[Condition]:
        target = self.target(node.arguments[0])
        if target is None or _option(node, "nan_is_null"):
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
        # pyarrow's NaN is neither below a number nor at or above it. Polars' NaN is the greatest,
        # and thus not below it.
        if types.is_floating(target.type) and op not in ("=", "!="):
            is_not = negated
            if self._nan_is_greatest and op in (">", ">="):
                op, is_not = _NEGATED[op], not negated
        else:
            op, is_not = _NEGATED[op] if negated else op, False
        value = exact(target.type, right.value, op, self._truncates)
        if value is None:
            return None
        condition = (target.text, op, value)
        return ("not", condition) if is_not else condition

    def _nan(self, node: Call, negated: bool) -> Optional[Condition]:
        """Translates ``is_nan(x)``, or the equal ``x != x``."""
        target = self.target(node.arguments[0])
        if target is None or not types.is_floating(target.type):
            return None
        if node.function != "is_nan":
            if node.function != "not_equal" or node.arguments[0] != node.arguments[1] or self._nan_is_greatest:
                return None
        number = ("or", (target.text, "<", 0.0), (target.text, ">=", 0.0))
        return number if negated else ("not", number)

    def _text(self, node: Call, negated: bool) -> Optional[Condition]:
        target = self.target(node.arguments[0])
        if target is None or not is_text(target.type) or node.options is None or _option(node, "ignore_case"):
            return None
        pattern = node.options["pattern"]
        if not pattern.is_valid:
            return None
        # It need not be UTF-8 where the column isn't.
        condition = (target.text, _TEXTS[node.function], pattern.as_buffer().to_pybytes())
        return ("not", condition) if negated else condition

    def _in(self, node: Call, negated: bool, of_null_is_null: bool) -> Optional[Condition]:
        """Translates ``is_in``, which is false for NULL, or true if the set has NULL. In libcif it
        is NULL then, as in SQL."""
        target = self.target(node.arguments[0])
        if target is None or node.options is None or _option(node, "null_matching_behavior") != 0:
            return None
        scalars = list(node.options["value_set"])
        has_null = any(not scalar.is_valid for scalar in scalars)
        values = [exact(target.type, scalar, "=", self._truncates) for scalar in scalars if scalar.is_valid]
        # Zeros of both signs are equal in libcif, but not in sets of pyarrow.
        is_float = types.is_floating(target.type)
        if any(value is None or (is_float and value == 0) for value in values) or (has_null and of_null_is_null):
            return None
        condition: Condition = (target.text, "in", values)
        if negated:
            condition = ("not", condition)
        if of_null_is_null or has_null == negated:
            return condition
        return ("or", condition, (target.text, "is null"))

    def _in_or_null(self, node: Call, negated: bool) -> Optional[Condition]:
        """Translates ``if_else(is_valid(x), is_in(x), null)``: SQL's IN in DuckDB's form for
        pyarrow."""
        test, value, otherwise = node.arguments
        is_sql = (isinstance(test, Call) and test.function == "is_valid" and isinstance(value, Call)
                  and value.function == "is_in" and test.arguments == value.arguments
                  and isinstance(otherwise, Literal) and not otherwise.value.is_valid)
        return self._in(value, negated, True) if is_sql and isinstance(value, Call) else None

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
        # libcif takes the last of equal keys: 1 in Arrow's enum of first, last, all.
        if target is None or not types.is_map(target.type) or _option(node, "occurrence") != 1:
            return None
        key = _option(node, "query_key")
        text = f"{target.text}['{key}']"
        is_plain = isinstance(key, str) and _KEY.fullmatch(key) and _NAME.fullmatch(target.text.replace(".", "_"))
        return Target(text, target.type.item_type) if is_plain and text not in self._names else None


def combines(condition: Condition, *ops: str) -> bool:
    """Returns true if one of some operators combines conditions. Columns may have the names of operators."""
    return str(condition[0]).lower() in ops and all(isinstance(part, tuple) for part in condition[1:])


def conjunction(condition: Condition) -> List[Condition]:
    """Conditions that all have to hold."""
    return list(condition[1:]) if combines(condition, "and") else [condition]


def on(condition: Condition, columns: Set[str]) -> Optional[Condition]:
    """Returns the part of a condition that concerns only some columns; None if there is none."""
    op, parts = condition[0], condition[1:]
    if not combines(condition, "and", "or", "not"):
        return condition if op in columns else None
    known = [on(part, columns) for part in parts]
    if op == "and":
        return ("and", *(part for part in known if part is not None))
    # Alternatives and negations have to be known as a whole.
    return condition if known == list(parts) else None


def _option(node: Call, name: str) -> Any:
    """Returns an option of a function; None if it has no such option."""
    return node.options[name].as_py() if node.options is not None and name in node.options else None
