"""Load on a server, and the CPU that it costs the server's processes; the client's does not count."""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import grpc
import psutil

from tests.bench.harness import Measure
from tests.bench.servers import EMPTY_CALL

IN_FLIGHT = 64
_SCHEDULED = 2
"""The clock, of those that a process has, of the time that it was given."""
SLICE = 500
"""Calls of one kind before those of another kind have their turn."""

Call = Callable[[], Awaitable[object]]
"""Makes one unary call and waits for the answer."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a number of calls cost a server."""

    calls: int
    cpu_seconds: float

    @property
    def calls_per_cpu_second(self) -> float:
        """Returns how many calls a CPU second of the server allows."""
        return self.calls / self.cpu_seconds

    @property
    def milliseconds(self) -> float:
        """Returns the CPU time of one call."""
        return 1000 * self.cpu_seconds / self.calls


async def cost(call: Call, pids: list[int], calls: int) -> Cost:
    """Returns what calls cost the processes that answer them, with 64 in flight."""
    await _drive(call, min(calls // 10, 500))
    before = cpu_seconds(pids)
    await _drive(call, calls)
    return Cost(calls, cpu_seconds(pids) - before)


def alternating(
    run: Callable[[Awaitable[Cost]], Cost], sides: Sequence[tuple[Call, list[int]]], calls: int
) -> list[Measure]:
    """Returns what gives the calls per CPU second of each side.

    The sides take turns in slices, so that all meet the same moments; whichever is asked first in a round
    measures all.

    Args:
        run: Runs a coroutine to its end.
        sides: Calls, each with the processes that answer it.
        calls: How many calls of each side a measurement makes.
    """
    found: dict[int, float] = {}

    def figure(number: int) -> float:
        if number not in found:
            spent = [0.0] * len(sides)
            for _ in range(slices := max(1, calls // SLICE)):
                for at, (call, pids) in enumerate(sides):
                    spent[at] += run(cost(call, pids, SLICE)).cpu_seconds
            found.update({at: slices * SLICE / each for at, each in enumerate(spent)})
        return found.pop(number)

    return [partial(figure, number) for number in range(len(sides))]


def cpu_seconds(pids: list[int]) -> float:
    """Returns the CPU time, user and system, that processes and their children have had so far."""
    total = 0.0
    for pid in pids:
        parent = psutil.Process(pid)
        for process in (parent, *parent.children(recursive=True)):
            total += _cpu_seconds_of(process)
    return total


def _cpu_seconds_of(process: psutil.Process) -> float:
    """Returns the CPU time of one process, of all its threads.

    What systems tell everybody is counted in hundredths of a second, within which a short run may end. Linux
    has a clock for each process, whose number follows from the process id as ``clock_getcpuclockid`` has it.
    """
    if sys.platform == "linux":
        return time.clock_gettime(~process.pid << 3 | _SCHEDULED)
    times = process.cpu_times()
    return times.user + times.system


async def _drive(call: Call, calls: int) -> None:
    left = iter(range(calls))

    async def one_after_another() -> None:
        for _ in left:
            await call()

    async with asyncio.TaskGroup() as group:
        for _ in range(IN_FLIGHT):
            group.create_task(one_after_another())


@contextlib.contextmanager
def bare_server() -> Iterator[tuple[str, int]]:
    """Runs the bare server of ``tests.bench.servers``; gives its address and its process id."""
    command = [sys.executable, "-m", "tests.bench.servers", "bare"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            yield f"127.0.0.1:{json.loads(process.stdout.readline())['port']}", process.pid
        finally:
            process.kill()


def empty_call(channel: grpc.aio.Channel) -> Call:
    """Returns what calls the bare server."""
    method = channel.unary_unary(EMPTY_CALL)
    return lambda: method(b"")
