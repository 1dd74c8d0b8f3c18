"""Reads tables in the CIF column format as Arrow streams.

>>> import cif, duckdb
>>> crawl = cif.open("warehouse/crawl")
>>> pages = crawl.scan(columns=["url", "metadata['content-type']"],
...                    filter=[("url", "contains", "ibm.com/jp")])
>>> duckdb.sql("SELECT * FROM pages")
"""

from __future__ import annotations

import datetime
import decimal
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import pyarrow as pa

from . import _cif
from ._cif import Error

__all__ = ["Column", "Error", "Stream", "Table", "open"]

Columns = Union[Sequence[str], Mapping[str, str]]
Filter = Sequence[Tuple[Any, ...]]


class Column(NamedTuple):
    """A column of a table: its type is in Hive's notation, such as ``map<string,int>``."""

    name: str
    type: str
    is_partition: bool


def open(
    path: Union[str, "os.PathLike[str]"],
    *,
    io: str = "buffered",
    partitions: Optional[Mapping[str, str]] = None,
) -> Table:
    """Opens the split-directories at or below a folder as one table.

    Folders named ``name=value`` are partition columns, of type string or of the type, in Hive's
    notation, that ``partitions`` names. ``io`` is ``"buffered"`` or ``"direct"`` (past the page cache);
    ``"mapped"`` is another name for ``"buffered"``. Reads schema files only. Raises :class:`Error` if
    there is no such folder, or if its splits are not of one table.
    """
    return Table(_cif.Table(os.fspath(path), io, list((partitions or {}).items())))


class Stream:
    """Rows on their way: a source for whatever takes the Arrow C stream interface, once."""

    def __init__(self, capsule: Any):
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        if self._capsule is None:
            raise ValueError("this stream has been read; scan the table again")
        capsule, self._capsule = self._capsule, None
        return capsule


class Table:
    """The split-directories below a folder, read as one. Immutable; safe to share between threads."""

    def __init__(self, table: Any):
        self._table = table

    @property
    def columns(self) -> List[Column]:
        """The columns in files, then the partition columns."""
        return [Column(*c) for c in self._table.columns]

    @property
    def splits(self) -> List[str]:
        """The folders of the split-directories."""
        return self._table.splits

    @property
    def num_rows(self) -> int:
        return self._table.rows

    @property
    def schema(self) -> pa.Schema:
        """The Arrow schema of a scan of all columns."""
        capsule = self._table.schema(self._named(None), _cif.Options())

        class Exported:
            def __arrow_c_schema__(self) -> Any:
                return capsule

        return pa.schema(Exported())

    def scan(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None, **options: Any
             ) -> pa.RecordBatchReader:
        """Reads columns of the rows that satisfy a filter, batch by batch.

        ``columns``: names, also ``struct.field`` and ``map['key']`` (a part of a column is read
        without the rest of it); or a dict from the name in the result to such a text. Default: all.

        ``filter``: tuples ``(column, op, value)`` that must all hold; op is one of ``= != < <= > >=
        contains``, or ``is null`` and ``is not null`` without a value. Columns of the filter are read
        first, others only for rows that are left; blocks are left out by their statistics.

        ``options``: ``threads`` (1), ``in_order`` (True: threads keep the order of the rows, at some
        cost), ``max_ahead_bytes`` (256 MiB: most that threads read ahead, and a batch a thread more),
        ``batch_rows`` (32768), ``verify_checksums`` (True), ``use_filters`` (True: filters of keys leave
        out blocks), ``timestamp_unit`` (``"us"`` or ``"ns"``),
        ``truncate_timestamps`` (False: digits that the unit lacks are an error), ``text_as_binary``
        (False: text that is not UTF-8 is an error).

        Columns are opened when the reader is first used; damage is an error of the reader then. Ctrl-C
        ends a read on the main thread: the reader raises ``OSError``, and ``KeyboardInterrupt`` follows.
        ``close()`` of the reader, or dropping it, ends the threads and closes the files.
        """
        return pa.RecordBatchReader.from_stream(self.stream(columns, filter, **options))

    def stream(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
               **options: Any) -> Stream:
        """As :meth:`scan`, for libraries that take the Arrow C stream interface themselves."""
        conditions = [_condition(c) for c in filter or []]
        return Stream(self._table.scan(self._named(columns), conditions, _options(options)))

    def lookup(self, keys: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]],
               columns: Optional[Columns] = None, **options: Any) -> pa.Table:
        """The rows that have one of some keys, each once, in the order of the table.

        ``keys``: a dict from columns to values, all of which a row has to have, or a list of such dicts.
        Folders are compared first, then least and largest values, then filters of keys; of other columns
        only the blocks with the rows that were found are read. NaN equals NaN; ``None`` equals no key, and is
        an error. Footers and filters that were read stay in memory, up to 64 MiB, as long as the table.
        ``columns`` and ``options`` as in :meth:`scan`, but rows are in order whatever ``in_order`` says.
        """
        several = [keys] if isinstance(keys, Mapping) else keys
        texts = [[(name, _literal(value)) for name, value in key.items()] for key in several]
        stream = Stream(self._table.lookup(self._named(columns), texts, _options(options)))
        return pa.RecordBatchReader.from_stream(stream).read_all()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.stream().__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return self.num_rows

    def __repr__(self) -> str:
        columns = ", ".join(f"{c.name} {c.type}" for c in self.columns)
        return f"<cif.Table of {self.num_rows} rows: {columns}>"

    def _named(self, columns: Optional[Columns]) -> List[Tuple[str, str]]:
        if columns is None:
            return [(c[0], c[0]) for c in self._table.columns]
        if isinstance(columns, str):
            raise TypeError("columns is a list of names or a dict, not one text")
        if isinstance(columns, Mapping):
            return list(columns.items())
        return [(c, c) for c in columns]


def _options(values: Dict[str, Any]) -> Any:
    options = _cif.Options()
    options.batch_rows = 32768
    for name, value in values.items():
        if not hasattr(options, name):
            known = ", ".join(n for n in dir(options) if not n.startswith("_"))
            raise TypeError(f"scan() has no option {name!r}; it has {known}")
        setattr(options, name, value)
    return options


def _condition(condition: Tuple[Any, ...]) -> Tuple[str, str, bytes]:
    if len(condition) == 2 and "null" in str(condition[1]).lower():
        return condition[0], condition[1].lower(), b""
    if len(condition) != 3 or condition[2] is None:
        raise ValueError(
            f"{condition!r} is no condition: (column, op, value), or (column, 'is null')")
    return condition[0], condition[1].lower(), _literal(condition[2])


def _literal(value: Any) -> bytes:
    """A value as the text that libcif reads."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if isinstance(value, decimal.Decimal):
        return format(value, "f").encode()
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            utc = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
            return (utc.isoformat(" ") + "Z").encode()
        return value.isoformat(" ").encode()
    if isinstance(value, (str, int, float, datetime.date)):
        return str(value).encode()
    raise TypeError(f"{value!r} is no value to compare with")
