"""What a bot's decision costs beside an empty call, and what a second worker brings.

The decisions are those of some hands between bots, each asked as a table would ask.
"""

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import grpc
from game101.v1 import bot_service_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceStub

from engine.game import GAMES
from engine.header import HandState
from engine.shuffle import shuffled
from services.runtime import loop
from services.runtime.settings import PREFIX
from services.wire import game as wire
from services.wire.game import RULEBOOKS
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark, Measure
from tests.bench.load import IN_FLIGHT, Call, bare_server, cost, empty_call
from tests.tournament.players import player

LEVELS = {"low": 10.0, "medium": 10.0, "high": 60.0}
"""By level: the empty calls that a decision may cost at most."""
SEATS = {"okey": 4, "card": 3}
HANDS = 6
SHARE = 20
"""A decision costs many empty calls, so that many fewer are made."""
TWO_WORKERS = 1.7


@contextlib.contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Runs bots with one and with two workers, and a bare server."""
    with (
        asyncio.Runner(loop_factory=loop.factory()) as runner,
        bare_server() as (bare_address, bare_pid),
        bot_server(workers=1) as (address, pid),
        bot_server(workers=2) as (address_of_two, _),
    ):
        channels = [runner.run(_channel(each)) for each in (bare_address, address, address_of_two)]
        empty = _milliseconds(runner, empty_call(channels[0]), bare_pid, effort.calls)
        calls = effort.calls // SHARE
        found = []
        for game in GAMES:
            for level, most in LEVELS.items():
                ours = _milliseconds(runner, _decisions(channels[1], game, level), pid, calls)
                name = f"bot {game} {level}"
                found.append(Benchmark(name, "ms CPU a decision", ours, empty, "empty call", most, "at most"))
        one, two = (_rate(runner, _decisions(each, "okey", "high"), calls) for each in channels[1:])
        found.append(Benchmark("bot two workers", "decisions a second", two, one, "one worker", TWO_WORKERS))
        yield found
        for channel in channels:
            runner.run(channel.close())


@contextlib.contextmanager
def bot_server(workers: int) -> Iterator[tuple[str, int]]:
    """Runs a bot of its own; gives its address and its process id."""
    told = {"WORKERS": str(workers), "WAITING": "1000", "LOG_FORMAT": "json", "LOG_LEVEL": "warning"}
    told |= {"AUTH": "off", "LAME_DUCK_SECONDS": "0", "GRACE_SECONDS": "1"}
    told |= {"EXIT_WITH_PARENT": "true", "PARENT_PID": str(os.getpid())}
    environ = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environ |= {PREFIX + name: value for name, value in told.items()}
    command = [sys.executable, "-m", "services", "bot"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environ) as process:
        try:
            yield f"127.0.0.1:{_port(process)}", process.pid
        finally:
            process.terminate()


def _port(process: "subprocess.Popen[bytes]") -> int:
    for line in process.stdout:
        started = json.loads(line)
        if started.get("event") == "server.started":
            return started["port"]
    raise RuntimeError("the bot does not start")


async def _channel(address: str) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(address)


def _decisions(channel: grpc.aio.Channel, game: str, level: str) -> Call:
    """Returns what asks for one decision after the other, again and again the same ones."""
    stub = BotServiceStub(channel)
    questions = cycle(
        pb.ChooseMoveRequest(view=view, level=f"BOT_LEVEL_{level.upper()}", decision_seed=seed)
        for seed, view in enumerate(views(game))
    )
    return lambda: stub.ChooseMove(next(questions), timeout=60)


def views(name: str) -> list[Any]:
    """Returns the views of all decisions of some hands, as messages."""
    game, found = GAMES[name], []
    for seed in range(HANDS):
        rules, chance = game.configure("", {}), random.Random(seed)
        deck = game.deck(rules)
        order = shuffled(seed.to_bytes(8, "big"), deck.size, deck.first_below)
        state = game.start(rules, SEATS[name], seed % SEATS[name], order, bytes(32))
        while (header := game.header(state)).state is HandState.PLAYING:
            view = game.view(state, header.seat)
            found.append(wire.view_to_pb(RULEBOOKS[name], view))
            move = player(name, "medium")(view, game.legal_moves(state), chance)
            state = game.apply(state, header.seat, move)
    return found


def _milliseconds(runner: asyncio.Runner, call: Call, pid: int, calls: int) -> Measure:
    return lambda: runner.run(cost(call, [pid], calls)).milliseconds


def _rate(runner: asyncio.Runner, call: Call, calls: int) -> Measure:
    """Returns what measures answers a second of real time, from one client."""

    async def drive() -> float:
        left = iter(range(calls))

        async def one_after_another() -> None:
            for _ in left:
                await call()

        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(IN_FLIGHT):
                group.create_task(one_after_another())
        return calls / (time.perf_counter() - began)

    return lambda: runner.run(drive())
