"""Checks that the error messages of docs/troubleshooting.md are those of the sources.

A message stands in the first cell of a row. What is between its `…` has to be in a source, with the texts that `+`
joins put together. Messages that the page says are Hive's or Java's are theirs to keep.
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/troubleshooting.md")


def sources():
    names = subprocess.run(
        ["git", "ls-files", "--", "*/src/main/*.java"], check=True, capture_output=True, text=True
    ).stdout.split()
    text = "\n".join(pathlib.Path(name).read_text(encoding="utf-8") for name in names)
    # "a" + NAME + "b": names of settings are constants, whose values stand for themselves here.
    constants = dict(re.findall(r"String (\w+) =\s*\"([^\"\n]*)\";", text))
    text = re.sub(r"\"\s*\+\s*([\w.()]+?)(?=\s*\+\s*\")", lambda m: '" + "' + value(m.group(1), constants) + '"', text)
    text = re.sub(r"\"\s*\+\s*\"", "", text)
    return text


def value(expression, constants):
    if expression == "CifHook.class.getName()":
        return "dev.cif.hive.CifHook"
    return constants.get(expression.rsplit(".", 1)[-1], "\0")


def messages():
    for line in PAGE.read_text(encoding="utf-8").split("\n"):
        cell = re.match(r"\| `([^`]+)`", line)
        if cell and cell.group(1) != "message":
            yield cell.group(1)


def main():
    text = sources()
    count = 0
    missing = []
    for message in messages():
        count += 1
        missing += [(message, part) for part in message.split("…") if part.strip() and part.strip() not in text]
    for message, part in missing:
        print(f"FAIL {PAGE}: no source has {part.strip()!r} of {message!r}")
    if not missing:
        print(f"ok   {count} error messages of {PAGE} are those of the sources")
    return 1 if missing or not count else 0


if __name__ == "__main__":
    sys.exit(main())
