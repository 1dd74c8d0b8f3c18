"""Filters of Spark as trees of pyarrow's terms, which a Translator pushes down."""

from __future__ import annotations

from typing import Any, Callable, Optional

import pyarrow as pa

from ._expression import Call, Field, Literal, Node

_COMPARISONS = {"EqualTo": "equal", "GreaterThan": "greater", "GreaterThanOrEqual": "greater_equal",
                "LessThan": "less", "LessThanOrEqual": "less_equal"}
_TEXTS = {"StringStartsWith": "starts_with", "StringContains": "match_substring"}
_UNARY = {"IsNull": "is_null", "IsNotNull": "is_valid"}

# Finds a column, or a field in one, by a path of Spark.
Find = Callable[[Any], Optional[Field]]


def parse(filter: Any, find: Find) -> Optional[Node]:
    """Returns the tree of a filter that holds in the same rows; None if it has none.

    Filters are told by the names of their classes, which Spark 4.0 lacks.
    """
    name = type(filter).__name__
    if name == "Not":
        return _negated(filter.child, find)
    field = find(filter.attribute) if hasattr(filter, "attribute") else None
    if field is None:
        return None
    if name in _UNARY:
        return Call(_UNARY[name], (field,), None)
    if name == "In":
        return _in(field, filter.value)
    if name == "EqualNullSafe" and filter.value is None:
        return Call("is_null", (field,), None)
    value = _scalar(filter.value) if hasattr(filter, "value") else None
    if value is None:
        return None
    if name == "EqualNullSafe":
        return Call("equal", (field, Literal(value)), None)
    if name in _COMPARISONS:
        return Call(_COMPARISONS[name], (field, Literal(value)), None)
    if name in _TEXTS:
        return Call(_TEXTS[name], (field,), {"pattern": value, "ignore_case": pa.scalar(False)})
    return None


def _negated(filter: Any, find: Find) -> Optional[Node]:
    node = parse(filter, find)
    if node is None:
        return None
    inverted = Call("invert", (node,), None)
    if type(filter).__name__ != "EqualNullSafe" or filter.value is None:
        return inverted
    # NULL is not equal to the value, and that is true, not NULL.
    return Call("or_kleene", (inverted, Call("is_null", (find(filter.attribute) or node,), None)), None)


def _in(field: Field, values: Any) -> Optional[Node]:
    """Returns SQL's IN: NULL for NULL, in the form that a Translator knows."""
    scalars = [_scalar(value) for value in values]
    if any(scalar is None for scalar in scalars):
        return None
    options = {"value_set": scalars, "null_matching_behavior": pa.scalar(0)}
    is_in = Call("is_in", (field,), options)
    return Call("if_else", (Call("is_valid", (field,), None), is_in, Literal(pa.scalar(None))), None)


def _scalar(value: Any) -> Optional[Any]:
    """Returns a literal; None for NULL and for values that are not of one column."""
    if value is None or isinstance(value, (list, tuple, dict)):
        return None
    try:
        return pa.scalar(bytes(value) if isinstance(value, (bytearray, memoryview)) else value)
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        return None
