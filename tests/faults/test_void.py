"""A hand that is void, through the real services: it is played anew, counts for nothing, and is on record."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from game101.v1 import game_pb2, okey_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.runtime import clients
from services.table.replay import Replay
from tests.clients import rigged
from tests.faults import people
from tests.faults.people import Party
from tests.faults.replicas import new_id


def pairs(colour: str) -> list[str]:
    return [f"{colour}{number} {colour}{number}'" for number in range(1, 6)]


PAIRS = [pairs(colour) for colour in "RYBK"]
ORDER = rigged.stacked("R12", [" ".join(each) for each in PAIRS], "")
"""Each seat has its five pairs from the start."""


def turn(seat: int) -> Iterator[game_pb2.GameMove]:
    """Yields the moves of a seat's turn: it opens with pairs."""
    if seat > 1:
        yield game_pb2.GameMove(okey=okey_pb2.OkeyMove(draw_from_stock=okey_pb2.DrawFromStock()))
    yield game_pb2.GameMove(notation=f"open-pairs {' / '.join(PAIRS[seat - 1])}")


async def play(stub: Any, party: Party, seat: int, move: game_pb2.GameMove | None = None) -> None:
    """Makes a move of a seat; the discard of its highest tile, unless another is given."""
    person = party.people[seat]
    seen = await person.view(stub)
    tile = okey_pb2.Discard(tile=max(seen.view.okey.hand))
    chosen = move or game_pb2.GameMove(okey=okey_pb2.OkeyMove(discard=tile))
    await stub.SubmitMove(person.request(seen, chosen))


async def play_to_the_end(stub: Any, party: Party) -> list[pb.TableEvent]:
    """Has all four open with pairs, then bots play on; returns everything that was told."""
    await people.to_move(stub, party)
    for seat in range(1, 5):
        for move in turn(seat):
            await play(stub, party, seat, move)
        if seat < 4:
            await play(stub, party, seat)
    await people.until(stub, party.table_id, "hand_ended")
    for person in party.people.values():
        place = {"table_id": person.table_id, "seat": person.seat, "seat_token": person.token}
        await stub.SetAutopilot(pb.SetAutopilotRequest(request_id=new_id(), **place, autopilot=True))
    return await people.events(stub, party.table_id)


@pytest.mark.timeout(60)
async def test_rule_a13_3_a_void_hand_is_played_anew_and_counts_for_nothing(cluster):
    key = cluster.run.tenant_key
    async with rigged.table(cluster, ORDER, rigged.TrustedDealer) as (address, dealer):
        table = clients.stub(TableServiceStub, address, key=key)
        services = {
            "dealer": clients.stub(DealerServiceStub, dealer),
            "rules": clients.stub(RulesServiceStub, cluster.address("rules"), key=key),
            "scoring": clients.stub(ScoringServiceStub, cluster.address("scoring"), key=key),
        }
        party = await people.gather(
            table, SimpleNamespace(bot=None), people=4, pause_between_hands={"seconds": 1}
        )
        told = await play_to_the_end(table, party)
        asked = [pb.GetHandRecordRequest(table_id=party.table_id, hand=hand) for hand in (1, 2)]
        records = [(await table.GetHandRecord(each)).record for each in asked]
        problems = [await Replay(record, **services).problems() for record in records]
        await clients.close(table, *services.values())
    starts = [event.hand_started for event in told if event.HasField("hand_started")]
    void, ended = [event.hand_ended for event in told if event.HasField("hand_ended")]
    standing = [event.match_ended.standing for event in told if event.HasField("match_ended")]

    assert [1, 1] == [start.header.seat for start in starts]
    assert (True, [], [0, 0, 0, 0], 0) == (
        void.score.void,
        list(void.score.seats),
        list(void.match.totals),
        void.match.hands_played,
    )
    assert (False, 1) == (ended.score.void, ended.match.hands_played)
    assert 1 == len(standing)
    assert [[], []] == problems
