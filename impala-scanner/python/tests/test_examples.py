"""Examples of the README have correct types, and run; the stubs match the module."""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys
from importlib import metadata

import cif
import pytest
from cif import _cif

from .test_table import FILTERS

HERE = pathlib.Path(__file__).resolve().parent
README = HERE.parent / "README.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)


# Message of the C library if Python ends while a thread of Rust waits for its lock. Python before
# 3.14 ends such a thread (python/cpython#87135), which Rust does not allow (rust-lang/rust#135929).
# It was seen once, in the example of Polars, whose threads release our rows after the answer is
# printed.
ENDED_AMID = "FATAL: exception not rethrown"


def run(*arguments, cwd):
    for _ in range(3):
        done = subprocess.run([sys.executable, *map(str, arguments)], cwd=cwd, capture_output=True, text=True)
        if ENDED_AMID not in done.stderr:
            break
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number, tmp_path):
    for day in ("2026-11-20", "2026-11-21"):
        shutil.copytree(FILTERS / "split", tmp_path / "warehouse" / "events" / f"dt={day}" / "000000_0")
    (tmp_path / "example.py").write_text(EXAMPLES[number])
    assert run("example.py", cwd=tmp_path) != ""


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


def mypy(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "mypy", "--config-file", HERE.parent / "pyproject.toml", "--cache-dir",
                           folder / "cache", *arguments], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": str(HERE.parent / "src")})


def test_types(tmp_path):
    """Checks the types of the examples, as a user would, and of the package itself. A wrong type is
    detected."""
    examples = []
    for number, example in enumerate(EXAMPLES):
        examples.append(tmp_path / f"example{number}.py")
        examples[-1].write_text(example)
    package = sorted((HERE.parent / "src" / "cif").glob("*.py"))
    done = mypy(tmp_path, *examples, *package)
    assert done.returncode == 0, done.stdout + done.stderr
    examples[0].write_text("import cif\ncif.dataset('x').head('many')\n")
    done = mypy(tmp_path, examples[0])
    assert done.returncode == 1 and "arg-type" in done.stdout, done.stdout + done.stderr


def names_of(body):
    """Returns the names that a body of a stub declares."""
    return {node.target.id if isinstance(node, ast.AnnAssign) else node.name
            for node in body if isinstance(node, (ast.AnnAssign, ast.ClassDef, ast.FunctionDef))}


def test_stubs_have_the_names_of_the_module():
    stub = ast.parse((HERE.parent / "src" / "cif" / "_cif.pyi").read_text())
    public = {name for name in dir(_cif) if not name.startswith("_")} | {"__version__"}
    assert names_of(stub.body) == public
    for node in stub.body:
        if isinstance(node, ast.ClassDef) and node.name != "Error":
            own = {name for name in vars(getattr(_cif, node.name)) if not name.startswith("__")}
            assert names_of(node.body) - {"__init__"} == own, node.name


def test_one_version():
    assert cif.__version__ == metadata.version("cif-format")
    header = (HERE.parents[1] / "core" / "include" / "cif" / "version.h").read_text()
    assert f'"{cif.__version__}"' in header
