"""Moves through the public API, over two replicas: each is made once, or not at all."""

import asyncio
from dataclasses import replace

import grpc
import pytest
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.people import facts_of, reason_of
from tests.faults.replicas import Helpers, Replicas, new_id


async def refusal(call) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value


async def test_a_match_of_bots_is_played_to_its_end(replicas: Replicas) -> None:
    created = await people.create(
        replicas.stubs[0], bots=pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)
    )

    told = await people.events(replicas.stubs[1], created.table.table_id)
    kinds = people.kinds(told)

    assert list(range(1, len(told) + 1)) == [event.sequence for event in told]
    assert "match_ended" == kinds[-1]
    assert kinds.index("deal_committed") < kinds.index("hand_started") < kinds.index("move_made")
    assert kinds.index("hand_ended") < kinds.index("deal_revealed")


async def test_the_same_request_twice_is_one_move_with_one_answer(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=1)
    seen = await people.to_move(one, party)
    request = await party.people[1].move_for(seen)

    answers = await asyncio.gather(*(stub.SubmitMove(request) for stub in (one, two, one, two, two)))
    later = await two.SubmitMove(request)

    assert 1 == len({answer.SerializeToString() for answer in [*answers, later]})
    assert seen.table.header.ply + 1 == answers[0].header.ply
    table = (await two.GetTable(pb.GetTableRequest(table_id=party.table_id))).table
    assert answers[0].sequence <= table.last_sequence


async def test_a_request_id_with_another_content_is_refused(replicas: Replicas, helpers: Helpers) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=1)
    seen = await people.to_move(one, party)
    request = await party.people[1].move_for(seen)
    await one.SubmitMove(request)
    request.expected_ply += 1

    error = await refusal(two.SubmitMove(request))

    assert (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED") == (error.code(), reason_of(error))


async def test_a_stale_ply_is_told_the_present_one(replicas: Replicas, helpers: Helpers) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=4)
    seen = await people.to_move(one, party)
    person = party.people[seen.table.header.seat]
    request = await person.move_for(seen)
    await one.SubmitMove(request)
    request.request_id = new_id()

    error = await refusal(two.SubmitMove(request))

    assert (grpc.StatusCode.ABORTED, "STALE_PLY") == (error.code(), reason_of(error))
    assert str(seen.table.header.ply + 1) == facts_of(error)["ply"]


async def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=4)
    seen = await people.to_move(one, party)
    before = (await one.GetTable(pb.GetTableRequest(table_id=party.table_id))).table
    person = party.people[seen.table.header.seat]
    request = person.request(seen, game_pb2.GameMove(notation="draw"))

    error = await refusal(two.SubmitMove(request))

    assert grpc.StatusCode.FAILED_PRECONDITION == error.code()
    assert "A3.2" == facts_of(error)["rule"]
    assert before == (await two.GetTable(pb.GetTableRequest(table_id=party.table_id))).table


async def test_a_move_for_another_seat_or_table_is_denied_alike(replicas: Replicas, helpers: Helpers) -> None:
    stub = replicas.stubs[0]
    party = await people.gather(stub, helpers, people=4)
    seen = await people.to_move(stub, party)
    mover = party.people[seen.table.header.seat]
    other = next(person for seat, person in party.people.items() if seat != mover.seat)
    move = game_pb2.GameMove(notation="draw")
    wrong = [
        replace(mover, token=other.token),
        replace(mover, token=""),
        replace(mover, seat=9),
        replace(mover, table_id="0" * 24),
        replace(mover, table_id="no table"),
    ]

    errors = [await refusal(stub.SubmitMove(person.request(seen, move))) for person in wrong]

    assert {(grpc.StatusCode.PERMISSION_DENIED, "TABLE_DENIED")} == {
        (error.code(), reason_of(error)) for error in errors
    }
    assert 1 == len({error.details() for error in errors})


@pytest.mark.parametrize("field", ["request_id", "expected_ply", "move"])
async def test_a_field_that_is_missing_is_named(replicas: Replicas, helpers: Helpers, field: str) -> None:
    stub = replicas.stubs[0]
    party = await people.gather(stub, helpers, people=1)
    seen = await people.to_move(stub, party)
    request = party.people[1].request(seen, game_pb2.GameMove(notation="draw"))
    request.ClearField(field)

    error = await refusal(stub.SubmitMove(request))

    assert grpc.StatusCode.INVALID_ARGUMENT == error.code()
    assert field in facts_of(error)["field"]


async def test_a_match_of_people_is_played_to_its_end(replicas: Replicas, helpers: Helpers) -> None:
    party = await people.gather(replicas.stubs[0], helpers, people=2, rules=people.CARD, seats=2)
    moved = 0
    place = 1
    while True:
        stub = replicas.stubs[moved % 2]
        try:
            seen = await people.to_move(stub, party, place)
        except AssertionError:
            break
        answer = await stub.SubmitMove(await party.people[seen.table.header.seat].move_for(seen))
        place = answer.sequence
        moved += 1

    table = (await replicas.stubs[0].GetTable(pb.GetTableRequest(table_id=party.table_id))).table
    assert pb.TABLE_STATE_FINISHED == table.state
    assert table.match.over
