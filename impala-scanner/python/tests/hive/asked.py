"""Asks Hive: the project's bin/cif runs one inside a JVM."""

import pathlib
import subprocess
from typing import List

import cif

from .queries import Query

ROOT = pathlib.Path(__file__).resolve().parents[4]


def ask(folder: pathlib.Path, tables: List[pathlib.Path], queries: List[Query]) -> None:
    """Makes the tables of scripts in ``folder/home``, and Hive's answers in ``folder/answers/N``."""
    script = [file.read_text() for file in tables]
    for i, query in enumerate(queries):
        script.append(
            f"INSERT OVERWRITE LOCAL DIRECTORY '{folder}/answers/{i}'\n"
            f"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t'\n{query.hive};")
    (folder / "run.sql").write_text("\n".join(script))
    done = subprocess.run(
        [ROOT / "bin" / "cif", "sql", "--home", folder / "home", "-f", folder / "run.sql"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


def answer(folder: pathlib.Path, number: int) -> List[List[str]]:
    """Returns the lines of Hive's answer, by their cells."""
    lines = []
    for part in sorted((folder / "answers" / str(number)).glob("[!.]*")):
        lines += [line.split("\t") for line in part.read_text().split("\n")[:-1]]
    return lines


def table(folder: pathlib.Path, name: str, **options: object) -> cif.Table:
    found = [p for p in (folder / "home").rglob(name) if p.is_dir() and p.parent.name in ("external", "warehouse")]
    assert len(found) == 1, found
    return cif.open(found[0], **options)
