"""Requests sent one to five times, at once, over both replicas: as if each had been sent once."""

import asyncio
import random
from typing import Any

import pytest
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.replicas import Helpers, Replicas, new_id
from tests.scale import scaled

MUTATIONS = scaled(2_000)


class Sender:
    """Sends each request a few times at once, to whatever replica."""

    def __init__(self, replicas: Replicas, seed: int) -> None:
        self._stubs = replicas.stubs
        self._chance = random.Random(seed)
        self.sent = 0
        self.copies = 0

    async def __call__(self, method: str, request: Any) -> Any:
        count = self._chance.randint(1, 5)
        stubs = [self._chance.choice(self._stubs) for _ in range(count)]
        answers = await asyncio.gather(*(getattr(stub, method)(request) for stub in stubs))

        assert 1 == len({answer.SerializeToString(deterministic=True) for answer in answers})
        self.sent += 1
        self.copies += count
        return answers[0]


async def play(sender: Sender, replicas: Replicas, helpers: Helpers, mutations: int) -> list[pb.TableEvent]:
    """Plays a table of its own with so many requests, and returns what it tells."""
    # A hand may end before its requests do; the match must not, or there is nothing left to close.
    config = pb.TableConfig(rules=people.OKEY, no_clock=True, visibility=pb.VISIBILITY_PUBLIC, hands=2)
    created = await sender("CreateTable", pb.CreateTableRequest(request_id=new_id(), config=config))
    table_id = created.table.table_id
    seats = {}
    for seat in range(1, 5):
        taking = pb.TakeSeatRequest(request_id=new_id(), table_id=table_id, seat=seat)
        taken = await sender("TakeSeat", taking)
        seats[seat] = people.Seated(table_id, seat, taken.seat_token, helpers)
    for seat, person in seats.items():
        pressing = pb.PressStartRequest(
            request_id=new_id(), table_id=table_id, seat=seat, seat_token=person.token
        )
        await sender("PressStart", pressing)
    party = people.Party(table_id, created.owner_token, seats)
    await people.to_move(replicas.stubs[0], party)
    for _ in range(mutations - 9):
        table = (await replicas.stubs[0].GetTable(pb.GetTableRequest(table_id=table_id))).table
        if table.header.state != game_pb2.HAND_STATE_PLAYING:
            break
        person = seats[table.header.seat]
        request = await person.move_for(await person.view(replicas.stubs[1]))
        await sender("SubmitMove", request)
    closing = pb.CloseTableRequest(request_id=new_id(), table_id=table_id, owner_token=party.owner_token)
    await sender("CloseTable", closing)
    return await people.events(replicas.stubs[0], table_id)


@pytest.mark.timeout(60 + MUTATIONS)
async def test_requests_sent_again_and_again_are_carried_out_once(
    replicas: Replicas, helpers: Helpers
) -> None:
    sender = Sender(replicas, seed=5)
    while sender.sent < MUTATIONS:
        before = sender.sent
        told = await play(sender, replicas, helpers, mutations=40)
        kinds = people.kinds(told)
        moves = [event for event in told if event.HasField("move_made")]

        # Every request but those of the lobby and the closing was a move.
        assert sender.sent - before - 10 == len(moves)
        assert list(range(1, len(moves) + 1)) == [event.move_made.header.ply for event in moves]
        assert 8 == kinds.count("seat_changed")
        assert 1 == kinds.count("table_created") == kinds.count("table_closed")
    assert sender.copies > 2 * sender.sent
