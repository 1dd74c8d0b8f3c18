"""Makes a DuckDB extension of a shared library by appending DuckDB's metadata.

Usage: add_metadata.py LIBRARY EXTENSION PLATFORM API_VERSION EXTENSION_VERSION

DuckDB reads the last 512 bytes of the file. They are eight fields of 32 bytes, the last five of which
are used, and 256 bytes for a signature, which is empty here. As in every extension, a custom section
of WebAssembly with the name duckdb_signature precedes them.
"""

import os
import sys

FIELD = 32
SIGNATURE = 256
WASM_SECTION = b"\x00" + b"\x93\x04" + b"\x10" + b"duckdb_signature" + b"\x80\x04"


def metadata(platform, api_version, extension_version):
    fields = ["", "", "", "C_STRUCT", extension_version, api_version, platform, "4"]
    encoded = [field.encode() for field in fields]
    if any(len(field) > FIELD for field in encoded):
        raise ValueError(f"longer than {FIELD} bytes: {fields}")
    return WASM_SECTION + b"".join(field.ljust(FIELD, b"\x00") for field in encoded) + bytes(SIGNATURE)


def main(library, extension, *fields):
    with open(library, "rb") as file:
        content = file.read()
    written = extension + ".part"
    with open(written, "wb") as file:
        file.write(content + metadata(*fields))
    os.replace(written, extension)


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
