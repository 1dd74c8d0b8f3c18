"""Tables with a table file, made of the column files of golden split-directories."""

import json
import shutil

from .renamed import crc32c


def headed(magic, members):
    content = json.dumps(members).encode()
    return b"%s1 %d %08x\n%s\n" % (magic, len(content), crc32c(content), content)


def add_split(split, folder, columns):
    """Copies a split-directory. ``columns`` are its columns: the name in the golden one, the name
    here, and the key or None."""
    shutil.copytree(split, folder)
    file = folder / "schema.cif"
    schema = json.loads(file.read_bytes().partition(b"\n")[2])
    fields = schema["schema"]["fields"]
    places = {field.get("cif.name", field["name"]): i for i, field in enumerate(fields)}
    chosen = []
    for golden, name, key in columns:
        field, entry = dict(fields[places[golden]]), dict(schema["columns"][places[golden]])
        field["cif.name"] = entry["name"] = name
        if key is not None:
            field["cif.key"] = key
        chosen.append((field, entry))
    schema["schema"]["fields"] = [field for field, _ in chosen]
    schema["columns"] = [entry for _, entry in chosen]
    file.write_bytes(headed(b"CIF", schema))


def write_table_file(folder, columns, **members):
    (folder / "_cif_table").write_bytes(
        headed(b"CIFT", {"formatVersion": 1, "revision": 1, "columns": columns, **members}))


def add_partitions(folder, *partitions):
    """Puts partitions elsewhere into a table file, in place of those that it has."""
    file = folder / "_cif_table"
    members = json.loads(file.read_bytes().partition(b"\n")[2])
    file.write_bytes(headed(b"CIFT", {**members, "partitions": partitions}))
