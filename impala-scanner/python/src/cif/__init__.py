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
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import pyarrow as pa
import pyarrow.compute as pc

from . import _cif, duckdb as duckdb
from ._cif import Error, __version__
from ._dataset import Dataset, Fragment, open_dataset
from ._end import reader_in_use
from ._files import Store, find
from ._literals import timestamp_text
from ._pushdown import combines
from ._scanner import Scanner

if TYPE_CHECKING:
    import polars

__all__ = ["Column", "Dataset", "Error", "Fragment", "Scanner", "Store", "Stream", "Table", "__version__", "dataset",
           "open", "scan_cif"]

Columns = Union[Sequence[str], Mapping[str, str]]
Filter = Sequence[Tuple[Any, ...]]

_PLAIN = (bytes, str, int, float, decimal.Decimal, datetime.date)


class Column(NamedTuple):
    """Column of a table. Its type is in Hive's notation, such as ``map<string,int>``."""

    name: str
    type: str
    is_partition: bool


def open(
    path: Union[str, "os.PathLike[str]"],
    *,
    io: str = "buffered",
    partitions: Optional[Mapping[str, str]] = None,
    filesystem: Any = None,
) -> Table:
    """Opens the split-directories at or below a folder as one table.

    A table file says what the columns are: their names, types, defaults and order, and the types of
    partition columns. Without one, columns have the names that split-directories have, and folders
    named ``name=value`` are partition columns, of type string. ``partitions`` has other types for
    partition columns, in Hive's notation. ``io`` is ``"buffered"`` or ``"direct"`` (past the page
    cache); ``"mapped"`` is another name for ``"buffered"``. It applies to local files only.

    ``filesystem`` is the file system of ``path``: one of ``pyarrow.fs`` or fsspec, or a
    :class:`Store` of one. Without it ``path`` may be a URI that ``pyarrow.fs`` knows, such as
    ``s3://bucket/table``. Reads schema files only. Raises :class:`Error` if there is no such
    folder, if the splits do not form one table, or if its table file cannot be used.
    """
    inside, files = find(os.fsdecode(path), filesystem)
    return Table(_cif.Table(inside, io, list((partitions or {}).items()), files))


def dataset(
    path: Union[str, "os.PathLike[str]"],
    *,
    io: str = "buffered",
    partitions: Optional[Mapping[str, str]] = None,
    filesystem: Any = None,
    **options: Any,
) -> Dataset:
    """Opens a table as a dataset, for push-down from DuckDB, Polars, pandas and pyarrow.

    For ``path``, ``io``, ``partitions`` and ``filesystem`` see :func:`open`, for ``options`` see
    :meth:`Table.scan`.

    >>> crawl = cif.dataset("warehouse/crawl")
    >>> duckdb.sql("SELECT url FROM crawl WHERE fetchtime > 1700000000")
    >>> crawl.to_table(columns=["url"], filter=pyarrow.compute.field("fetchtime") > 1700000000)
    """
    _options(options)  # reports an unknown option now
    return open_dataset(path, io, partitions, filesystem, options)


def scan_cif(
    path: Union[str, "os.PathLike[str]"],
    *,
    columns: Optional[Sequence[str]] = None,
    io: str = "buffered",
    partitions: Optional[Mapping[str, str]] = None,
    filesystem: Any = None,
    **options: Any,
) -> "polars.LazyFrame":
    """Opens a table as a LazyFrame of Polars, which reads only the needed columns and rows.

    ``columns`` names the columns of the LazyFrame. Use it if the table has columns of types that
    Polars lacks. The other arguments are those of :func:`dataset`. Needs Polars.
    Strings come as views, as Polars keeps them, unless the option ``strings`` says otherwise.

    >>> cif.scan_cif("warehouse/crawl").filter(polars.col("fetchtime") > 1700000000).select("url").collect()
    """
    from ._polars import scan

    # pyarrow 15 has no views.
    form = {"strings": "view"} if hasattr(pa, "string_view") else {}
    return scan(dataset(path, io=io, partitions=partitions, filesystem=filesystem, **{**form, **options}), columns)


class Stream:
    """Source of rows for a consumer of the Arrow C stream interface. It can be read once."""

    def __init__(self, capsule: Any):
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        if self._capsule is None:
            raise ValueError("this stream has been read; scan the table again")
        capsule, self._capsule = self._capsule, None
        return capsule


class Table:
    """Table of all split-directories below a folder. Immutable; safe to share between threads."""

    def __init__(self, table: _cif.Table):
        self._table = table

    @property
    def columns(self) -> List[Column]:
        """Columns in files, followed by the partition columns."""
        return [Column(*c) for c in self._table.columns]

    @property
    def splits(self) -> List[str]:
        """Folders of the split-directories."""
        return self._table.splits

    @property
    def num_rows(self) -> int:
        """Number of rows; those that were deleted don't count."""
        return self._table.rows

    @property
    def files_opened(self) -> int:
        """Number of files opened for this table so far, including schema files."""
        return self._table.files_opened

    @property
    def bytes_read(self) -> int:
        """Number of bytes of files read for this table so far."""
        return self._table.bytes_read

    @property
    def schema(self) -> pa.Schema:
        """Arrow schema of a scan of all columns."""
        return self._schema_of(None, {})

    def _schema_of(self, columns: Optional[Columns], options: Dict[str, Any]) -> pa.Schema:
        capsule = self._table.schema(self._named(columns), _options(options))

        class Exported:
            def __arrow_c_schema__(self) -> Any:
                return capsule

        return pa.schema(Exported())

    def scan(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None, **options: Any
             ) -> pa.RecordBatchReader:
        """Reads columns of the rows that satisfy a filter, batch by batch.

        ``columns``: names, including ``struct.field`` and ``map['key']``, which read only that part
        of a column; or a dict from the name in the result to such a text. Default: all.

        ``filter``: tuples ``(column, op, value)``, all of which must hold. The op is one of
        ``= != < <= > >= contains``, ``starts with``, ``in`` with a list of values, or
        ``is null`` and ``is not null`` without a value. ``("and", ...)``, ``("or", ...)`` and
        ``("not", ...)`` combine such tuples. A comparison with NULL is neither true nor false.
        Columns of the filter are read first, other columns only for the remaining rows. Statistics
        prune blocks.

        ``options``:

        - ``threads`` (1)
        - ``in_order`` (True): threads keep the order of the rows, at some cost
        - ``max_ahead_bytes`` (256 MiB): maximum that threads read ahead; each thread may exceed it
          by one batch
        - ``read_ahead_bytes`` (64 MiB): maximum read ahead of files of a ``filesystem``, and of
          local ones with ``io="direct"``
        - ``batch_rows`` (32768)
        - ``verify_checksums`` (True)
        - ``use_filters`` (True): filters of keys prune blocks
        - ``timestamp_unit``: ``"us"`` (default) or ``"ns"``
        - ``truncate_timestamps`` (False): True cuts off digits beyond the unit; False makes them an
          error
        - ``text_as_binary`` (False): True gives text as binary; False makes text that is not UTF-8
          an error
        - ``strings``: ``"plain"`` (default) copies every value; ``"view"`` shares the memory of
          blocks and stores repeated values once; ``"dictionary"`` gives each batch a dictionary

        Columns are opened when the reader is first used, so corrupt data are an error of the
        reader. It is an ``OSError`` with a text, since the C stream interface has no more. The
        batches of a dataset raise :class:`Error`. Ctrl-C ends a read on the main thread: the reader
        raises ``OSError``, and ``KeyboardInterrupt`` follows. ``close()`` of the reader, or
        dropping it, ends the threads and closes the files.
        """
        return pa.RecordBatchReader.from_stream(self.stream(columns, filter, **options))

    def stream(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
               **options: Any) -> Stream:
        """Scans like :meth:`scan`, for libraries that use the Arrow C stream interface directly."""
        if isinstance(filter, pc.Expression):
            raise TypeError("a table takes conditions as tuples; cif.dataset takes expressions of pyarrow")
        conditions = [_condition(c) for c in filter or []]
        return Stream(self._table.scan(self._named(columns), conditions, _options(options)))

    def lookup(self, keys: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]],
               columns: Optional[Columns] = None, **options: Any) -> pa.Table:
        """Returns the rows that have one of some keys, each once, in the order of the table.

        ``keys`` is a dict from columns to values, all of which a row has to have, or a list of such
        dicts. Folders are compared first, then minimum and maximum values, then filters of keys. Of
        other columns, only the blocks with matching rows are read. NaN equals NaN; ``None`` equals
        no key, and is an error. Footers and filters that were read stay in memory, up to 64 MiB, as
        long as the table.

        For ``columns`` and ``options`` see :meth:`scan`, but rows are always in order.
        """
        several = [keys] if isinstance(keys, Mapping) else list(keys)
        if not all(isinstance(key, Mapping) for key in several):
            raise TypeError("keys are a dict from columns to values, or a list of such dicts")
        texts = [[(name, _literal(value)) for name, value in key.items()] for key in several]
        with reader_in_use():
            stream = Stream(self._table.lookup(self._named(columns), texts, _options(options)))
            return pa.RecordBatchReader.from_stream(stream).read_all()

    def _batches(self, columns: Mapping[str, str], filter: Filter, options: Dict[str, Any],
                 rows: Tuple[int, int] = (0, -1)) -> Iterator[Any]:
        """Scans like :meth:`scan`, but errors keep their place.

        ``rows``: the first row and the number of rows, counted over all splits; -1 means up to the end.
        """
        failed = _cif.StreamError()
        conditions = [_condition(c) for c in filter]
        stream = Stream(self._table.scan(self._named(columns), conditions, _options(options), failed, rows))
        reader = pa.RecordBatchReader.from_stream(stream)
        try:
            while True:
                error: Optional[Exception] = None
                try:
                    batch = reader.read_next_batch()
                except StopIteration:
                    return
                except (OSError, pa.ArrowException) as raised:
                    error = raised
                if error is not None:
                    failed.raise_()
                    raise error
                yield batch
        finally:
            reader.close()

    def _only(self, splits: Sequence[int]) -> Table:
        """Returns the same table with some of its splits."""
        return Table(self._table.only(list(splits)))

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
        named = list(columns.items()) if isinstance(columns, Mapping) else [(c, c) for c in columns]
        for name in (text for pair in named for text in pair):
            if not isinstance(name, str):
                raise TypeError(f"{name!r} is no name of a column")
        return named


def _options(values: Dict[str, Any]) -> Any:
    options = _cif.Options()
    options.batch_rows = 32768
    for name, value in values.items():
        if not hasattr(options, name):
            known = ", ".join(n for n in dir(options) if not n.startswith("_"))
            raise TypeError(f"scan() has no option {name!r}; it has {known}")
        setattr(options, name, value)
    return options


def _condition(condition: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """Converts a condition to the native form: literals are bytes, combinations are lists."""
    if isinstance(condition, tuple) and condition:
        if combines(condition, "and", "or", "not"):
            return condition[0].lower(), [_condition(c) for c in condition[1:]]
        column, op = condition[0], str(condition[1]).lower() if len(condition) > 1 else ""
        if not isinstance(column, str):
            raise TypeError(f"{condition!r}: {column!r} is no name of a column")
        if len(condition) == 2 and "null" in op:
            return column, op, b""
        if len(condition) == 3 and op == "in":
            values = [condition[2]] if isinstance(condition[2], (str, bytes)) else list(condition[2])
            if isinstance(condition[2], (str, bytes)) or any(v is None for v in values):
                raise ValueError(f"{condition!r}: 'in' takes a list of values, none of them None")
            return column, op, [_literal(v) for v in values]
        if len(condition) == 3 and condition[2] is not None:
            return column, op, _literal(condition[2])
    raise ValueError(
        f"{condition!r} is no condition: (column, op, value), (column, 'is null'), (column, 'in', values), or "
        "('and', ...), ('or', ...), ('not', ...) of conditions")


def _literal(value: Any) -> bytes:
    """Returns a value as a text for libcif's ParseLiteral."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if isinstance(value, int):
        return str(int(value)).encode()
    if isinstance(value, float):
        return str(float(value)).encode()
    if isinstance(value, decimal.Decimal):
        # A short number such as 1e-300000000 would become a huge text. NaN and infinity have a letter as exponent.
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and max(abs(value.adjusted()), -exponent) > 1000:
            raise ValueError(f"{value} is no value of a decimal: 38 digits are the most")
        return format(value, "f").encode()
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            utc = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
            return (utc.isoformat(" ") + "Z").encode()
        return value.isoformat(" ").encode()
    if isinstance(value, datetime.date):
        return str(value).encode()
    return _literal_of_scalar(value)


def _literal_of_scalar(value: Any) -> bytes:
    """Returns a scalar of pyarrow or numpy as such a text."""
    try:
        # pyarrow converts more kinds of numpy's arrays than of its scalars.
        scalar = value if isinstance(value, pa.Scalar) else pa.array(value.reshape(1))[0]
    except (pa.ArrowException, AttributeError, TypeError, ValueError):
        scalar = pa.scalar(None)
    if scalar.is_valid and pa.types.is_timestamp(scalar.type):
        return timestamp_text(scalar).encode()
    if not scalar.is_valid or pa.types.is_nested(scalar.type) or not isinstance(plain := scalar.as_py(), _PLAIN):
        raise TypeError(f"{value!r} is no value to compare with")
    return _literal(plain)
