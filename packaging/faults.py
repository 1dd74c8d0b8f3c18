"""Finds libraries of a distribution that are older than the version in which a known fault of theirs is mended.

Usage: faults.py --bom FILE --table FILE

FILE is the bill of materials of bom.py, and the table is fixed-versions.tsv. Ends with 1 where a component is older than
the table asks for and the row gives no reason to ship it, where a reason is given for what is mended or not shipped any
more, and where a row can't be read.
"""

import argparse
import fnmatch
import json
import pathlib
import re
import sys


def order(version):
    """A key by which versions compare: 1.2 < 1.10, 1.0-rc1 < 1.0 < 1.0.1; 9.4.57.v20241219 is as 9.4.57.

    What is no number ends the key; only a preliminary version comes before that which it precedes.
    """
    numbers = []
    for part in re.split(r"[.-]", version):
        if part.isdigit():
            numbers.append(int(part))
        else:
            preliminary = re.match(r"(alpha|beta|m\d|rc|cr|snapshot)", part, re.IGNORECASE)
            return [*numbers, -1] if preliminary else numbers
    return numbers


def older(version, than):
    left, right = order(version), order(than)
    length = max(len(left), len(right))
    return left + [0] * (length - len(left)) < right + [0] * (length - len(right))


def read_table(path):
    """The rows: pattern of group:name, first mended version or "none", advisory, reason to ship it all the same."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) not in (3, 4):
                sys.exit(f"{path.name}:{number}: {len(cells)} cells, and not 3 or 4: {line}")
            yield (*cells, "") if len(cells) == 3 else tuple(cells)


def libraries(component):
    """A component, and those within it: a jar for clusters holds others."""
    yield component
    for inner in component.get("components", []):
        yield from libraries(inner)


def problems(bom, rows):
    shipped = [
        (f"{one['group']}:{one['name']}", one["version"])
        for component in bom["components"]
        for one in libraries(component)
        if "group" in one
    ]
    for pattern, fixed, advisory, reason in rows:
        hit = [
            f"{name}:{version}"
            for name, version in shipped
            if fnmatch.fnmatchcase(name, pattern) and (fixed == "none" or older(version, fixed))
        ]
        if hit and not reason:
            mended = "no version mends it" if fixed == "none" else f"{fixed} mends it"
            for one in sorted(set(hit)):
                yield f"{one} has the fault {advisory}; {mended}"
        if reason and not hit:
            yield f"{pattern}: nothing that is shipped has the fault {advisory}; the row's reason is to go"


def main():
    parser = argparse.ArgumentParser()
    for name in ("bom", "table"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    found = list(problems(json.loads(arguments.bom.read_text()), read_table(arguments.table)))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
