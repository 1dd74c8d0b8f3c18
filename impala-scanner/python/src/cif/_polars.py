"""Tables as LazyFrames of Polars, which push columns, predicates and limits into the scan."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence

import pyarrow as pa

from ._expression import Call, Field, Literal, Node
from ._pushdown import Translator

if TYPE_CHECKING:
    import polars

    from ._dataset import Dataset

_OLDEST = (1, 27)

# Rows of a batch whose values have a fixed width: each batch costs Polars some 40 microseconds.
_FIXED_WIDTH_ROWS = 1 << 17

# Functions of pyarrow with two arguments, and their operators in Polars.
_OF_TWO: Dict[str, Callable[[Any, Any], Any]] = {
    "and_kleene": operator.and_, "or_kleene": operator.or_, "equal": operator.eq, "not_equal": operator.ne,
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge}

_OF_ONE: Dict[str, Callable[[Any], Any]] = {
    "is_null": lambda e: e.is_null(), "is_valid": lambda e: e.is_not_null(), "invert": operator.invert}

# Expression without a counterpart. Parts of the tree around it can still be pushed down.
_OTHER = Call("other", (), None)


def scan(dataset: "Dataset", names: Optional[Sequence[str]]) -> "polars.LazyFrame":
    """Returns some columns of a dataset, or all, as a LazyFrame."""
    import polars

    if tuple(int(part) for part in polars.__version__.split(".")[:2]) < _OLDEST:
        raise ImportError(f"scan_cif needs Polars {_OLDEST[0]}.{_OLDEST[1]} or newer, and this is {polars.__version__}: "
                          "older ones may forget a filter that a source does not take")
    from polars.io.plugins import register_io_source

    columns = list(dataset.schema.names if names is None else names)
    if len(set(columns)) < len(columns):
        twice = next(name for name in columns if columns.count(name) > 1)
        raise ValueError(f"column {twice!r} is named twice, and a frame of Polars has no two columns of one name")
    schema = _types(dataset.scanner(columns).projected_schema)
    translator = Translator(dataset.schema, dataset._options.get("truncate_timestamps", False), nan_is_greatest=True)

    def read(with_columns: Optional[List[str]], predicate: Optional[Any], n_rows: Optional[int],
             batch_size: Optional[int]) -> Iterator[Any]:
        needed = list(columns if with_columns is None else with_columns)
        # libcif drops each row for which a condition is not true: Polars need not look at it again.
        conditions, others = translator.divided([] if predicate is None else _parts(predicate), _tree)
        rest = functools.reduce(operator.and_, others) if others else None
        if rest is not None:
            needed += [name for name in rest.meta.root_names() if name not in needed]
        if not needed:
            needed = columns[:1]  # a frame without columns has no rows
        if batch_size is None and all(_has_fixed_width(dataset.schema.field(name).type) for name in needed):
            batch_size = _FIXED_WIDTH_ROWS
        left = n_rows
        # With a limit, no thread reads ahead.
        for batch in dataset.to_batches(needed, conditions or None, batch_size=batch_size, use_threads=n_rows is None):
            frame: Any = polars.DataFrame(batch)
            frame = frame if rest is None else frame.filter(rest)
            if with_columns and needed != with_columns:
                frame = frame[with_columns]  # select() would make a query of it, of each batch
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            yield frame
            if left == 0:
                return

    return register_io_source(read, schema=schema)


def _has_fixed_width(type: Any) -> bool:
    return bool(pa.types.is_primitive(type) or pa.types.is_decimal(type))


def _types(schema: Any) -> Dict[str, Any]:
    """Returns the types of columns in Polars."""
    import polars

    failures = (pa.ArrowException, polars.exceptions.PolarsError, NotImplementedError)
    try:
        return dict(polars.DataFrame(schema.empty_table()).schema)
    except failures:
        for field in schema:
            try:
                polars.DataFrame(pa.schema([field]).empty_table())
            except failures as error:
                raise TypeError(f"Polars has nothing for column {field.name!r} of type {field.type}: name the columns "
                                "that are to be read, as scan_cif(path, columns=[...])") from error
        raise


def _parts(predicate: Any) -> List[Any]:
    """Returns the expressions that must all be true for the predicate to be true."""
    parts, left = [], [predicate]
    while left:
        one = left.pop()
        inputs = one.meta.pop()
        if len(inputs) == 2 and any((a & b).meta.eq(one) for a, b in (inputs, inputs[::-1])):
            left += inputs
        else:
            parts.append(one)
    return parts


def _tree(predicate: Any) -> Optional[Node]:
    try:
        return parse(predicate)
    except RecursionError:
        return None  # nested too deeply: Polars alone filters


def parse(expression: Any) -> Node:
    """Returns the tree of a Polars expression in pyarrow's terms, with _OTHER for unknown parts.

    Polars tells the inputs of an expression, and if two expressions are equal. An expression is
    thus recognised by making it anew from its inputs. That does not depend on Polars' serialised
    forms, which change from version to version.
    """
    inputs = expression.meta.pop()
    node: Optional[Node] = None
    if not inputs:
        node = _leaf(expression)
    elif not expression.meta.root_names():
        node = _literal(expression)
    elif len(inputs) == 1:
        node = _made_of_one(expression, inputs[0])
    elif len(inputs) == 2:
        node = _made_of_two(expression, inputs[0], inputs[1]) or _made_of_two(expression, inputs[1], inputs[0])
    elif len(inputs) == 3:
        node = _between(expression, *inputs[::-1])
    return _OTHER if node is None else node


def _leaf(expression: Any) -> Optional[Node]:
    import polars

    names = expression.meta.root_names()
    if not names:
        return _literal(expression)
    return Field((names[0],)) if polars.col(names[0]).meta.eq(expression) else None


def _literal(expression: Any) -> Optional[Literal]:
    import polars

    values = polars.select(expression).to_series()
    return Literal(values.to_arrow()[0]) if len(values) == 1 else None


def _made_of_one(expression: Any, of: Any) -> Optional[Node]:
    for function, make in _OF_ONE.items():
        if make(of).meta.eq(expression):
            return Call(function, (parse(of),), None)
    return None


def _made_of_two(expression: Any, left: Any, right: Any) -> Optional[Node]:
    for function, make in _OF_TWO.items():
        if make(left, right).meta.eq(expression):
            return Call(function, (parse(left), parse(right)), None)
    return _with_literal(expression, left, right)


def _with_literal(expression: Any, left: Any, right: Any) -> Optional[Node]:
    """Returns a call of a function of a literal, which is an option in pyarrow."""
    if right.meta.root_names():
        return None
    literal = _literal(right)
    if literal is None:
        return None
    as_text = {"pattern": literal.value, "ignore_case": pa.scalar(False)}
    for function, made in (("starts_with", left.str.starts_with(right)),
                           ("match_substring", left.str.contains(right, literal=True))):
        if made.meta.eq(expression):
            return Call(function, (parse(left),), as_text)
    return _in(parse(left), literal.value) if left.is_in(right).meta.eq(expression) else None


def _in(of: Node, values: Any) -> Optional[Node]:
    """Returns ``is_in`` as Polars has it: NULL of NULL, whatever the set has."""
    # Older versions have sets that are not lists.
    if not (pa.types.is_list(values.type) or pa.types.is_large_list(values.type)) or not values.is_valid:
        return None
    options = {"value_set": values.values.drop_null(), "null_matching_behavior": pa.scalar(0)}
    null = Literal(pa.scalar(None, pa.bool_()))
    return Call("if_else", (Call("is_valid", (of,), None), Call("is_in", (of,), options), null), None)


def _between(expression: Any, value: Any, low: Any, high: Any) -> Optional[Node]:
    for closed, above, below in (("both", operator.ge, operator.le), ("left", operator.ge, operator.lt),
                                 ("right", operator.gt, operator.le), ("none", operator.gt, operator.lt)):
        if value.is_between(low, high, closed=closed).meta.eq(expression):
            return parse(above(value, low) & below(value, high))
    return None
