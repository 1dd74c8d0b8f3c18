"""Programs that end beside open scans: without a crash, a wait or a word."""

import subprocess
import sys

import pytest

from .test_golden import GOLDEN

STORE = """
import fsspec
files = cif.Store(fsspec.filesystem("file"), requests=8)
"""

PROGRAMS = {
    "a_reader": "reader = cif.open(root).scan(threads=3, batch_rows=10); next(reader)",
    "batches": "batches = cif.dataset(root, threads=3).to_batches(batch_size=10); next(batches)",
    "a_cycle": "class X: pass\nx = X(); x.x = x; x.reader = cif.open(root).scan(threads=3, batch_rows=10); next(x.reader)",
    "a_batch": "batch = next(cif.open(root).scan(threads=3, batch_rows=10, strings='view'))",
    "a_reader_of_a_store": STORE + "reader = cif.open(root, filesystem=files).scan(threads=3, batch_rows=10); next(reader)",
    "a_reader_of_a_store_that_nobody_reads": STORE + "reader = cif.open(root, filesystem=files).scan(threads=3)",
    "batches_of_a_store": STORE + "batches = cif.dataset(root, threads=3, filesystem=files).to_batches(batch_size=10); next(batches)",
    "a_thread_that_reads": """
import threading

def read():
    while True:
        for batch in cif.open(root).scan(threads=3, batch_rows=1):
            pass

threading.Thread(target=read, daemon=True).start()
""",
    "threads_that_read_a_store": STORE + """
import threading, time

table = cif.open(root, filesystem=files)

def read():
    try:
        while True:
            for batch in table.scan(threads=3, batch_rows=10):
                pass
    except Exception:
        pass

for _ in range(3):
    threading.Thread(target=read, daemon=True).start()
time.sleep(0.1)
""",
    "threads_that_look_up": """
import threading

table = cif.open(root)

def look_up():
    while True:
        table.lookup({"packed": 2130}, ["packed"])

for _ in range(3):
    threading.Thread(target=look_up, daemon=True).start()
""",
}


def output_of(program):
    done = subprocess.run([sys.executable, "-c", f"import cif\nroot = {str(GOLDEN / 'encodings')!r}\n{program}"],
                          capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_beside(name):
    assert output_of(PROGRAMS[name]) == ""


@pytest.mark.parametrize("store, rows", [("", 3000), (STORE, 3000)], ids=["local", "store"])
def test_functions_that_run_at_the_end_may_read(store, rows):
    options = ", filesystem=files" if store else ""
    assert output_of(f"""{store}
import atexit
reader = cif.open(root{options}).scan(threads=3, batch_rows=10)
read = next(reader).num_rows
atexit.register(lambda: print(read + sum(batch.num_rows for batch in reader)))
""") == f"{rows}\n"


def test_objects_that_go_at_the_end_may_read_local_files():
    """Files of a store are Python's, and no thread may ask it for them any more."""
    assert output_of(STORE + """
import sys

class Last:
    def __del__(self, tables=(cif.open(root), cif.open(root, filesystem=files))):
        print(tables[0].scan(["packed"], threads=3).read_all().num_rows)
        try:
            tables[1].scan(["packed"])
        except Exception as error:
            print(error)

sys.modules["last"] = Last()
""") == f"3000\n{GOLDEN / 'encodings'}: Python ends: files of its file systems can't be read any more\n"
