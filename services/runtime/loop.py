"""The event loop: uvloop where it is installed, and how late it runs."""

import asyncio
import importlib.util
from collections.abc import Callable
from time import perf_counter
from typing import Final

from prometheus_client import Gauge, Histogram

LAG: Final = Histogram(
    "game101_event_loop_lag_seconds",
    "How much later than asked the event loop woke a task up, looked at twice a second.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)

TASKS: Final = Gauge("game101_event_loop_tasks", "Tasks of the event loop that have not ended.")

_PERIOD_SECONDS: Final = 0.5


def factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Returns what makes the fastest event loop this installation has."""
    if importlib.util.find_spec("uvloop") is None:
        return asyncio.new_event_loop
    import uvloop  # noqa: PLC0415 - optional

    return uvloop.new_event_loop


async def watch_lag() -> None:
    """Observes the lag until it is cancelled. Work that blocks the loop shows here first.

    The tasks are counted when somebody scrapes: with thousands of streams that takes a while.
    """
    running = asyncio.get_running_loop()
    TASKS.set_function(lambda: len(asyncio.all_tasks(running)))
    while True:
        asked = perf_counter() + _PERIOD_SECONDS
        await asyncio.sleep(_PERIOD_SECONDS)
        LAG.observe(max(0.0, perf_counter() - asked))
