"""Comings and goings: matches, streams and calls that are cancelled, clients that reconnect or are killed."""

import asyncio
import os
import random
import sys
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import grpc
from game101.v1 import table_service_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.runtime import clients
from tests.faults import people
from tests.faults.people import CARD
from tests.faults.replicas import LEVEL, new_id
from tests.faults.whole import Whole

RETENTION_SECONDS = 60
"""How long an ended table is kept: the least that a table may ask for."""
CONFIG = {"rules": CARD, "seats": 3, "retention": {"seconds": RETENTION_SECONDS}}
BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=LEVEL)
MOVES = 5
"""What people make of a table before its owner closes it."""
TABLES_KNOWN = 20


class Churn:
    """One kind of visitor after another, each in a loop of its own."""

    def __init__(self, cluster: Whole, chance: random.Random) -> None:
        self._cluster = cluster
        self._chance = chance
        self._table = cluster.stub(TableServiceStub, "table")
        self._bot = cluster.stub(BotServiceStub, "bot")
        self._tables: deque[str] = deque(maxlen=TABLES_KNOWN)
        self._going_on = asyncio.Event()
        self.done: Counter[str] = Counter()
        """How often each has come and gone."""

    async def go_on(self, seconds: float) -> None:
        """Lets visitors come for a time, and waits for the last ones to have gone.

        Raises:
            ExceptionGroup: One of them met what it should not have.
        """
        self._tables.append(await self._play_alone())
        self._going_on.set()
        async with asyncio.TaskGroup() as visitors:
            for visit, pause in (
                (self._play_alone, 0.7),
                (self._play_and_close, 0.5),
                (self._watch_and_cancel, 0.05),
                (self._ask_and_cancel, 0.05),
                (self._connect_anew, 0.3),
                (self._be_killed, 3.0),
            ):
                visitors.create_task(self._again_and_again(visit, pause))
            await asyncio.sleep(seconds)
            self._going_on.clear()

    async def close(self) -> None:
        await clients.close(self._table, self._bot)

    async def _again_and_again(self, visit: Callable[[], Awaitable[object]], pause: float) -> None:
        while self._going_on.is_set():
            await visit()
            self.done[visit.__name__.lstrip("_")] += 1
            await asyncio.sleep(pause * self._chance.uniform(0.5, 1.5))

    async def _play_alone(self) -> str:
        created = await people.create(self._table, **CONFIG, bots=BOTS)
        self._tables.append(created.table.table_id)
        return created.table.table_id

    async def _play_and_close(self) -> None:
        helpers: Any = SimpleNamespace(bot=self._bot)
        party = await people.gather(self._table, helpers, people=3, **CONFIG)
        for _ in range(MOVES):
            seen = await people.to_move(self._table, party)
            person = party.people[seen.table.header.seat]
            await self._table.SubmitMove(await person.move_for(seen))
        closing = pb.CloseTableRequest(
            request_id=new_id(), table_id=party.table_id, owner_token=party.owner_token
        )
        await self._table.CloseTable(closing)

    async def _watch_and_cancel(self) -> None:
        call = self._table.WatchEvents(pb.WatchEventsRequest(table_id=self._chance.choice(self._tables)))
        for _ in range(self._chance.randint(0, 5)):
            if await call.read() is grpc.aio.EOF:
                return
        call.cancel()

    async def _ask_and_cancel(self) -> None:
        call = self._table.GetTable(pb.GetTableRequest(table_id=self._chance.choice(self._tables)))
        await asyncio.sleep(self._chance.uniform(0, 0.003))
        call.cancel()

    async def _connect_anew(self) -> None:
        # A channel with the same options would share the connection of another.
        own = (("churn", self._chance.getrandbits(31)),)
        stub = self._cluster.stub(TableServiceStub, "table", options=own)
        await stub.GetTable(pb.GetTableRequest(table_id=self._tables[-1]))
        await clients.close(stub)

    async def _be_killed(self) -> None:
        address = self._cluster.address("table")
        visitor = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.faults.visitor", address, self._tables[-1]),
            env=os.environ | {"VISITOR_KEY": self._cluster.run.tenant_key},
            stdout=asyncio.subprocess.PIPE,
        )
        assert visitor.stdout is not None
        said = await visitor.stdout.readline()
        visitor.kill()
        await visitor.communicate()
        assert b"watching\n" == said
