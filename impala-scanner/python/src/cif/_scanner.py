"""Scans of datasets: the counterpart of ``pyarrow.dataset.Scanner``."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pads

from . import _cif, _expression
from ._pushdown import Condition, Translator

if TYPE_CHECKING:
    from . import Table

Columns = Union[Sequence[str], Mapping[str, Any]]
# Expression of pyarrow, or conditions for Table.scan.
Filter = Union[Any, Sequence[Condition]]


class Request(NamedTuple):
    """Request of a scan."""

    columns: Optional[Columns]
    filters: Tuple[Filter, ...]
    options: Dict[str, Any]


class Scanner:
    """Scan of some columns of the rows that satisfy a filter. May be read again and again.

    It has the methods of a ``pyarrow.dataset.Scanner``. pyarrow evaluates, batch by batch, the part
    of the filter that libcif cannot. The caller's thread reads, and no further than it asks for;
    with the option ``threads``, others read ahead. Corrupt data raise a :class:`cif.Error` with its
    place.
    """

    def __init__(self, table: "Table", schema: Any, request: Request):
        self._table = table
        self._schema = schema
        self._options = request.options
        translator = Translator(schema, request.options.get("truncate_timestamps", False))
        self._conditions, self._rest = _divide(request.filters, translator)
        columns = request.columns
        if columns is not None and not isinstance(columns, (str, Mapping)):
            columns = list(columns)
        self._computed = _computed(columns, translator)
        outputs = _texts(columns, schema, self._computed, translator)
        needed = [e for e in (self._rest, *self._computed.values()) if e is not None]
        # Columns to read, by their names in batches. Columns that pyarrow needs keep their own
        # names.
        self._read = {name: name for name in _names(needed, schema)}
        self._read_as: Dict[str, str] = {}
        for name, text in outputs.items():
            alias = name
            while self._read.get(alias, text) != text:
                alias += "'"
            self._read[alias] = text
            self._read_as[name] = alias
        names = list(schema.names) if columns is None else list(columns)
        self._names = list(dict.fromkeys(names))
        # A column that is named twice is read once.
        self._places = None if len(self._names) == len(names) else [self._names.index(name) for name in names]
        self._read_schema = table._schema_of(self._read, self._options)
        self.projected_schema = self._read_schema
        if self._is_finished_by_pyarrow():
            self.projected_schema = self._finish([]).schema
        if self._places is not None:
            fields = [self.projected_schema.field(place) for place in self._places]
            self.projected_schema = pa.schema(fields, self.projected_schema.metadata)
        self.dataset_schema = schema

    def to_batches(self) -> Iterator[Any]:
        """Yields the rows batch by batch. A scan that is abandoned half-way reads no further."""
        for batch in self._finished():
            yield batch if self._places is None else batch.select(self._places)

    def _finished(self) -> Iterator[Any]:
        """Yields the rows with each column once."""
        for batch in self._table._batches(self._read, self._conditions, self._options):
            if not self._is_finished_by_pyarrow():
                yield batch
                continue
            for finished in self._finish([batch]).to_batches():
                if finished.num_rows > 0:
                    yield finished

    def to_reader(self) -> Any:
        """Returns a ``pyarrow.RecordBatchReader``. In Python its errors are ``cif.Error``."""
        return pa.RecordBatchReader.from_batches(self.projected_schema, self.to_batches())

    def to_table(self) -> Any:
        return pa.Table.from_batches(self.to_batches(), schema=self.projected_schema)

    def head(self, num_rows: int) -> Any:
        """Returns the first rows, and reads no further."""
        batches: List[Any] = []
        left = num_rows
        for batch in self.to_batches() if left > 0 else ():
            batches.append(batch.slice(0, left))
            left -= batches[-1].num_rows
            if left == 0:
                break
        return pa.Table.from_batches(batches, schema=self.projected_schema)

    def take(self, indices: Any) -> Any:
        """Returns rows by number, counted from 0, in the order of the numbers."""
        wanted = pa.array(indices, pa.int64()).to_pylist()
        if any(i is None or i < 0 for i in wanted):
            raise IndexError("rows are taken by numbers from 0 on")
        last = max(wanted, default=-1)
        numbers = sorted(set(wanted))
        found: List[Any] = []
        first = at = 0
        for batch in self.to_batches() if numbers else ():
            end = at
            while end < len(numbers) and numbers[end] < first + batch.num_rows:
                end += 1
            if end > at:
                found.append(batch.take(pa.array([n - first for n in numbers[at:end]])))
            first, at = first + batch.num_rows, end
            if at == len(numbers):
                break
        if at < len(numbers):
            raise IndexError(f"there is no row {last}: there are {first}")
        place = {number: i for i, number in enumerate(numbers)}
        rows = pa.Table.from_batches(found, schema=self.projected_schema)
        return rows.take(pa.array([place[i] for i in wanted], pa.int64()))

    def count_rows(self) -> int:
        if not self._conditions and self._rest is None:
            return self._table.num_rows
        read = {} if self._rest is None else {name: name for name in _names([self._rest], self._schema)}
        count = 0
        for batch in self._table._batches(read, self._conditions, self._options):
            count += batch.num_rows if self._rest is None else _apply([batch], batch.schema, [], self._rest).num_rows
        return count

    def scan_batches(self) -> Any:
        raise NotImplementedError("scans of cif have no tagged batches: use to_batches()")

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_reader().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        rest = "" if self._rest is None else f", then {self._rest}"
        return f"<cif.Scanner of {', '.join(self._names)} where {self._conditions}{rest}>"

    def _is_finished_by_pyarrow(self) -> bool:
        return self._rest is not None or bool(self._computed)

    def _finish(self, batches: List[Any]) -> Any:
        columns = {name: self._computed[name] if name in self._computed else pc.field(self._read_as[name])
                   for name in self._names}
        return _apply(batches, self._read_schema, columns, self._rest)


def _apply(batches: List[Any], schema: Any, columns: Any, filter: Optional[Any]) -> Any:
    """Applies a filter and a projection of pyarrow to batches."""
    scanner = pads.Scanner.from_batches(iter(batches), schema=schema, columns=columns, filter=filter, use_threads=False)
    return scanner.to_table()


def _divide(filters: Tuple[Filter, ...], translator: Translator) -> Tuple[List[Condition], Optional[Any]]:
    """Divides filters that all have to hold into conditions for libcif and a rest for pyarrow."""
    expressions = [one for one in filters if isinstance(one, pc.Expression)]
    conditions, rest = translator.divided(expressions, _expression.parse)
    conditions += [condition for one in filters if not isinstance(one, pc.Expression) for condition in one]
    return conditions, functools.reduce(operator.and_, rest) if rest else None


def _computed(columns: Optional[Columns], translator: Translator) -> Dict[str, Any]:
    """Returns the columns that are expressions other than a column or a part of one."""
    if not isinstance(columns, Mapping):
        return {}
    return {name: what for name, what in columns.items()
            if not isinstance(what, str) and translator.target(_expression.parse(what)) is None}


def _texts(columns: Optional[Columns], schema: Any, computed: Dict[str, Any],
           translator: Translator) -> Dict[str, str]:
    """Returns the columns that libcif reads: names in the result, and libcif's text of each."""
    if columns is None:
        return {name: name for name in schema.names}
    if isinstance(columns, str):
        raise TypeError("columns is a list of names or a dict, not one text")
    if not isinstance(columns, Mapping):
        return {name: name for name in columns}
    texts: Dict[str, str] = {}
    for name, what in columns.items():
        if isinstance(what, str):
            texts[name] = what
        elif name not in computed:
            target = translator.target(_expression.parse(what))
            assert target is not None
            texts[name] = target.text
    return texts


def _names(expressions: List[Any], schema: Any) -> List[str]:
    """Returns the columns that expressions need; all columns if an expression has no tree."""
    names: Dict[str, None] = {}

    def visit(node: _expression.Node) -> None:
        if isinstance(node, _expression.Field):
            names[node.path[0]] = None
        elif isinstance(node, _expression.Call):
            for argument in node.arguments:
                visit(argument)

    for expression in expressions:
        node = _expression.parse(expression)
        if node is None:
            return list(schema.names)
        visit(node)
    return list(names)
