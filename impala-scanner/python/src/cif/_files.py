"""Files of other stores than the local one, as libcif asks for them."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from pyarrow import fs


class Files:
    """A file system of pyarrow, in libcif's words."""

    def __init__(self, files: fs.FileSystem):
        self._files = files

    def open(self, path: str) -> Any:
        return self._files.open_input_file(path)

    def list(self, folder: str) -> List[Tuple[str, bool]]:
        found = self._files.get_file_info(fs.FileSelector(folder))
        return [(info.base_name, info.type == fs.FileType.Directory) for info in found if info.base_name]


def find(path: str, filesystem: Any) -> Tuple[str, Optional[Files]]:
    """The path within a file system, and the files of it; None for local ones."""
    if filesystem is None:
        if "://" not in path:
            return path, None
        filesystem, path = fs.FileSystem.from_uri(path)
    elif not isinstance(filesystem, fs.FileSystem):
        if not hasattr(filesystem, "cat_file"):
            raise TypeError(f"{filesystem!r} is a file system of neither pyarrow.fs nor fsspec")
        filesystem = fs.PyFileSystem(fs.FSSpecHandler(filesystem))
    if isinstance(filesystem, fs.LocalFileSystem):
        return path, None
    return path.rstrip("/"), Files(filesystem)
