"""Keeps threads out of pyarrow while Python ends.

Python stops a thread that asks for its lock then. pyarrow asks for it while it drops a reader, and a thread that is
stopped there aborts the process.
"""

import atexit
import contextlib
import os
import threading
import time
from typing import Dict, Iterator

SECONDS = 5

_inside: Dict[int, None] = {}
_is_ending = False


@contextlib.contextmanager
def reader_in_use() -> Iterator[None]:
    """Delays the end of Python while it is open. A thread that comes later waits for the end of the process."""
    thread = threading.get_ident()
    _inside[thread] = None
    try:
        if _is_ending and threading.current_thread() is not threading.main_thread():
            del _inside[thread]
            while True:
                time.sleep(3600)
        yield
    finally:
        _inside.pop(thread, None)


def _wait() -> None:
    global _is_ending
    _is_ending = True
    last = time.monotonic() + SECONDS
    while any(thread != threading.get_ident() for thread in list(_inside)) and time.monotonic() < last:
        time.sleep(0.001)


atexit.register(_wait)
os.register_at_fork(after_in_child=_inside.clear)
