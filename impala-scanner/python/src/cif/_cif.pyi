# Thin layer over libcif. cif/__init__.py has the public API.

from typing import Any, List, Optional, Sequence, Tuple

__version__: str

class Error(Exception):
    """Error with its place: `code`, `file`, `column` and `offset` (-1: not known)."""

    code: str
    file: str
    column: str
    offset: int

class Options:
    def __init__(self) -> None: ...
    threads: int
    in_order: bool
    batch_rows: int
    max_ahead_bytes: int
    read_ahead_bytes: int
    verify_checksums: bool
    use_filters: bool
    timestamp_unit: str
    truncate_timestamps: bool
    text_as_binary: bool
    strings: str

class StreamError:
    def __init__(self) -> None: ...
    def raise_(self) -> None: ...

class Table:
    def __init__(self, path: str, io: str, partitions: Sequence[Tuple[str, str]],
                 files: Optional[Any],
                 known: Optional[Tuple[Sequence[str], Sequence[Tuple[str, str]], bytes]] = None) -> None: ...
    @property
    def columns(self) -> List[Tuple[str, str, bool]]: ...
    @property
    def splits(self) -> List[str]: ...
    @property
    def rows(self) -> int: ...
    @property
    def table_file(self) -> bytes: ...
    @property
    def files_opened(self) -> int: ...
    @property
    def bytes_read(self) -> int: ...
    def only(self, splits: Sequence[int]) -> Table: ...
    def schema(self, columns: Sequence[Tuple[str, str]], options: Options) -> Any: ...
    def scan(self, columns: Sequence[Tuple[str, str]], conditions: Sequence[Tuple[Any, ...]],
             options: Options, failed: Optional[StreamError] = None, rows: Tuple[int, int] = (0, -1)) -> Any: ...
    def contents(self, columns: Sequence[Tuple[str, str]]) -> List[Tuple[int, int, bytes]]: ...
    def lookup(self, columns: Sequence[Tuple[str, str]],
               keys: Sequence[Sequence[Tuple[str, bytes]]], options: Options) -> Any: ...

def metadata_of(schema: Any) -> List[Tuple[bytes, bytes]]: ...
