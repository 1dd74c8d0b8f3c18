"""Checks that no cell of a table in a Markdown page has more than 40 words: longer ones belong below the table.

Run from the root of the repository. Prints file and line of each such cell, and fails then.
"""

import re
import sys

from links import tracked, without_code

MOST_WORDS = 40


def cells(line):
    return re.split(r"(?<!\\)\|", line.strip().strip("|"))


def faults(name):
    with open(name, encoding="utf-8") as file:
        text = without_code(file.read())
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("|"):
            for cell in cells(line):
                words = len(cell.split())
                if words > MOST_WORDS:
                    yield f"{name}:{number}: a cell of {words} words, {MOST_WORDS} are the most: {cell.strip()[:50]}"


def main():
    pages = tracked("*.md")
    found = [fault for name in sorted(pages) for fault in faults(name)]
    for fault in found:
        print("FAIL", fault)
    if not found:
        print(f"ok   cells of tables in {len(pages)} pages have at most {MOST_WORDS} words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
