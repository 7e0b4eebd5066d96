"""Killed processes, at random moments: no acknowledged move is lost, none is made twice, every hand ends."""

import asyncio
import random

import grpc
import pytest
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.history import Acknowledged, History, Recorder
from tests.faults.replicas import Helpers, Replicas
from tests.scale import scaled

SEED = 20
KILLS = scaled(200)


class Reaper:
    """Kills one process at a time and starts it again."""

    def __init__(self, replicas: Replicas, seed: int) -> None:
        self._replicas = replicas
        self._random = random.Random(seed)
        self.killed: list[str] = []

    async def go_on(self, kills: int) -> None:
        helpers = self._replicas.helpers.children
        for _ in range(kills):
            await asyncio.sleep(self._random.uniform(0.05, 0.3))
            victim = self._random.choices(["table", "store", *helpers], [8, 8, 1, 1, 1, 1])[0]
            self.killed.append(victim)
            if victim == "table":
                await self._random.choice(self._replicas.children).restart()
            elif victim == "store":
                await asyncio.to_thread(self._replicas.store.kill)
                await asyncio.sleep(self._random.uniform(0, 0.2))
                await asyncio.to_thread(self._replicas.store.start)
            else:
                await helpers[victim].restart()


@pytest.mark.timeout(60 + 10 * KILLS)
async def test_no_acknowledged_move_is_lost_when_anything_is_killed(helpers: Helpers) -> None:
    async with Replicas(helpers, 2, lease_ms="300") as replicas:
        reaper = Reaper(replicas, SEED)
        killing = asyncio.create_task(reaper.go_on(KILLS))
        histories: list[History] = []
        while not killing.done():
            parties = [
                await _gathered(replicas, rules=rules, seats=seats, turn=turn)
                for rules, seats, turn in ((people.OKEY, 4, 30), (people.CARD, 3, 0))
            ]
            histories += await asyncio.gather(*(Recorder(replicas, party).play() for party in parties))
        await killing

    assert KILLS == len(reaper.killed)
    assert [] == [problem for history in histories for problem in history.problems()]
    assert sum(len(history.acknowledged) for history in histories) > 50
    assert sum(history.broken for history in histories) > 0


async def _gathered(replicas: Replicas, rules, seats: int, turn: int) -> people.Party:
    """Returns a started table, made while processes are dying."""
    clock = {"turn_time": {"seconds": turn}, "no_clock": False} if turn else {}
    while True:
        try:
            return await people.gather(
                replicas.stubs[0], replicas.helpers, people=2, rules=rules, seats=seats, hands=2, **clock
            )
        except grpc.aio.AioRpcError:
            await asyncio.sleep(0.1)


def made(sequence: int, hand: int, ply: int, seat: int = 1) -> pb.TableEvent:
    header = game_pb2.PositionHeader(ply=ply)
    return pb.TableEvent(sequence=sequence, hand=hand, move_made=pb.MoveMade(header=header, seat=seat))


def begun(sequence: int, hand: int) -> pb.TableEvent:
    return pb.TableEvent(sequence=sequence, hand=hand, hand_started=pb.HandStarted())


def test_the_checker_finds_lost_doubled_and_forked_moves() -> None:
    whole = [begun(1, 1), made(2, 1, 1), made(3, 1, 2)]
    answers = [Acknowledged(1, 1, 1, 2), Acknowledged(1, 2, 1, 3)]

    assert [] == History(whole, answers).problems()
    assert [] != History(whole[:2], answers).problems()
    assert [] != History([*whole, whole[-1]], answers).problems()
    assert [] != History([*whole, made(4, 1, 2)], answers).problems()
    assert [] != History([*whole[:2], made(3, 1, 2, seat=2)], answers).problems()
