"""Tables as LazyFrames of Polars, which push columns, predicates and limits into the scan."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence

import pyarrow as pa

from ._expression import Call, Field, Literal, Node
from ._pushdown import Translator

if TYPE_CHECKING:
    import polars

    from ._dataset import Dataset

_OLDEST = (1, 27)

# How Polars makes an expression of two others, and what pyarrow calls it.
_OF_TWO: Dict[str, Callable[[Any, Any], Any]] = {
    "and_kleene": operator.and_, "or_kleene": operator.or_, "equal": operator.eq, "not_equal": operator.ne,
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge}

_OF_ONE: Dict[str, Callable[[Any], Any]] = {
    "is_null": lambda e: e.is_null(), "is_valid": lambda e: e.is_not_null(), "invert": operator.invert}


def scan(dataset: "Dataset", names: Optional[Sequence[str]]) -> "polars.LazyFrame":
    """Some columns of a dataset, or all, as a LazyFrame."""
    import polars

    if tuple(int(part) for part in polars.__version__.split(".")[:2]) < _OLDEST:
        raise ImportError(f"scan_cif needs Polars {_OLDEST[0]}.{_OLDEST[1]} or newer, and this is {polars.__version__}: "
                          "older ones may forget a filter that a source does not take")
    from polars.io.plugins import register_io_source

    columns = list(dataset.schema.names if names is None else names)
    schema = {name: _type(dataset.scanner([name]).projected_schema.field(0)) for name in columns}
    translator = Translator(dataset.schema, dataset._options.get("truncate_timestamps", False), nan_is_greatest=True)

    def read(with_columns: Optional[List[str]], predicate: Optional[Any], n_rows: Optional[int],
             batch_size: Optional[int]) -> Iterator[Any]:
        needed = list(columns if with_columns is None else with_columns)
        filter = None
        if predicate is not None:
            needed += [name for name in predicate.meta.root_names() if name not in needed]
            node = parse(predicate)
            filter = None if node is None else translator.pushed(node).conditions
        left = n_rows
        # No thread reads ahead of a limit.
        for batch in dataset.to_batches(needed, filter, batch_size=batch_size, use_threads=n_rows is None):
            frame: Any = polars.DataFrame(batch)
            # What libcif has left out is no matter; what it has not, Polars does.
            frame = frame if predicate is None else frame.filter(predicate)
            frame = frame if with_columns is None else frame.select(with_columns)
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            yield frame
            if left == 0:
                return

    return register_io_source(read, schema=schema)


def _type(field: Any) -> Any:
    import polars

    try:
        return polars.DataFrame(pa.schema([field]).empty_table()).dtypes[0]
    except (pa.ArrowException, polars.exceptions.PolarsError, NotImplementedError) as error:
        raise TypeError(f"Polars has nothing for column {field.name!r} of type {field.type}: name the columns that "
                        "are to be read, as scan_cif(path, columns=[...])") from error


def parse(expression: Any) -> Optional[Node]:
    """The tree of an expression of Polars, as that of one of pyarrow; None for what has no place in it.

    Polars tells the inputs of an expression, and whether two expressions are equal: an expression is known by
    making it anew from its inputs. That asks nothing of the forms in which Polars writes expressions down,
    which change from version to version.
    """
    inputs = expression.meta.pop()
    if not inputs:
        return _leaf(expression)
    if not expression.meta.root_names():
        return _literal(expression)
    if len(inputs) == 1:
        return _made_of_one(expression, inputs[0])
    if len(inputs) == 2:
        return _made_of_two(expression, inputs[0], inputs[1]) or _made_of_two(expression, inputs[1], inputs[0])
    return None


def _leaf(expression: Any) -> Optional[Node]:
    import polars

    names = expression.meta.root_names()
    if not names:
        return _literal(expression)
    return Field((names[0],)) if polars.col(names[0]).meta.eq(expression) else None


def _literal(expression: Any) -> Optional[Node]:
    import polars

    values = polars.select(expression).to_series()
    return Literal(values.to_arrow()[0]) if len(values) == 1 else None


def _made_of_one(expression: Any, of: Any) -> Optional[Node]:
    for function, make in _OF_ONE.items():
        if make(of).meta.eq(expression):
            node = parse(of)
            return None if node is None else Call(function, (node,), None)
    return None


def _made_of_two(expression: Any, left: Any, right: Any) -> Optional[Node]:
    for function, make in _OF_TWO.items():
        if make(left, right).meta.eq(expression):
            nodes = [parse(left), parse(right)]
            if function == "and_kleene" and None in nodes:
                # The other half may be pushed alone: Polars filters again.
                return next((node for node in nodes if node is not None), None)
            return None if None in nodes else Call(function, tuple(n for n in nodes if n is not None), None)
    return None
