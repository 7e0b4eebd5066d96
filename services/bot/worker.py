"""A process that decides: one task after the other, until nobody is left to ask.

It holds nothing but the task it works on: no position, no seed of a deal, no store, no connection.
"""

import gc
import pickle
import signal
import traceback
from multiprocessing.connection import Connection
from typing import Any

from services.bot.tasks import answer

READY = "ready"
"""What a worker says once it can be asked."""


class Failure(Exception):
    """A decision failed; the text is the type and the place of the error, never its text."""


def run(pipe: "Connection[Any, Any]") -> None:
    """Answers the tasks that come through a pipe, with an ``Answer`` or a ``Failure`` each.

    Ends when the pipe is closed on the other side. Signals are for the parent, which drains first.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    try:
        pipe.send_bytes(pickle.dumps(READY))
        while True:
            pipe.send_bytes(pickle.dumps(_answered(pickle.loads(pipe.recv_bytes()))))  # noqa: S301 - our parent
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _answered(task: Any) -> Any:
    try:
        return answer(task)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return Failure(f"{type(error).__name__} in {frame.name}, line {frame.lineno}")
