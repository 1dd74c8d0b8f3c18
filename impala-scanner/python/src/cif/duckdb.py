"""The function ``read_cif`` in DuckDB: connections that have it.

>>> con = cif.duckdb.connect()
>>> con.sql("SELECT kind, count(*) FROM read_cif('warehouse/events') GROUP BY kind")
>>> con.sql("FROM 'warehouse/events' JOIN 'warehouse/kinds' USING (kind)")
"""

from __future__ import annotations

import pathlib
import tempfile
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

if TYPE_CHECKING:
    import duckdb

__all__ = ["connect", "load"]

_API = "v1.2.0"
# DuckDB takes the extension's name, and that of its entry point, from the file's name.
_NAME = "cif"
_LIBRARY = pathlib.Path(__file__).with_name("libcif_duckdb.so")


def connect(database: Union[str, pathlib.Path] = ":memory:", read_only: bool = False,
            config: Optional[Mapping[str, Any]] = None) -> "duckdb.DuckDBPyConnection":
    """Opens a database like ``duckdb.connect``, and loads the extension.

    The setting ``allow_unsigned_extensions`` is added to ``config``: the extension is not signed.
    Statements of such a connection may load others that are not.
    """
    import duckdb

    connection = duckdb.connect(database, read_only, {"allow_unsigned_extensions": "true", **(config or {})})
    try:
        load(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def load(connection: "duckdb.DuckDBPyConnection") -> None:
    """Loads the extension into the database of a connection, for all of its connections.

    Nothing happens if it is there. Raises ``RuntimeError`` if the package was built without the
    extension, if DuckDB is older than 1.2, or if the database was opened without
    ``allow_unsigned_extensions``, which cannot be set later.
    """
    if not _LIBRARY.exists():
        raise RuntimeError(
            "this cif-format was built without the extension for DuckDB, which takes DuckDB's headers: "
            "build it with a network, or where duckdb.h and duckdb_extension.h are in a folder, "
            "by pip install -C cmake.define.CIF_DUCKDB_HEADERS=FOLDER. cif.dataset works without it")
    # A cursor leaves the connection's last result alone.
    with connection.cursor() as cursor:
        version, platform, allowed = cursor.execute(
            "SELECT version(), platform, current_setting('allow_unsigned_extensions') FROM pragma_platform()"
        ).fetchone() or ("", "", False)
        if _numbers(version) < _numbers(_API):
            raise RuntimeError(
                f"DuckDB {version} is too old for read_cif, which needs {_API}. For cif.dataset it is not")
        if not allowed:
            raise RuntimeError(
                "this database was opened without allow_unsigned_extensions, which the extension needs: "
                "open it by cif.duckdb.connect(), or by "
                "duckdb.connect(config={'allow_unsigned_extensions': 'true'})")
        _load(cursor, platform)


def _load(cursor: "duckdb.DuckDBPyConnection", platform: str) -> None:
    """Loads a copy of the library that has DuckDB's metadata for this platform.

    The name of DuckDB's platform differs between its versions. The libraries that the copy needs
    are those that ``cif._cif`` has brought into the process.
    """
    from . import __version__
    from ._duckdb_metadata import metadata

    with tempfile.TemporaryDirectory(prefix="cif-") as folder:
        extension = pathlib.Path(folder, f"{_NAME}.duckdb_extension")
        extension.write_bytes(_LIBRARY.read_bytes() + metadata(platform, _API, f"v{__version__}"))
        quoted = str(extension).replace("'", "''")
        try:
            cursor.execute(f"LOAD '{quoted}'")
        except Exception as error:
            if "failed to map segment" in str(error):  # the C library's words
                raise RuntimeError(f"no library can be loaded from {folder}, which is mounted noexec: "
                                   "TMPDIR takes another folder") from error
            raise


def _numbers(version: str) -> Any:
    """The first two numbers of a version such as v1.4.5 or v1.5.0-dev12."""
    return [int(number) for number in version.lstrip("v").split(".")[:2]]
