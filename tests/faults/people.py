"""People at a table, as a backend plays them: they look, think with a bot's help, and move."""

from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from game101.v1 import bot_service_pb2 as bot_pb
from game101.v1 import card_pb2, game_pb2, okey_pb2
from game101.v1 import table_service_pb2 as pb

from services.wire import status
from tests.faults.replicas import LEVEL, Helpers, new_id

OKEY = game_pb2.GameRules(okey=okey_pb2.OkeyRules())
CARD = game_pb2.GameRules(card=card_pb2.CardRules())


def reason_of(error: grpc.aio.AioRpcError) -> str:
    info = status.error_info(error)
    assert info is not None, error
    return info.reason


def facts_of(error: grpc.aio.AioRpcError) -> dict[str, str]:
    info = status.error_info(error)
    assert info is not None, error
    return dict(info.metadata)


async def refused(call: Any) -> tuple[grpc.StatusCode, str]:
    """Returns how a call is refused: its code and its reason."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.code(), reason_of(caught.value)


@dataclass
class Seated:
    """A seat, the right to it, and how to move there."""

    table_id: str
    seat: int
    token: str
    helpers: Helpers

    async def view(self, stub: Any) -> pb.TableServiceGetViewResponse:
        return await stub.GetView(
            pb.TableServiceGetViewRequest(table_id=self.table_id, seat=self.seat, seat_token=self.token)
        )

    async def move_for(self, seen: pb.TableServiceGetViewResponse) -> pb.SubmitMoveRequest:
        """Returns a sensible move for the position that was seen."""
        choice = await self.helpers.bot.ChooseMove(
            bot_pb.ChooseMoveRequest(view=seen.view, level=LEVEL, decision_seed=seen.table.header.ply)
        )
        return self.request(seen, choice.move)

    def request(self, seen: pb.TableServiceGetViewResponse, move: game_pb2.GameMove) -> pb.SubmitMoveRequest:
        return pb.SubmitMoveRequest(
            request_id=new_id(),
            table_id=self.table_id,
            seat=self.seat,
            seat_token=self.token,
            expected_hand=seen.table.hand,
            expected_ply=seen.table.header.ply,
            move=move,
        )


@dataclass
class Party:
    """A table with people on some of its seats."""

    table_id: str
    owner_token: str
    people: dict[int, Seated]


async def create(stub: Any, **config: Any) -> pb.CreateTableResponse:
    """Returns a new public table: 101 Okey without a clock, unless asked otherwise."""
    chosen = {"rules": OKEY, "no_clock": True, "visibility": pb.VISIBILITY_PUBLIC, "hands": 1} | config
    return await stub.CreateTable(pb.CreateTableRequest(request_id=new_id(), config=pb.TableConfig(**chosen)))


async def gather(stub: Any, helpers: Helpers, people: int, **config: Any) -> Party:
    """Returns a table on which people sit first, bots next, and all have pressed start."""
    created = await create(stub, **config)
    table_id = created.table.table_id
    party = Party(table_id, created.owner_token, {})
    for number in range(1, people + 1):
        taken = await stub.TakeSeat(
            pb.TakeSeatRequest(request_id=new_id(), table_id=table_id, player=f"player {number}")
        )
        party.people[taken.seat] = Seated(table_id, taken.seat, taken.seat_token, helpers)
    if people < len(created.table.seats):
        await stub.AddBots(
            pb.AddBotsRequest(
                request_id=new_id(), table_id=table_id, owner_token=created.owner_token, level=LEVEL
            )
        )
    for person in party.people.values():
        await stub.PressStart(
            pb.PressStartRequest(
                request_id=new_id(), table_id=table_id, seat=person.seat, seat_token=person.token
            )
        )
    return party


async def events(stub: Any, table_id: str, first: int = 1, **viewer: Any) -> list[pb.TableEvent]:
    """Returns a table's events from a number on to its last one, as a viewer sees them."""
    request = pb.WatchEventsRequest(table_id=table_id, from_sequence=first, **viewer)
    return [
        answer.event async for answer in stub.WatchEvents(request) if answer.WhichOneof("item") == "event"
    ]


def kinds(told: list[pb.TableEvent]) -> list[str]:
    return [event.WhichOneof("kind") for event in told]


async def until(stub: Any, table_id: str, *wanted: str, first: int = 1) -> pb.TableEvent:
    """Returns the first event of one of these kinds."""
    call = stub.WatchEvents(pb.WatchEventsRequest(table_id=table_id, from_sequence=first))
    async for answer in call:
        if answer.event.WhichOneof("kind") in wanted:
            call.cancel()
            return answer.event
    raise AssertionError(f"the table ended without {wanted}")


async def to_move(stub: Any, party: Party, first: int = 1) -> pb.TableServiceGetViewResponse:
    """Returns what the person who is to move sees, once it is a person's turn."""
    call = stub.WatchEvents(pb.WatchEventsRequest(table_id=party.table_id, from_sequence=first))
    async for answer in call:
        kind = answer.event.WhichOneof("kind")
        if kind not in {"hand_started", "move_made"}:
            continue
        header = getattr(answer.event, kind).header
        if header.seat in party.people and header.state == game_pb2.HAND_STATE_PLAYING:
            seen = await party.people[header.seat].view(stub)
            if seen.table.header == header:
                call.cancel()
                return seen
    raise AssertionError("the table ended before it was a person's turn")
