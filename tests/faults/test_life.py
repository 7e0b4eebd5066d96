"""A table's life through the public API: lobby, bots, drafts, manual scores, proofs, the end."""

import asyncio
from datetime import timedelta
from typing import Any

import grpc
import pytest
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2, okey_draft_pb2
from game101.v1 import table_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub

from services.runtime import clients
from tests.faults import people
from tests.faults.people import facts_of, refused
from tests.faults.replicas import Helpers, Replicas, new_id

BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)


async def take(stub: Any, table_id: str, seat: int = 0, player: str = "") -> pb.TakeSeatResponse:
    return await stub.TakeSeat(
        pb.TakeSeatRequest(request_id=new_id(), table_id=table_id, seat=seat, player=player)
    )


async def press(
    stub: Any, table_id: str, taken: pb.TakeSeatResponse, contribution: bytes = b""
) -> pb.PressStartResponse:
    return await stub.PressStart(
        pb.PressStartRequest(
            request_id=new_id(),
            table_id=table_id,
            seat=taken.seat,
            seat_token=taken.seat_token,
            contribution=contribution,
        )
    )


async def test_a_creation_sent_twice_is_one_table_with_one_owner(replicas: Replicas) -> None:
    config = pb.TableConfig(rules=people.OKEY)
    request = pb.CreateTableRequest(request_id=new_id(), config=config)
    answers = await asyncio.gather(*(stub.CreateTable(request) for stub in replicas.stubs * 3))
    config.hands = 3
    other = pb.CreateTableRequest(request_id=request.request_id, config=config)

    assert 1 == len({answer.SerializeToString() for answer in answers})
    assert answers[0].owner_token
    assert (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED") == await refused(
        replicas.stubs[0].CreateTable(other)
    )


@pytest.mark.parametrize(
    ("field", "config"),
    [
        ("config.seats", {"seats": 3}),
        ("config.hands", {"hands": 22}),
        ("config.turn_time", {"turn_time": timedelta(seconds=4)}),
        ("config.turn_time", {"turn_time": timedelta(seconds=30), "no_clock": True}),
        ("config.turn_time", {"turn_time": timedelta(seconds=30, microseconds=1)}),
        ("config.bots.players", {"bots": pb.BotFilling(players=5)}),
        ("config.bots.wait", {"bots": pb.BotFilling(fill=pb.BOT_FILL_AFTER_WAIT)}),
        ("config.retention", {"retention": timedelta(seconds=59)}),
    ],
)
async def test_a_configuration_out_of_range_names_its_field(
    replicas: Replicas, field: str, config: dict[str, Any]
) -> None:
    request = pb.CreateTableRequest(
        request_id=new_id(), config=pb.TableConfig(**{"rules": people.OKEY} | config)
    )
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await replicas.stubs[0].CreateTable(request)

    assert grpc.StatusCode.INVALID_ARGUMENT == caught.value.code()
    assert field == facts_of(caught.value)["field"]


async def test_the_hand_begins_when_all_have_pressed_start_and_their_contributions_count(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    created = await people.create(one, hands=1)
    table_id = created.table.table_id
    committed = await people.until(one, table_id, "deal_committed")
    seats = [
        await take(stub, table_id, player=name)
        for stub, name in ((one, "a"), (two, "b"), (one, "c"), (two, "d"))
    ]
    for number, taken in enumerate(seats):
        await press(two, table_id, taken, f"mine {number}".encode())
    started = await people.until(one, table_id, "hand_started")
    proofs = await two.GetProofs(
        pb.GetProofsRequest(table_id=table_id, seat=1, seat_token=seats[0].seat_token)
    )
    dealer = clients.stub(DealerServiceStub, helpers.addresses["dealer"], key=helpers.run.tenant_key)
    checked = await dealer.Verify(dealer_pb.VerifyRequest(record=_record(table_id, committed, proofs)))
    await clients.close(dealer)

    given = [(each.seat, each.value) for each in started.hand_started.contributions]
    assert [(seat, f"mine {seat - 1}".encode()) for seat in range(1, 5)] == given
    assert committed.deal_committed.commitment == proofs.commitment
    # The indicator, and 21 or 22 tiles.
    assert len(proofs.proofs) in {22, 23}
    results = {check.kind: check.result for check in checked.checks}
    assert dealer_pb.CHECK_RESULT_PASSED == results[dealer_pb.CHECK_KIND_PROOFS]


def _record(table_id: str, committed: pb.TableEvent, proofs: pb.GetProofsResponse) -> dealer_pb.DealRecord:
    return dealer_pb.DealRecord(
        algorithm=committed.deal_committed.algorithm,
        table_id=table_id,
        hand_id=proofs.hand_id,
        size=106,
        first_below=104,
        seats=4,
        root=proofs.root,
        proofs=proofs.proofs,
    )


async def test_bots_fill_the_seats_that_are_free_after_a_while(replicas: Replicas) -> None:
    bots = pb.BotFilling(fill=pb.BOT_FILL_AFTER_WAIT, level=people.LEVEL, wait=timedelta(seconds=0.3))
    created = await people.create(replicas.stubs[0], bots=bots)
    table_id = created.table.table_id
    taken = await take(replicas.stubs[0], table_id)
    while (await _table(replicas, table_id)).seats[3].kind != pb.SEAT_KIND_BOT:
        await asyncio.sleep(0.05)
    await press(replicas.stubs[1], table_id, taken)

    assert await people.until(replicas.stubs[0], table_id, "hand_started")


async def _table(replicas: Replicas, table_id: str) -> pb.Table:
    return (await replicas.stubs[1].GetTable(pb.GetTableRequest(table_id=table_id))).table


async def test_the_owner_enters_corrects_and_confirms_the_scores_and_nobody_else_does(
    replicas: Replicas,
) -> None:
    one, two = replicas.stubs
    created = await people.create(
        one, bots=BOTS, hands=2, rules=people.OKEY, scoring_mode=pb.SCORING_MODE_MANUAL
    )
    table_id, owner = created.table.table_id, created.owner_token

    def entering(points: list[int], token: str = owner) -> Any:
        return two.EnterScores(
            pb.EnterScoresRequest(request_id=new_id(), table_id=table_id, owner_token=token, points=points)
        )

    def confirming(hand: int, token: str = owner) -> Any:
        return one.ConfirmScores(
            pb.ConfirmScoresRequest(request_id=new_id(), table_id=table_id, owner_token=token, hand=hand)
        )

    awaited = await people.until(one, table_id, "scores_awaited")
    denied = [await refused(entering([1, 2, 3, 4], "guess")), await refused(confirming(1, ""))]
    too_early = await refused(confirming(1))
    malformed = await refused(entering([1, 2, 3]))
    await entering([9, 9, 9, 9])
    pending = (await entering([1, 2, 3, 4])).pending
    await confirming(1)
    ended = await people.until(one, table_id, "hand_ended")
    await people.until(one, table_id, "scores_awaited", first=ended.sequence)
    await entering([10, 20, 30, 40])
    await confirming(2)
    told = await people.events(two, table_id)

    assert [(grpc.StatusCode.PERMISSION_DENIED, "TABLE_DENIED")] * 2 == denied
    assert (grpc.StatusCode.FAILED_PRECONDITION, "SCORES_NOT_ENTERED") == too_early
    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == malformed
    assert awaited.scores_awaited.computed == pending.computed
    assert [1, 2, 3, 4] == [seat.points for seat in ended.hand_ended.score.seats]
    assert ended.hand_ended.manual
    assert [11, 22, 33, 44] == list(told[-1].match_ended.match.totals)


def drafting(person: people.Seated, version: int, tile: int) -> pb.TableServiceEditDraftRequest:
    """Returns the request to put a tile into the first meld of a draft."""
    place = okey_draft_pb2.DraftPlacement(tile=tile, meld=1)
    return pb.TableServiceEditDraftRequest(
        request_id=new_id(),
        table_id=person.table_id,
        seat=person.seat,
        seat_token=person.token,
        expected_version=version,
        step=game_pb2.GameDraftStep(okey=okey_draft_pb2.OkeyDraftStep(place=place)),
    )


async def test_a_draft_step_sent_twice_is_one_step_and_a_stale_one_is_told(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=4)
    seen = await people.to_move(one, party)
    mover = party.people[seen.table.header.seat]
    hand = list(seen.view.okey.hand)
    first = drafting(mover, 0, hand[0])
    answers = await asyncio.gather(*(stub.EditDraft(first) for stub in (one, two, one)))
    second = await two.EditDraft(drafting(mover, 1, hand[1]))

    assert 1 == len({answer.SerializeToString() for answer in answers})
    assert (2, 2) == (second.version, len(second.draft.okey.placements))
    assert (grpc.StatusCode.ABORTED, "STALE_DRAFT") == await refused(
        one.EditDraft(drafting(mover, 1, hand[2]))
    )


async def test_a_draft_is_seen_by_its_seat_alone_and_ends_with_its_turn(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=4)
    seen = await people.to_move(one, party)
    seat = seen.table.header.seat
    mover, other = party.people[seat], party.people[seat % 4 + 1]
    before = await other.view(two)
    edited = await one.EditDraft(drafting(mover, 0, next(iter(seen.view.okey.hand))))
    unmoved = await other.view(one)
    await two.EditDraft(drafting(other, 0, next(iter(before.view.okey.hand))))
    mine = await mover.view(two)
    while (await mover.view(one)).table.header.seat == seat:
        await one.SubmitMove(await mover.move_for(await mover.view(one)))

    assert before == unmoved
    assert (1, edited.draft, edited.check) == (mine.draft_version, mine.draft, mine.check)
    assert 0 == (await mover.view(two)).draft_version
    assert 1 == (await other.view(two)).draft_version


async def test_a_closed_table_reveals_its_deal_and_ends_its_streams(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=4)
    await people.to_move(one, party)
    watching = asyncio.create_task(people.events(two, party.table_id))
    request = pb.CloseTableRequest(
        request_id=new_id(), table_id=party.table_id, owner_token=party.owner_token, reason="late"
    )
    closed = await one.CloseTable(request)
    told = await watching
    again = await refused(
        one.CloseTable(
            pb.CloseTableRequest(request_id=new_id(), table_id=party.table_id, owner_token=party.owner_token)
        )
    )

    assert pb.TABLE_STATE_CLOSED == closed.table.state
    assert ["table_closed", "deal_revealed"] == people.kinds(told)[-2:]
    assert (grpc.StatusCode.FAILED_PRECONDITION, "TABLE_ENDED") == again
