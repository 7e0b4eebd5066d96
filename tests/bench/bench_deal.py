"""A deal of the 106 tiles with all its commitments, beside a bare shuffle and beside an empty call."""

import asyncio
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import grpc
from game101.v1 import dealer_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub

from engine import shuffle
from engine.shuffle import Terms
from services.dealer import merkle
from services.runtime import loop
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark, Measure, per_cpu_second
from tests.bench.load import Call, bare_server, cost, empty_call

AT_MOST = 3.0
"""Empty calls that a Deal call may cost."""
TERMS = Terms("0c3c9a0e-58b5-4c0e-9d0b-6f1f5e0d2b11", "1", b"table", 106, 104, 4)
NAMES = {"table_id": TERMS.table_id, "hand_id": TERMS.hand_id}
CONTRIBUTIONS = {seat: bytes([seat]) * 16 for seat in range(4)}
_START_SECONDS = 20.0


def deal_with_commitments(seed: bytes) -> tuple[bytes, bytes]:
    """Makes a whole deal: the commitment, the order, the salts, the tree. Returns commitment and root."""
    deal = shuffle.deal(TERMS, seed, CONTRIBUTIONS)
    return shuffle.commitment(TERMS, seed), merkle.root(merkle.grow(deal.salts, deal.order))


def system_random_shuffle() -> list[int]:
    """Makes an order by the standard library, which commits to nothing."""
    tiles = list(range(106))
    random.SystemRandom().shuffle(tiles)
    return tiles


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Runs a dealer and a bare server, and gives the benchmarks."""
    with (
        asyncio.Runner(loop_factory=loop.factory()) as runner,
        bare_server() as (bare, bare_pid),
        running_dealer() as (address, pid),
    ):
        channels = runner.run(_channels(bare, address))
        empty = _per_call(runner, empty_call(channels[0]), bare_pid, effort)
        deal = _per_call(runner, runner.run(_deal(channels[1])), pid, effort)
        alone = _microseconds(partial(deal_with_commitments, os.urandom(shuffle.SEED_BYTES)), effort)
        shuffled = _microseconds(system_random_shuffle, effort)
        unit = "microseconds of CPU"
        yield [
            Benchmark("deal with commitments", unit, alone, shuffled, "random.SystemRandom().shuffle"),
            Benchmark("deal with commitments, against a call", unit, alone, empty, "empty call"),
            Benchmark("deal call", unit, deal, empty, "empty call", AT_MOST, "at most"),
        ]
        for channel in channels:
            runner.run(channel.close())


@contextmanager
def running_dealer() -> Iterator[tuple[str, int]]:
    """Runs a dealer as it is shipped, with a key of its own; gives its address and its process id."""
    settings = {"GAME101_AUTH": "off", "GAME101_EPHEMERAL_TOKEN_KEY": "true", "GAME101_LOG_FORMAT": "json"}
    command = [sys.executable, "-m", "services.dealer"]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=output)
        try:
            yield f"127.0.0.1:{_port(log)}", process.pid
        finally:
            process.kill()
            process.wait()


def _port(log: Path) -> int:
    """Waits for the line that says where a service listens."""
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        for line in log.read_text(encoding="utf-8").splitlines():
            if '"server.started"' in line:
                return json.loads(line)["port"]
        time.sleep(0.05)
    raise TimeoutError("the dealer has not started")


async def _channels(*addresses: str) -> list[grpc.aio.Channel]:
    """Returns channels that belong to the running loop."""
    return [grpc.aio.insecure_channel(address) for address in addresses]


async def _deal(channel: grpc.aio.Channel) -> Call:
    stub = DealerServiceStub(channel)
    asked = pb.CommitRequest(ruleset=TERMS.ruleset, size=106, first_below=104, seats=4, **NAMES)
    given = [pb.Contribution(seat=seat + 1, value=value) for seat, value in CONTRIBUTIONS.items()]
    token = (await stub.Commit(asked)).token
    request = pb.DealRequest(token=token, contributions=given, **NAMES)
    return lambda: stub.Deal(request)


def _per_call(runner: asyncio.Runner, call: Call, pid: int, effort: Effort) -> Measure:
    return lambda: 1000 * runner.run(cost(call, [pid], effort.calls)).milliseconds


def _microseconds(work: "partial | Call", effort: Effort) -> Measure:
    def hundred() -> int:
        return sum(1 for _ in itertools.starmap(work, itertools.repeat((), 100)))

    return lambda: 1e6 / per_cpu_second(hundred, effort.seconds)
