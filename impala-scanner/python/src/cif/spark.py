"""Tables in the CIF column format as a Python data source of Spark 4.

>>> import cif.spark
>>> spark.dataSource.register(cif.spark.CifDataSource)
>>> spark.read.format("cif").load("warehouse/crawl")

Needs pyspark 4.0 or newer, and this package on the driver and on all executors.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import pyarrow as pa

try:
    from pyspark.sql import types as spark
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
except ImportError as error:
    raise ImportError("the module cif.spark needs pyspark 4.0 or newer: pip install 'pyspark>=4'") from error

from . import Error, Table, _cif
from ._expression import Field
from ._files import find
from ._pushdown import Condition, Translator, on
from ._spark_filters import parse
from ._spark_types import arrow_type, conform, hive_type, spark_type

__all__ = ["CifDataSource"]

# Options for Table.scan.
_BOOLEANS = ("verify_checksums", "use_filters", "truncate_timestamps")
_NUMBERS = ("batch_rows", "read_ahead_bytes")
_OWN = ("path", "io", "partitions", "filter", "push_filters", "min_tasks", "task_bytes")

# Ranges of rows begin at multiples of this number, as most blocks do.
_STEP = 65536

_PARTITION = re.compile(r"\s*(?P<name>[^\s,]+)\s+(?P<type>[^,(]+(\([^)]*\))?)\s*(,|$)")


class CifDataSource(DataSource):  # type: ignore[misc]
    """Data source ``cif``: reads the table at a path.

    The schema is that of the table, or the one that is given: only its columns are read. Columns
    are found by name, ignoring case. A given type may be wider than the table's. Options:

    - ``path``: folder of the table, or a URI that ``pyarrow.fs`` knows
    - ``partitions``: types of partition columns in Hive's notation, such as ``dt date, n int``.
      Without it they have the types of the given schema, or are strings
    - ``filter``: conditions of :meth:`cif.Table.scan` in JSON, such as ``[["n", "<", 10]]``. The
      DataFrame has only rows that satisfy all of them
    - ``push_filters`` (false): true takes filters from Spark. For DataFrames that one query reads,
      once: Spark up to 4.3.0 reads others with the filters of an earlier query
    - ``min_tasks`` (the processors of the driver): number of tasks that a read has at
      least, as far as the table has rows
    - ``task_bytes`` (134217728): bytes, before encoding, that a task reads at most, about
    - ``io``: see :func:`cif.open`
    - ``batch_rows``, ``read_ahead_bytes``, ``verify_checksums``, ``use_filters``,
      ``truncate_timestamps``: see :meth:`cif.Table.scan`

    Spark hands over filters from 4.1 on, and only with ``spark.sql.python.filterPushdown.enabled``.
    A DataFrame is planned once, when it is first read. Load it again to see changes of the table.
    """

    @classmethod
    def name(cls) -> str:
        return "cif"

    def schema(self) -> Any:
        source = _Source(self.options)
        opened = source.open()
        if not opened.columns:
            raise ValueError(f"{source.path} has no split-directory that tells its columns: give a schema")
        return spark.StructType([spark.StructField(field.name, spark_type(field.type, field.name))
                                 for field in opened.schema])

    def reader(self, schema: Any) -> "CifReader":
        source = _Source(self.options)
        return PushingReader(source, schema) if source.pushes_filters else CifReader(source, schema)


class _Source:
    """Place and options of a read. May be pickled."""

    def __init__(self, options: Any):
        values = {name.lower(): value for name, value in options.items()}
        unknown = sorted(set(values) - {*_OWN, *_BOOLEANS, *_NUMBERS})
        if unknown:
            known = ", ".join(sorted({*_OWN, *_BOOLEANS, *_NUMBERS}))
            raise ValueError(f"the data source cif has no option {unknown[0]!r}; it has {known}")
        if "path" not in values:
            raise ValueError("the data source cif reads one path: spark.read.format('cif').load(path)")
        self.path = _absolute(values["path"])
        self.root = ""
        self.io = values.get("io", "buffered")
        self.partitions = _partitions(values.get("partitions", ""))
        self.filter = _filter(values.get("filter", "[]"))
        self.pushes_filters = "push_filters" in values and _boolean(values, "push_filters")
        if self.pushes_filters and not hasattr(DataSourceReader, "pushFilters"):
            raise ValueError("option push_filters needs Spark 4.1 or newer: give the option filter")
        self.min_tasks = _number(values, "min_tasks", os.cpu_count() or 1)
        self.task_bytes = _number(values, "task_bytes", 128 << 20)
        self.options: Dict[str, Any] = {name: _boolean(values, name) for name in _BOOLEANS if name in values}
        self.options.update((name, _number(values, name, 0)) for name in _NUMBERS if name in values)

    def open(self, known: Optional[Tuple[List[str], List[Tuple[str, str]], bytes]] = None) -> Table:
        inside, files = find(self.path, None)
        self.root = inside.rstrip("/")
        return Table(_cif.Table(inside, self.io, list(self.partitions.items()), files, known))


class _Piece(NamedTuple):
    """Rows of a split-directory."""

    split: str  # relative to the table, or the whole path
    content: bytes  # names the files of the split-directory as they were planned
    first: int
    rows: int
    weight: int  # bytes that reading it takes, about


class _Task(InputPartition):  # type: ignore[misc]
    """Rows of one or more split-directories, without a gap between them. May be pickled."""

    def __init__(self, pieces: List[_Piece]):
        super().__init__(None)
        self.splits = [piece.split for piece in pieces]
        self.contents = [piece.content for piece in pieces]
        self.first = pieces[0].first
        self.rows = sum(piece.rows for piece in pieces)


class CifReader(DataSourceReader):  # type: ignore[misc]
    """Reader of some columns of a table. It is planned on the driver and pickled for the tasks.

    Tasks read the table as it was planned. If it has changed so that they cannot, they raise
    :class:`cif.Error`.
    """

    def __init__(self, source: _Source, schema: Any):
        self._source = source
        table = source.open()
        typed = _partition_types(table, source, schema)
        if typed != source.partitions:
            source.partitions = typed
            table = source.open()
        self._table: Optional[Table] = table
        self._columns = [(c.name, c.type) for c in table.columns if not c.is_partition]
        self._table_file = table._table.table_file
        # Any schema does for a table without rows.
        self._read, fields = _columns(table, schema) if table.splits else ({}, [])
        self._fields = pa.schema(fields)
        self._conditions: List[Condition] = list(source.filter)
        next(table._only([])._batches({}, self._conditions, {}), None)  # reports a wrong condition now

    def partitions(self) -> List[Any]:
        return [_Task(pieces) for pieces in self._tasks()] or [InputPartition(None)]

    def read(self, partition: Any) -> Iterator[Any]:
        if not isinstance(partition, _Task):
            return  # the table has no rows
        source = self._source
        try:
            table = source.open((partition.splits, self._columns, self._table_file))
            for split, (_, _, text), planned in zip(table.splits, table._table.contents([]), partition.contents):
                if _digest(text) != planned:
                    raise _changed(f"{split} is not as it was")
            batches = table._batches(self._read, self._conditions, source.options, (partition.first, partition.rows))
            for batch in batches:
                arrays = [conform(array, field) for array, field in zip(batch.columns, self._fields)]
                yield pa.RecordBatch.from_arrays(arrays, schema=self._fields)
        except Error as error:
            if getattr(error, "code", "") != "not_found":
                raise
            raise _changed(str(error)) from error

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_table": None}

    def _tasks(self) -> List[List[_Piece]]:
        """Divides the rows among tasks, in order and in about equal shares."""
        assert self._table is not None
        splits = self._splits_left()
        source = self._source
        total = sum(piece.weight for piece in splits)
        share = max(1, min(source.task_bytes, -(-total // source.min_tasks)))
        tasks: List[List[_Piece]] = []
        left = 0
        for piece in (part for split in splits for part in _divided(split, share)):
            if not tasks or piece.weight > left:
                tasks.append([])
                left = share
            _add(tasks[-1], piece)
            left -= piece.weight
        return tasks

    def _splits_left(self) -> List[_Piece]:
        """Returns the split-directories that have rows, and that the conditions on folders leave."""
        assert self._table is not None
        table = self._table
        partitions = {c.name for c in table.columns if c.is_partition}
        known = [one for one in (on(condition, partitions) for condition in self._conditions) if one is not None]
        root = self._source.root
        needed = list(self._read.items())
        left: List[_Piece] = []
        for number, (folder, (rows, raw, text)) in enumerate(zip(table.splits, table._table.contents(needed))):
            # Counting rows reads nothing.
            if rows > 0 and (not known or any(b.num_rows for b in table._only([number])._batches({}, known, {}))):
                left.append(_Piece(_relative(folder, root), _digest(text), 0, rows, max(raw, rows)))
        return left


class PushingReader(CifReader):
    """Reader that takes filters from Spark. Spark evaluates those that it gives back."""

    def pushFilters(self, filters: List[Any]) -> Iterable[Any]:
        assert self._table is not None
        options = self._source.options
        translator = Translator(self._table._schema_of(None, options), options.get("truncate_timestamps", False),
                                nan_is_greatest=True)

        def find_field(path: Sequence[str]) -> Optional[Field]:
            return Field((self._read[path[0]], *path[1:])) if path and path[0] in self._read else None

        conditions, rest = translator.divided(filters, lambda filter: parse(filter, find_field))
        self._conditions.extend(conditions)
        return rest


def _divided(split: _Piece, share: int) -> Iterator[_Piece]:
    """Yields about equal ranges of a split's rows, of about a share of bytes."""
    steps = -(-split.rows // _STEP)
    count = min(steps, -(-split.weight // share))
    for i in range(count):
        first = i * steps // count * _STEP
        rows = min((i + 1) * steps // count * _STEP, split.rows) - first
        yield split._replace(first=first, rows=rows, weight=split.weight * rows // split.rows)


def _add(task: List[_Piece], piece: _Piece) -> None:
    if task and task[-1].split == piece.split:
        task[-1] = task[-1]._replace(rows=task[-1].rows + piece.rows)
    else:
        task.append(piece)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


def _changed(why: str) -> Error:
    error = Error(f"the table was changed after the query was planned, run it again: {why}")
    error.code, error.file, error.column, error.offset = "not_found", "", "", -1
    return error


def _columns(table: Table, schema: Any) -> Tuple[Dict[str, str], List[Any]]:
    """Returns the columns to read, by their names in the schema, and their fields for Spark."""
    stored = {field.name.lower(): field for field in table.schema}
    read: Dict[str, str] = {}
    fields: List[Any] = []
    for one in schema.fields:
        field = stored.get(one.name.lower())
        if field is None:
            raise ValueError(f"the table has no column {one.name!r}; it has {', '.join(table.schema.names)}")
        if one.name in read:
            raise ValueError(f"the schema has column {one.name!r} twice")
        read[one.name] = field.name
        fields.append(pa.field(one.name, arrow_type(one.dataType, field.type, one.name), one.nullable))
    return read, fields


def _partition_types(table: Table, source: _Source, schema: Any) -> Dict[str, str]:
    """Returns the types of partition columns: those of the options, then those of the schema."""
    wanted = {one.name.lower(): hive_type(one.dataType) for one in schema.fields}
    types = {c.name: wanted[c.name.lower()] for c in table.columns
             if c.is_partition and c.type == "string" and wanted.get(c.name.lower(), "string") != "string"}
    given = {name.lower() for name in source.partitions}
    return {**source.partitions, **{name: type for name, type in types.items() if name.lower() not in given}}


def _partitions(text: str) -> Dict[str, str]:
    found: Dict[str, str] = {}
    at = 0
    while text[at:].strip():
        match = _PARTITION.match(text, at)
        if match is None:
            raise ValueError(f"option partitions is {text!r}, and no list such as 'dt date, n int'")
        found[match["name"]] = match["type"].strip()
        at = match.end()
    return found


def _filter(text: str) -> List[Condition]:
    try:
        conditions = json.loads(text)
    except ValueError as error:
        raise ValueError(f"option filter is {text!r}, and no JSON: {error}") from error
    if not isinstance(conditions, list) or not all(isinstance(one, list) for one in conditions):
        raise ValueError(f'option filter is {text!r}, and no list of conditions such as [["n", "<", 10]]')
    return [_condition(one) for one in conditions]


def _condition(parts: List[Any]) -> Condition:
    """Makes tuples of lists, but for the values of ``in``."""
    if parts and str(parts[0]).lower() in ("and", "or", "not") and all(isinstance(part, list) for part in parts[1:]):
        return (parts[0], *(_condition(part) for part in parts[1:]))
    return tuple(parts)


def _number(values: Dict[str, str], name: str, default: int) -> int:
    text = str(values.get(name, default))
    if not text.strip().isdigit() or (name in values and int(text) < 1):
        raise ValueError(f"option {name} is {text!r}, and no number from 1 on")
    return int(text)


def _boolean(values: Dict[str, str], name: str) -> bool:
    text = values[name].lower()
    if text not in ("true", "false"):
        raise ValueError(f"option {name} is {values[name]!r}, and neither true nor false")
    return text == "true"


def _absolute(path: str) -> str:
    """Returns a path that other processes find, too."""
    if path.startswith("file:"):
        path = "/" + path[len("file:"):].lstrip("/")
    return path if "://" in path else os.path.abspath(path)


def _relative(folder: str, root: str) -> str:
    """Returns the path of a split-directory below the table's folder; the whole path if it lies elsewhere."""
    root = root.rstrip("/")
    return folder[len(root):].strip("/") if f"{folder}/".startswith(f"{root}/") else folder
