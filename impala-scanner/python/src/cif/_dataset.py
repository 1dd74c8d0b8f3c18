"""Tables as datasets: the counterpart of ``pyarrow.dataset.Dataset``."""

from __future__ import annotations

import functools
import operator
import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Tuple

import pyarrow.compute as pc
import pyarrow.dataset as pads
from pyarrow.fs import LocalFileSystem

from . import _expression
from ._pushdown import Condition, Translator, on
from ._scanner import Columns, Filter, Request, Scanner

if TYPE_CHECKING:
    from . import Table


class _Readable:
    """Common base of a dataset and its fragments. Immutable; safe to share between threads."""

    def __init__(self, table: "Table", schema: Any, filters: Tuple[Filter, ...], options: Dict[str, Any]):
        self._table = table
        self._schema = schema
        self._filters = filters
        self._options = options

    def scanner(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
                batch_size: Optional[int] = None, use_threads: bool = True, **ignored: Any) -> Scanner:
        """Makes a scan of some columns of the rows that satisfy a filter.

        ``columns``: names, or a dict from the name in the result to an expression of pyarrow or a
        text for :meth:`cif.Table.scan`. ``filter``: an expression of pyarrow, or conditions for
        :meth:`cif.Table.scan`. ``batch_size``: maximum number of rows in a batch. ``use_threads``:
        False reads on the caller's thread alone, whatever ``threads`` the dataset was opened with.
        Other options of pyarrow's scanners concern files of other formats, and are ignored.
        """
        unknown = set(ignored) - _OF_OTHER_FORMATS
        if unknown:
            raise TypeError(f"scanner() has no option {', '.join(sorted(unknown))}")
        options = dict(self._options)
        if batch_size is not None:
            options["batch_rows"] = batch_size
        if not use_threads:
            options["threads"] = 1
        filters = self._filters if filter is None else (*self._filters, filter)
        return Scanner(self._table, self._schema, Request(columns, filters, options))

    def to_batches(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
                   **options: Any) -> Iterator[Any]:
        """Yields the rows batch by batch. A scan that is abandoned half-way reads no further."""
        return self.scanner(columns, filter, **options).to_batches()

    def to_table(self, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
                 **options: Any) -> Any:
        """Returns the rows as a ``pyarrow.Table``."""
        return self.scanner(columns, filter, **options).to_table()

    def head(self, num_rows: int, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
             **options: Any) -> Any:
        """Returns the first rows as a ``pyarrow.Table``, and reads no further."""
        return self.scanner(columns, filter, **{"use_threads": False, **options}).head(num_rows)

    def take(self, indices: Any, columns: Optional[Columns] = None, filter: Optional[Filter] = None,
             **options: Any) -> Any:
        """Returns rows as a ``pyarrow.Table``. Indices count the filter's rows from 0."""
        return self.scanner(columns, filter, **options).take(indices)

    def count_rows(self, filter: Optional[Filter] = None, **options: Any) -> int:
        """Returns the number of rows of the filter. Without a filter no file is opened."""
        return self.scanner([], filter, **options).count_rows()


# Options of pyarrow's scanners for files of other formats.
_OF_OTHER_FORMATS = {"batch_readahead", "fragment_readahead", "fragment_scan_options", "cache_metadata",
                     "memory_pool"}


class Fragment(_Readable):
    """Split-directory of a dataset, read by itself. May be pickled."""

    def __init__(self, dataset: "Dataset", number: int):
        table = dataset._table._only([number])
        super().__init__(table, dataset._schema, dataset._filters, dataset._options)
        self._dataset = dataset

    @property
    def path(self) -> str:
        """Folder of the split-directory."""
        return self._table.splits[0]

    @property
    def physical_schema(self) -> Any:
        return self._schema

    @property
    def partition_expression(self) -> Any:
        """Expression that holds in every row because of the names of folders."""
        names = [c.name for c in self._table.columns if c.is_partition]
        first = next(self._table._batches({n: n for n in names}, [], {"batch_rows": 1}), None)
        values = [] if first is None else [column[0] for column in first.columns]
        parts = [pc.field(name) == value if value.is_valid else pc.field(name).is_null()
                 for name, value in zip(names, values)]
        return functools.reduce(operator.and_, parts) if parts else pc.scalar(True)

    def __reduce__(self) -> Any:
        return _fragment, (self._dataset, self.path)

    def __repr__(self) -> str:
        return f"<cif.Fragment {self.path}>"


def _fragment(dataset: "Dataset", path: str) -> Fragment:
    if path not in dataset._table.splits:
        raise FileNotFoundError(f"the table has no split-directory {path} any more: list the fragments again")
    return Fragment(dataset, dataset._table.splits.index(path))


def _unreadable(schema: Any) -> List[Any]:
    """Makes the content that pyarrow's compiled code sees of a dataset, without calling its
    methods: an error."""
    files = LocalFileSystem()
    format = pads.IpcFileFormat()
    nothing = format.make_fragment("of a cif.Dataset, which pyarrow cannot read by itself: give it scanner().to_reader()",
                                   files)
    return [pads.FileSystemDataset([nothing], schema, format, files)]


class Dataset(_Readable, pads.UnionDataset):  # type: ignore[misc]
    """Table that engines push columns and filters into.

    It has the methods of a ``pyarrow.dataset.Dataset``, and is one for DuckDB, Polars and pandas.
    Opening it reads schema files only.
    """

    def __init__(self, table: "Table", reopen: Dict[str, Any], options: Dict[str, Any],
                 filters: Tuple[Filter, ...] = ()):
        schema = table._schema_of(None, options)
        _Readable.__init__(self, table, schema, filters, options)
        pads.UnionDataset.__init__(self, schema, _unreadable(schema))
        self._reopen = reopen

    @property
    def schema(self) -> Any:
        return self._schema

    @property
    def table(self) -> "Table":
        """Table that the dataset reads."""
        return self._table

    @property
    def partition_expression(self) -> Any:
        return pc.scalar(True)

    def filter(self, expression: Filter) -> "Dataset":
        """Returns a dataset of those rows that also satisfy a filter."""
        return Dataset(self._table, self._reopen, self._options, (*self._filters, expression))

    def get_fragments(self, filter: Optional[Filter] = None) -> Iterator[Fragment]:
        """Yields the split-directories whose folder names leave rows that may satisfy a filter."""
        translator = Translator(self._schema, False)
        partitions = {c.name for c in self._table.columns if c.is_partition}
        filters = self._filters if filter is None else (*self._filters, filter)
        known = [on(c, partitions) for one in filters for c in _conditions(one, translator)]
        conditions = [c for c in known if c is not None]
        for number in range(len(self._table.splits)):
            fragment = Fragment(self, number)
            # Counting rows reads nothing.
            if not conditions or any(b.num_rows for b in fragment._table._batches({}, conditions, {})):
                yield fragment

    @property
    def children(self) -> Any:
        raise AttributeError("a table of cif has fragments, and no children: see get_fragments()")

    def replace_schema(self, schema: Any) -> "Dataset":
        raise NotImplementedError("a table of cif has one schema: cast the result of to_table()")

    def join(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("join the result of to_table(), or ask DuckDB or Polars")

    def join_asof(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("join the result of to_table(), or ask DuckDB or Polars")

    def sort_by(self, sorting: Any, **kwargs: Any) -> Any:
        """Returns all rows, sorted, in memory."""
        return pads.InMemoryDataset(self.to_table().sort_by(sorting, **kwargs))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.scanner().__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> Any:
        return _open, (self._reopen, self._options, self._filters)

    def __repr__(self) -> str:
        return f"<cif.Dataset {self._reopen['path']}: {len(self._table.splits)} splits, {self._table.num_rows} rows>"


def _conditions(filter: Filter, translator: Translator) -> List[Condition]:
    if not isinstance(filter, pc.Expression):
        return list(filter)
    pushed = translator.pushed(_expression.parse(filter))
    return [] if pushed is None else [pushed.condition]


def _open(reopen: Dict[str, Any], options: Dict[str, Any], filters: Tuple[Filter, ...]) -> Dataset:
    return open_dataset(filters=filters, options=options, **reopen)


def open_dataset(path: "str | os.PathLike[str]", io: str, partitions: Optional[Mapping[str, str]],
                 filesystem: Any, options: Dict[str, Any], filters: Tuple[Filter, ...] = ()) -> Dataset:
    from . import open

    table = open(path, io=io, partitions=partitions, filesystem=filesystem)
    reopen = {"path": os.fsdecode(path), "io": io, "partitions": dict(partitions or {}), "filesystem": filesystem}
    return Dataset(table, reopen, options, filters)
