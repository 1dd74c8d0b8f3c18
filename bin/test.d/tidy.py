"""Runs clang-tidy over the sources of a compile_commands.json that match a pattern.

A source is passed over if it, its headers, its options and .clang-tidy are as they were when it passed.
Usage: tidy.py BUILD REGEX JOBS
"""

import concurrent.futures
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys


def digest(entry: dict, settings: bytes) -> str:
    """Returns a name for all that decides what clang-tidy says, headers of the system excepted."""
    command = shlex.split(entry["command"])
    del command[command.index("-o"):command.index("-o") + 2]
    rule = subprocess.run([*command, "-MM", "-MT", "x"], cwd=entry["directory"], capture_output=True, text=True, check=True)
    every = hashlib.sha256(settings + entry["command"].encode())
    for path in shlex.split(rule.stdout.replace("\\\n", " "))[1:]:
        every.update(pathlib.Path(entry["directory"], path).read_bytes())
    return every.hexdigest()


def check(build: pathlib.Path, entry: dict, settings: bytes) -> str:
    """Returns what clang-tidy says of a source; nothing if all is well."""
    passed = build / "passed" / digest(entry, settings)
    if passed.exists():
        return ""
    run = subprocess.run(["clang-tidy", "-p", str(build), "--quiet", entry["file"]], capture_output=True, text=True, check=False)
    if run.returncode == 0:
        passed.touch()
        return ""
    return run.stdout or run.stderr


def main() -> None:
    build, pattern, jobs = pathlib.Path(sys.argv[1]), re.compile(sys.argv[2]), int(sys.argv[3])
    (build / "passed").mkdir(exist_ok=True)
    settings = pathlib.Path(".clang-tidy").read_bytes()
    entries = json.loads((build / "compile_commands.json").read_text())
    entries = [entry for entry in entries if pattern.search(entry["file"])]
    if not entries:
        sys.exit(f"FAIL no source of {build} matches {pattern.pattern}")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        said = [text for text in pool.map(lambda entry: check(build, entry, settings), entries) if text]
    for text in said:
        print(text)
    if said:
        sys.exit(f"FAIL clang-tidy says something of {len(said)} of {len(entries)} sources")
    print(f"ok   clang-tidy says nothing of {len(entries)} sources")


main()
