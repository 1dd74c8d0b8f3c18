"""Tables whose columns have other names, which no writer has given them."""

import json
import shutil


def crc32c(content):
    crc = 0xFFFFFFFF
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def copy_renamed(split, folder, names):
    """Copies a split-directory; the first columns get some names."""
    shutil.copytree(split, folder)
    file = folder / "schema.cif"
    schema = json.loads(file.read_bytes().partition(b"\n")[2])
    for column, field, name in zip(schema["columns"], schema["schema"]["fields"], names):
        column["name"] = field["cif.name"] = name
    content = json.dumps(schema).encode()
    file.write_bytes(b"CIF1 %d %08x\n%s\n" % (len(content), crc32c(content), content))
