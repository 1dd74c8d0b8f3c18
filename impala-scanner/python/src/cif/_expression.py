"""Trees of pyarrow expressions.

pyarrow shows no tree of an ``Expression``, but writes one when it is pickled: an Arrow IPC file
with one row. Its columns are the literals and the options of functions. The metadata of its schema
are the nodes: each call from ``call`` to ``end``, with its arguments in between.
"""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Tuple, Union

import pyarrow as pa

from . import _cif


class Field(NamedTuple):
    """Column, or field of a struct in a column."""

    path: Tuple[str, ...]


class Literal(NamedTuple):
    value: Any  # a pyarrow.Scalar


class Call(NamedTuple):
    function: str
    arguments: Tuple["Node", ...]
    options: Optional[Any]  # a pyarrow.StructScalar


Node = Union[Field, Literal, Call]


def parse(expression: Any) -> Optional[Node]:
    """Returns the tree of a ``pyarrow.compute.Expression``.

    None if this pyarrow writes it in another way, or if it is nested too deeply to be walked
    through.
    """
    try:
        _, (content,) = expression.__reduce__()
        reader = pa.ipc.open_file(content)
        batch = reader.get_batch(0)
        pairs = _cif.metadata_of(reader.schema.__arrow_c_schema__())
        parser = _Parser([(name.decode(), value.decode()) for name, value in pairs], batch)
        node = parser.node()
        return node if not parser.pairs else None
    except (pa.ArrowException, NotImplementedError, LookupError, RecursionError, TypeError, ValueError):
        return None


class _Parser:
    def __init__(self, pairs: List[Tuple[str, str]], batch: Any):
        self.pairs = pairs[::-1]
        self.batch = batch

    def node(self) -> Node:
        kind, value = self.pairs.pop()
        if kind == "field_ref":
            return Field((value,))
        if kind == "nested_field_ref":
            return Field(tuple(self._field_name() for _ in range(int(value))))
        if kind == "literal":
            return Literal(self._scalar(value))
        if kind == "call":
            return self._call(value)
        raise ValueError(f"an expression of {kind}")

    def _field_name(self) -> str:
        kind, value = self.pairs.pop()
        if kind != "field_ref":
            raise ValueError(f"a path of {kind}")
        return value

    def _call(self, function: str) -> Call:
        arguments: List[Node] = []
        options = None
        while self.pairs[-1][0] not in ("end", "options"):
            arguments.append(self.node())
        if self.pairs[-1][0] == "options":
            options = self._scalar(self.pairs.pop()[1])
        if self.pairs.pop() != ("end", function):
            raise ValueError(f"{function} has no end")
        return Call(function, tuple(arguments), options)

    def _scalar(self, column: str) -> Any:
        return self.batch.column(int(column))[0]
