"""Queries in processes with a limit on further memory."""

import os
import subprocess
import sys

from tests.test_golden import GOLDEN

PROGRAM = """
import duckdb, os, resource, sys
extension, sql = sys.argv[1:]
connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "1"})
connection.execute(f"LOAD '{extension}'")
for more in [*range(0, 1600 << 10, 16 << 10), 64 << 20]:
    child = os.fork()
    if child == 0:
        with open("/proc/self/statm") as file:
            limit = int(file.read().split()[0]) * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            connection.execute(sql).fetchall()
        except (duckdb.Error, MemoryError):
            os._exit(1)
        os._exit(0)
    print(os.waitpid(child, 0)[1])
"""


def test_without_memory_a_query_is_an_error():
    sql = f"FROM read_cif('{GOLDEN / 'auto'}', truncate_timestamps := true, filter := '\"c3 int\" > 5') LIMIT 10"
    done = subprocess.run([sys.executable, "-c", PROGRAM, os.environ["CIF_DUCKDB_EXTENSION"], sql],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    ends = [int(line) for line in done.stdout.split()]
    # Ends of processes: 0 is that of rows, 256 of an error; a signal is below.
    assert set(ends) == {0, 256}
    assert ends[-1] == 0
