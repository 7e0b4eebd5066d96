"""Callers of every service, who go on for as long as a test breaks things, and remember what failed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc
from game101.v1 import table_service_pb2 as pb
from game101.v1.bot_service_pb2 import ChooseMoveRequest
from game101.v1.bot_service_pb2_grpc import BotServiceStub
from game101.v1.dealer_service_pb2 import CommitRequest
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.game_pb2 import HAND_STATE_PLAYING, GamePosition, MatchState
from game101.v1.rules_service_pb2 import DescribeRulesRequest, GetViewRequest
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2 import GetStandingRequest
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.wire import status
from tests.faults import people
from tests.faults.people import CARD, OKEY
from tests.faults.replicas import LEVEL

STUBS = {
    "dealer": DealerServiceStub,
    "rules": RulesServiceStub,
    "scoring": ScoringServiceStub,
    "bot": BotServiceStub,
    "table": TableServiceStub,
}

PAUSE_SECONDS = 0.05
FORCED = "card | hands: 8H JH KH / 8D 7D JD KD | pile: 9S | seat: B"
"""A position in which seat B can only draw."""

Call = Callable[[], Awaitable[object]]


class Load:
    """Calls over and over, and remembers what failed."""

    def __init__(self) -> None:
        self.count = 0
        self.failed: list[str] = []
        self._stopped = asyncio.Event()
        self._callers: list[asyncio.Task[None]] = []

    def add(self, name: str, call: Call) -> None:
        self._callers.append(asyncio.create_task(self._go_on(name, call)))

    async def end(self) -> None:
        self._stopped.set()
        await asyncio.gather(*self._callers)

    async def _go_on(self, name: str, call: Call) -> None:
        while not self._stopped.is_set():
            try:
                await call()
            except grpc.aio.AioRpcError as error:
                self.failed.append(f"{name}: {error.code().name} {error.details()}")
            self.count += 1
            await asyncio.sleep(PAUSE_SECONDS)


class Watcher:
    """Follows a table, and goes on after the last event when a stream is handed over."""

    def __init__(self, stub: Any, table_id: str) -> None:
        self._stub = stub
        self._table_id = table_id
        self.told: list[pb.TableEvent] = []
        self.strange: list[str] = []

    async def follow(self) -> None:
        while not (self.told and self.told[-1].WhichOneof("kind") in {"match_ended", "table_closed"}):
            request = pb.WatchEventsRequest(table_id=self._table_id, from_sequence=len(self.told) + 1)
            try:
                async for answer in self._stub.WatchEvents(request):
                    if answer.HasField("event"):
                        self.told.append(answer.event)
            except grpc.aio.AioRpcError as error:
                info = status.error_info(error)
                if info is None or info.reason != "DRAINING":
                    self.strange.append(f"{error.code().name} {error.details()}")


@dataclass
class Player:
    """Plays the people of a table, one look and one move at a time, with the bot's help."""

    party: people.Party
    stub: Any
    bot: Any

    @classmethod
    async def seated(cls, stubs: dict[str, Any]) -> "Player":
        """Returns who plays two of the four seats of a match that lasts longer than a test."""
        player = cls(people.Party("", "", {}), stubs["table"], stubs["bot"])
        player.party = await people.gather(player.stub, player, 2, hands=21)  # type: ignore[arg-type]
        return player

    async def move(self) -> None:
        """Makes a move if a person is to move; nobody else moves for a person, so it is never too late."""
        for person in self.party.people.values():
            seen = await person.view(self.stub)
            header = seen.table.header
            if header.seat == person.seat and header.state == HAND_STATE_PLAYING:
                await self.stub.SubmitMove(await person.move_for(seen))


async def calls(stubs: dict[str, Any], player: Player) -> dict[str, Call]:
    """Returns a call of each service that may be made again and again."""
    seen = await stubs["rules"].GetView(GetViewRequest(position=GamePosition(notation=FORCED), seat=2))
    created = await people.create(stubs["table"], rules=OKEY)
    standing = GetStandingRequest(rules=OKEY, match=MatchState(totals=[0] * 4, starter=1))
    commit = {"table_id": "t", "hand_id": "1", "size": 106, "first_below": 104, "seats": 4}
    choose = ChooseMoveRequest(view=seen.view, level=LEVEL)
    get_table = pb.GetTableRequest(table_id=created.table.table_id)
    return {
        "dealer": lambda: stubs["dealer"].Commit(CommitRequest(**commit)),
        "rules": lambda: stubs["rules"].DescribeRules(DescribeRulesRequest(rules=OKEY)),
        "scoring": lambda: stubs["scoring"].GetStanding(standing),
        "bot": lambda: stubs["bot"].ChooseMove(choose),
        "table": lambda: stubs["table"].GetTable(get_table),
        "table, move": player.move,
        "table, new": lambda: people.create(stubs["table"], rules=CARD, seats=3),
    }


class Traffic:
    """Every call of ``calls`` and a watcher, from entering to leaving."""

    def __init__(self, stubs: dict[str, Any]) -> None:
        self._stubs = stubs
        self.load = Load()

    async def __aenter__(self) -> "Traffic":
        player = await Player.seated(self._stubs)
        for name, call in (await calls(self._stubs, player)).items():
            self.load.add(name, call)
        self.watcher = Watcher(self._stubs["table"], player.party.table_id)
        self._watching = asyncio.create_task(self.watcher.follow())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.load.end()
        self._watching.cancel()

    def problems(self) -> list[str]:
        """Returns what went wrong: calls that failed, streams that broke, events that are missing."""
        told = [event.sequence for event in self.watcher.told]
        gaps = [] if told == list(range(1, len(told) + 1)) else [f"the watcher heard {told}"]
        return self.load.failed + self.watcher.strange + gaps
