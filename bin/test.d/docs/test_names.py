"""Checks that names of Java tests are phrases in camel case, which underscores part: scan_ofNoRows_readsNothing.

Run from the root of the repository. Prints file, line and name where underscores part words, and fails then.
"""

import re
import sys

from links import tracked

WORDS = re.compile(r"\bvoid ([a-z0-9]+(?:_[a-z0-9]+){2,})\(")


def faults(name):
    with open(name, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if found := WORDS.search(line):
                yield f"{name}:{number}: {found[1]} has underscores between words; write phrases in camel case"


def main():
    sources = tracked("*Test.java")
    found = [fault for name in sorted(sources) for fault in faults(name)]
    for fault in found:
        print("FAIL", fault)
    if not found:
        print(f"ok   names of tests in {len(sources)} Java classes are phrases")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
