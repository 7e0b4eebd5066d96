"""Ends the process with the one that started it, so that a killed supervisor leaves nothing behind.

A thread asks four times a second who our parent is, which works on every Unix and also while the event loop
is stuck. (Linux could send a signal instead, but does so when the *thread* that started us ends.)
"""

import os
import threading
import time
from typing import Final

EXIT_CODE: Final = 3
"""The exit code of a process that ends because its parent did."""

_PERIOD_SECONDS: Final = 0.25


def follow(parent_pid: int = 0) -> None:
    """Makes this process end, at once and without a drain, when its parent does.

    Args:
        parent_pid: The process that must be the parent; 0 takes the present one. When it is not, it has died
            already, and this process ends here.
    """
    expected = parent_pid or os.getppid()
    _end_unless(expected)
    threading.Thread(target=_ask, args=(expected,), name="parent", daemon=True).start()


def _ask(parent_pid: int) -> None:
    while True:
        time.sleep(_PERIOD_SECONDS)
        _end_unless(parent_pid)


def _end_unless(parent_pid: int) -> None:
    if os.getppid() != parent_pid:
        os._exit(EXIT_CODE)
