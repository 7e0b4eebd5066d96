"""A bot that is asked three times what it can do: it does what it can, turns the rest away, and stays well.

The figures are written to standard output; how they compare is judged in the longer tier alone, where nothing
else takes the processors' time.
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import grpc
import pytest
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from google.rpc.error_details_pb2 import RetryInfo
from grpc_health.v1 import health_pb2, health_pb2_grpc

from engine.game import GAMES
from services.cluster import runs
from services.cluster.topology import Part, Shared
from services.runtime import clients
from services.wire import game as wire
from services.wire import status
from tests.faults.replicas import Child
from tests.scale import scaled
from tests.services.hands import played

SECONDS = scaled(30, few=2)
TIMES = 3
WAITING = 8
LEVEL = bot_pb.BOT_LEVEL_HIGH
BUDGET = 20_000
"""Evaluations of a decision: so many that what asks is not what is measured."""
JUDGED = os.environ.get("TEST_LONG") == "1"
LEAST_GOODPUT = 0.8
QUICK_SECONDS = 0.05


@dataclass
class Tally:
    """How calls have ended."""

    answered: int = 0
    turned_away: list[float] = field(default_factory=list)
    """The seconds that each rejection took."""
    other: list[str] = field(default_factory=list)
    unhinted: int = 0
    """Rejections that did not say when to come back."""


@pytest.fixture
async def bot(tmp_path) -> AsyncIterator[tuple[Any, Any]]:
    """One bot with one worker; yields its stub and that of its health."""
    run = runs.begin(tmp_path)
    child = Child(Part("bot"), "bot", run)
    await child.start(Shared("", "", run.private, "warning"), {}, workers="1", waiting=str(WAITING))
    one_try = (("grpc.service_config", clients.INNER_SERVICE_CONFIG),)
    stub = clients.stub(BotServiceStub, child.address, key=run.tenant_key, options=one_try)
    health = clients.stub(health_pb2_grpc.HealthStub, child.address, options=one_try)
    yield stub, health
    await clients.close(stub, health)
    await child.process.stop()
    run.forget()


def choices() -> list[bot_pb.ChooseMoveRequest]:
    """Returns decisions of level high in forty different hands of 101 Okey."""
    book, game = wire.RULEBOOKS["okey"], GAMES["okey"]
    requests = []
    for seed in range(40):
        state = played("okey", seed, 5 + seed % 7)
        view = wire.view_to_pb(book, game.view(state, game.header(state).seat))
        choice = bot_pb.ChooseMoveRequest(view=view, level=LEVEL, decision_seed=seed, budget=BUDGET)
        requests.append(choice)
    return requests


async def ask(stub: Any, request: Any, tally: Tally) -> None:
    began = time.perf_counter()
    try:
        await stub.ChooseMove(request, timeout=10)
    except grpc.aio.AioRpcError as error:
        if error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
            tally.other.append(f"{error.code().name} {error.details()}")
            return
        tally.turned_away.append(time.perf_counter() - began)
        details = status.details_of(error)
        hinted = details is not None and any(each.Is(RetryInfo.DESCRIPTOR) for each in details.details)
        tally.unhinted += not hinted
        return
    tally.answered += 1


async def peak(stub: Any, requests: cycle) -> float:
    """Returns the decisions a second of callers who wait for their answers, two at a time."""
    tally, end = Tally(), time.perf_counter() + SECONDS

    async def one_after_another() -> None:
        while time.perf_counter() < end:
            await ask(stub, next(requests), tally)

    began = time.perf_counter()
    await asyncio.gather(one_after_another(), one_after_another())
    return tally.answered / (time.perf_counter() - began)


async def flood(stub: Any, requests: cycle, rate: float) -> tuple[Tally, float]:
    """Returns how calls end that come at a rate, whatever becomes of them, and the decisions a second."""
    tally, asking = Tally(), set()
    began = time.perf_counter()
    for number in range(round(rate * SECONDS)):
        asking.add(asyncio.create_task(ask(stub, next(requests), tally)))
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
    await asyncio.gather(*asking)
    return tally, tally.answered / (time.perf_counter() - began)


async def watch(health: Any, seen: list[int]) -> None:
    while True:
        answer = await health.Check(health_pb2.HealthCheckRequest(), timeout=5)
        seen.append(answer.status)
        await asyncio.sleep(0.1)


async def test_at_three_times_its_capacity_a_bot_answers_what_it_can_and_turns_the_rest_away(bot):
    stub, health = bot
    requests = cycle(choices())
    capacity = await peak(stub, requests)
    seen: list[int] = []
    watching = asyncio.create_task(watch(health, seen))
    tally, goodput = await flood(stub, requests, TIMES * capacity)
    watching.cancel()
    afterwards = await peak(stub, requests)
    rejection = statistics.median(tally.turned_away)
    sys.stdout.write(
        f"capacity {capacity:.1f}/s, goodput {goodput / capacity:.0%} of it at {TIMES} times that, "
        f"{len(tally.turned_away)} turned away in {1000 * rejection:.1f} ms (median), "
        f"{afterwards / capacity:.0%} of it right afterwards\n"
    )

    assert [] == tally.other
    assert tally.turned_away
    assert 0 == tally.unhinted
    assert {health_pb2.HealthCheckResponse.SERVING} == set(seen)
    assert afterwards > 0
    if JUDGED:
        assert len(tally.turned_away) > tally.answered
        assert goodput >= LEAST_GOODPUT * capacity
        assert afterwards >= LEAST_GOODPUT * capacity
        assert rejection <= QUICK_SECONDS
