"""The workers of the bot: shedding, losing one, staying responsive."""

import asyncio
import multiprocessing
import os
import signal
import time

import grpc
import pytest
from game101.v1 import bot_service_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from google.rpc.error_details_pb2 import RetryInfo
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub
from prometheus_client import REGISTRY

from engine.game import GAMES
from services.bot import metrics
from services.bot.decision import BUDGET, Level
from services.bot.pool import Pool
from services.bot.service import Bot
from services.bot.tasks import Answer, Task, answer
from services.wire import game as wire
from services.wire.status import CallError, details_of, error_info
from tests.services.bot.asking import choice
from tests.services.bot.conftest import SETTINGS
from tests.services.hands import dealt
from tests.services.serving import serving

LONG = 1_000_000
"""Evaluations that take some seconds."""


def task(budget: int = 0, end: float | None = None, seed: int = 1) -> Task:
    state = dealt("okey", 5)
    view = GAMES["okey"].view(state, state.seat)
    message = wire.view_to_pb(wire.RULEBOOKS["okey"], view).SerializeToString()
    return Task(message, Level.HIGH, seed, budget or BUDGET[Level.HIGH], end)


def comparable(given: Answer) -> tuple[bytes, int]:
    return given.message, given.evaluations


@pytest.fixture
async def pool():
    made = Pool(workers=1, waiting=2)
    await made.start()
    yield made
    await made.stop()


def workers(state: str) -> float:
    return REGISTRY.get_sample_value("game101_bot_workers", {"state": state})


async def test_a_worker_answers_as_the_decision_does_in_any_process(pool):
    assert comparable(answer(task())) == comparable(await pool.run(task()))


async def test_tasks_that_wait_are_answered_in_turn(pool):
    answers = await asyncio.gather(*(pool.run(task(seed=seed)) for seed in range(3)))

    assert [comparable(answer(task(seed=seed))) for seed in range(3)] == list(map(comparable, answers))


async def test_a_task_that_finds_too_many_waiting_is_turned_away_at_once(pool):
    end = time.monotonic() + 0.5
    waiting = [asyncio.create_task(pool.run(task(LONG, end))) for _ in range(3)]
    await asyncio.sleep(0)
    before = metrics.SHED._value.get()

    with pytest.raises(CallError) as caught:
        await pool.run(task(LONG, end))

    assert grpc.StatusCode.RESOURCE_EXHAUSTED.value[0] == caught.value.status.code
    assert any(detail.Is(RetryInfo.DESCRIPTOR) for detail in caught.value.status.details)
    assert before + 1 == metrics.SHED._value.get()
    assert all(each.cut_short for each in await asyncio.gather(*waiting))


async def test_a_task_whose_time_would_be_up_before_its_turn_is_turned_away(pool):
    busy = asyncio.create_task(pool.run(task(LONG, time.monotonic() + 0.3)))
    await asyncio.sleep(0)

    with pytest.raises(CallError) as caught:
        await pool.run(task(end=time.monotonic()))

    assert grpc.StatusCode.RESOURCE_EXHAUSTED.value[0] == caught.value.status.code
    await busy


async def test_a_worker_that_dies_fails_its_task_and_is_replaced(pool):
    busy = asyncio.create_task(pool.run(task(LONG)))
    await asyncio.sleep(0.05)
    os.kill(pool._workers[0].process.pid, signal.SIGKILL)

    with pytest.raises(CallError) as caught:
        await busy

    assert grpc.StatusCode.UNAVAILABLE.value[0] == caught.value.status.code
    assert not pool.is_ready
    while not pool.is_ready:
        await asyncio.sleep(0.05)
    assert comparable(answer(task())) == comparable(await pool.run(task()))


async def test_a_worker_that_cannot_be_replaced_at_first_is_replaced_later(pool, monkeypatch):
    monkeypatch.setattr("services.bot.pool._PAUSE_SECONDS", 0.05)
    starts, start = [BlockingIOError, OSError], multiprocessing.context.SpawnProcess.start

    def starting(process):
        if starts:
            raise starts.pop()
        start(process)

    monkeypatch.setattr(multiprocessing.context.SpawnProcess, "start", starting)
    os.kill(pool._workers[0].process.pid, signal.SIGKILL)
    while pool.is_ready:
        await asyncio.sleep(0.01)

    assert comparable(answer(task())) == comparable(await pool.run(task()))
    assert [] == starts


async def test_a_worker_that_does_not_come_up_is_replaced_in_its_turn(pool, monkeypatch):
    monkeypatch.setattr("services.bot.pool._PAUSE_SECONDS", 0.05)
    monkeypatch.setattr("services.bot.pool._START_SECONDS", 3.0)
    os.kill(pool._workers[0].process.pid, signal.SIGKILL)
    while pool.is_ready:
        await asyncio.sleep(0.01)
    while not pool._workers:
        await asyncio.sleep(0.01)
    (hanging,) = pool._workers
    os.kill(hanging.process.pid, signal.SIGSTOP)

    assert comparable(answer(task())) == comparable(await pool.run(task()))
    assert hanging not in pool._workers


async def test_the_worker_of_a_caller_who_has_gone_takes_the_next_task(pool):
    gone = asyncio.create_task(pool.run(task(LONG, time.monotonic() + 0.3)))
    await asyncio.sleep(0.05)
    gone.cancel()

    assert comparable(answer(task())) == comparable(await pool.run(task()))


async def test_workers_end_with_the_pool():
    made = Pool(workers=2, waiting=0)
    await made.start()
    processes = [each.process for each in made._workers]

    await made.stop()

    assert [0, 0] == [each.exitcode for each in processes]


async def test_metrics_tell_what_the_workers_do(pool):
    busy = asyncio.create_task(pool.run(task(LONG, time.monotonic() + 0.3)))
    await asyncio.sleep(0)

    assert (1, 0, 0) == (workers("busy"), workers("idle"), workers("starting"))
    await busy
    assert (0, 1, 0) == (workers("busy"), workers("idle"), workers("starting"))


async def test_health_answers_while_every_worker_is_busy():
    async with serving(Bot().service(), SETTINGS) as channel:
        busy = BotServiceStub(channel).ChooseMove(choice("okey", dealt("okey", 5), budget=LONG), timeout=2)
        await asyncio.sleep(0.1)

        health = await HealthStub(channel).Check(HealthCheckRequest(), timeout=1)

        assert HealthCheckResponse.SERVING == health.status
        assert (await busy).cut_short


def question(method: str, budget: int = 0):
    asked = choice("okey", dealt("okey", 6), budget=budget)
    match method:
        case "ChooseMove":
            return asked
        case "SuggestMoves":
            return pb.SuggestMovesRequest(view=asked.view, budget=budget)
        case "BatchChooseMoves":
            return pb.BatchChooseMovesRequest(requests=[asked] * 3)


METHODS = [method.name for method in pb.DESCRIPTOR.services_by_name["BotService"].methods]


@pytest.mark.parametrize("method", METHODS)
async def test_a_saturated_bot_sheds_over_the_wire_with_a_time_to_retry(method):
    settings = SETTINGS.model_copy(update={"waiting": 0})
    async with serving(Bot().service(), settings) as channel:
        stub = BotServiceStub(channel)
        busy = stub.ChooseMove(choice("okey", dealt("okey", 5), budget=LONG), timeout=1)
        await asyncio.sleep(0.2)

        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await getattr(stub, method)(question(method))

        assert grpc.StatusCode.RESOURCE_EXHAUSTED == caught.value.code()
        assert any(detail.Is(RetryInfo.DESCRIPTOR) for detail in details_of(caught.value).details)
        await busy


@pytest.mark.parametrize("method", METHODS)
async def test_a_lost_worker_is_told_over_the_wire(method):
    others = set(multiprocessing.active_children())
    async with serving(Bot().service(), SETTINGS) as channel:
        (worker,) = set(multiprocessing.active_children()) - others
        asked = getattr(BotServiceStub(channel), method)(question(method, LONG), timeout=10)
        asyncio.get_running_loop().call_later(0.2, worker.kill)

        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await asked

        assert grpc.StatusCode.UNAVAILABLE == caught.value.code()
        assert "WORKER_LOST" == error_info(caught.value).reason
