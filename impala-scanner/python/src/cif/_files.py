"""Files of other stores than the local one, in the form that libcif expects."""

from __future__ import annotations

import dataclasses
import threading
from typing import Any, Collection, List, Optional, Tuple, Union

from pyarrow import fs


@dataclasses.dataclass(frozen=True)
class Store:
    """File system of ``pyarrow.fs`` or fsspec, with the costs of its requests.

    ``requests`` is the number of requests sent at the same time. As many threads open a table and
    read ahead of a scan; with 1, none does. ``near_bytes`` is the number of bytes whose transfer
    takes about as long as one more request. Ranges that lie nearer to each other are read in one
    request, and files up to this length as a whole.
    """

    filesystem: Any
    requests: int = 16
    near_bytes: int = 1 << 20

    def __post_init__(self) -> None:
        if not 1 <= self.requests <= 256 or self.near_bytes < 0:
            raise ValueError("requests are 1 to 256, near_bytes at least 0")


#: Kinds of stores whose paths begin with the bucket, by the schemes of their URIs.
_KINDS = {"s3": "s3", "s3a": "s3", "s3n": "s3", "gs": "gcs", "gcs": "gcs"}


def _path_of(location: str, kinds: Collection[str]) -> Optional[str]:
    """Returns the path of a URI in a store of these kinds; None if it is not known to be there."""
    scheme, _, path = location.partition("://")
    return path if _KINDS.get(scheme) in kinds else None


class ArrowFiles:
    """Adapter of a pyarrow file system for libcif."""

    def __init__(self, store: Store):
        self._files = store.filesystem
        self.requests = store.requests
        self.near_bytes = store.near_bytes

    def open(self, path: str, length: Optional[int]) -> Any:
        return self._files.open_input_file(path)

    def list(self, folder: str) -> List[Tuple[str, bool]]:
        found = self._files.get_file_info(fs.FileSelector(folder))
        return [(info.base_name, info.type == fs.FileType.Directory) for info in found if info.base_name]

    def path_of(self, location: str) -> Optional[str]:
        return _path_of(location, (self._files.type_name,))


class FsspecFiles:
    """Adapter of an fsspec file system for libcif. It drops cached listings at the start."""

    def __init__(self, store: Store):
        self._files = store.filesystem
        self.requests = store.requests
        self.near_bytes = store.near_bytes
        self._files.invalidate_cache()

    def open(self, path: str, length: Optional[int]) -> Any:
        if _has_ranges(self._files):
            return Ranges(self._files, path, self._files.info(path)["size"] if length is None else length)
        return OneFile(self._files.open(path, "rb"))

    def list(self, folder: str) -> List[Tuple[str, bool]]:
        inside = [(entry["name"].rstrip("/").rpartition("/")[2], entry["type"] == "directory")
                  for entry in self._files.ls(folder, detail=True)
                  if entry["name"].strip("/") != folder.strip("/")]
        return [(name, is_folder) for name, is_folder in inside if name]

    def path_of(self, location: str) -> Optional[str]:
        protocol = self._files.protocol
        return _path_of(location, (protocol,) if isinstance(protocol, str) else protocol)


def _has_ranges(files: Any) -> bool:
    """Returns true if reads fetch exactly their ranges. fsspec's default fetches more."""
    import fsspec  # installed, since it made the files

    return bool(type(files).cat_file is not fsspec.AbstractFileSystem.cat_file)


class Ranges:
    """File that is never open: each read is a request."""

    def __init__(self, files: Any, path: str, size: int):
        self._files = files
        self._path = path
        self._size = size

    def size(self) -> int:
        return self._size

    def read_at(self, count: int, offset: int) -> bytes:
        found: bytes = self._files.cat_file(self._path, start=offset, end=offset + count)
        return found


class OneFile:
    """Open file that bypasses fsspec's cache."""

    def __init__(self, file: Any):
        self._file = file
        self._lock = threading.Lock()

    def size(self) -> int:
        with self._lock:
            size: int = self._file.seek(0, 2)
            return size

    def read_at(self, count: int, offset: int) -> bytes:
        found: bytes
        if hasattr(self._file, "_fetch_range"):
            found = self._file._fetch_range(offset, offset + count)
        else:
            with self._lock:
                self._file.seek(offset)
                found = self._file.read(count)
        return found


def find(path: str, filesystem: Any) -> Tuple[str, Union[None, ArrowFiles, FsspecFiles]]:
    """Returns the path within its file system, and the adapter of that; None for local files."""
    if "\0" in path or any("\ud800" <= c <= "\udfff" for c in path):
        raise ValueError(f"{path!r} holds a NUL, or bytes that are not UTF-8")
    if filesystem is None:
        if "://" not in path:
            return path, None
        filesystem, path = fs.FileSystem.from_uri(path)
    store = filesystem if isinstance(filesystem, Store) else Store(filesystem)
    if isinstance(store.filesystem, fs.LocalFileSystem):
        return path, None
    path = path.rstrip("/")
    if isinstance(store.filesystem, fs.FileSystem):
        return path, ArrowFiles(store)
    if not hasattr(store.filesystem, "cat_file"):
        raise TypeError(f"{store.filesystem!r} is a file system of neither pyarrow.fs nor fsspec")
    return path, FsspecFiles(store)
