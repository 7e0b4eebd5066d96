"""Records of hands: whole, true when they are played again, and found false when anything is changed."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from game101.v1 import table_service_pb2 as pb
from game101.v1.dealer_service_pb2_grpc import DealerServiceStub
from game101.v1.rules_service_pb2_grpc import RulesServiceStub
from game101.v1.scoring_service_pb2_grpc import ScoringServiceStub

from services.runtime import clients
from services.table import record, stored
from services.table.replay import Replay
from tests.faults import people
from tests.faults.people import reason_of
from tests.faults.replicas import Helpers, Replicas

BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)


@pytest.fixture(scope="module")
async def stubs(helpers: Helpers):
    makes = {"dealer": DealerServiceStub, "rules": RulesServiceStub, "scoring": ScoringServiceStub}
    made = {
        name: clients.stub(make, helpers.addresses[name], key=helpers.run.tenant_key)
        for name, make in makes.items()
    }
    yield made
    await clients.close(*made.values())


async def record_of(stub: Any, table_id: str, hand: int, token: str = "") -> str:
    request = pb.GetHandRecordRequest(table_id=table_id, hand=hand, token=token)
    return (await stub.GetHandRecord(request)).record


async def finished(replicas: Replicas, **config: Any) -> pb.Table:
    """Returns a match of bots that has been played to its end."""
    stub = replicas.stubs[0]
    created = await people.create(stub, bots=BOTS, **config)
    await people.events(stub, created.table.table_id)
    return (await stub.GetTable(pb.GetTableRequest(table_id=created.table.table_id))).table


@pytest.fixture(scope="module")
async def okey(replicas: Replicas) -> pb.Table:
    return await finished(replicas, hands=2)


@pytest.fixture(scope="module")
async def document(replicas: Replicas, okey: pb.Table) -> dict[str, Any]:
    return json.loads(await record_of(replicas.stubs[1], okey.table_id, 2))


async def test_every_hand_of_both_games_is_true_when_it_is_played_again(
    replicas: Replicas, stubs: dict[str, Any], okey: pb.Table
) -> None:
    card = await finished(replicas, rules=people.CARD, seats=3)
    texts = [
        await record_of(replicas.stubs[1], table.table_id, hand)
        for table in (okey, card)
        for hand in range(1, table.hand + 1)
    ]

    assert 3 <= len(texts)
    assert [[]] * len(texts) == [await Replay(text, **stubs).problems() for text in texts]


async def test_the_records_of_a_table_form_one_chain(replicas: Replicas, okey: pb.Table) -> None:
    first, second = [json.loads(await record_of(replicas.stubs[0], okey.table_id, hand)) for hand in (1, 2)]

    assert first["events"][-1]["chain"] == second["chain_before"]


def change_notation(document: dict[str, Any]) -> None:
    entry = next(entry for entry in document["events"] if entry.get("notation"))
    entry["notation"] = "discard K1"


def drop_event(document: dict[str, Any]) -> None:
    del document["events"][4]


def swap_events(document: dict[str, Any]) -> None:
    events = document["events"]
    events[4], events[5] = events[5], events[4]


def change_score(document: dict[str, Any]) -> None:
    entry = next(entry for entry in document["events"] if "hand_ended" in entry["event"])
    entry["event"]["hand_ended"]["score"]["seats"][0]["points"] = -404


def change_seed(document: dict[str, Any]) -> None:
    document["deal"]["seed"] = "A" + document["deal"]["seed"][1:]


def change_order(document: dict[str, Any]) -> None:
    order = document["deal"]["order"]
    order[30], order[31] = order[31], order[30]


def change_time(document: dict[str, Any]) -> None:
    document["events"][3]["event"]["time"] = "2001-01-01T00:00:00Z"


def change_starter(document: dict[str, Any]) -> None:
    starter = document["match_before"]["starter"]
    document["match_before"]["starter"] = starter % 4 + 1


@pytest.mark.parametrize(
    "tamper",
    [
        change_notation,
        drop_event,
        swap_events,
        change_score,
        change_seed,
        change_order,
        change_time,
        change_starter,
    ],
)
async def test_a_record_that_was_tampered_with_is_found_out(
    stubs: dict[str, Any], document: dict[str, Any], tamper: Callable[[dict[str, Any]], None]
) -> None:
    changed = json.loads(json.dumps(document))
    tamper(changed)

    assert [] != await Replay(json.dumps(changed), **stubs).problems()


def forge_chain(document: dict[str, Any]) -> None:
    """Makes the chain fit what the record says now."""
    head = bytes.fromhex(document["chain_before"])
    for entry, told in zip(document["events"], record.events_of(document), strict=True):
        told.ClearField("chain")
        head = stored.chained(head, told)
        entry["chain"] = head.hex()


async def test_a_score_is_found_out_even_when_the_chain_is_forged_with_it(
    stubs: dict[str, Any], document: dict[str, Any]
) -> None:
    changed = json.loads(json.dumps(document))
    change_score(changed)
    forge_chain(changed)
    problems = await Replay(json.dumps(changed), **stubs).problems()

    assert "another score was booked" in problems
    assert not any("chain" in problem for problem in problems)


async def test_a_record_is_for_those_at_a_private_table_alone(replicas: Replicas) -> None:
    stub = replicas.stubs[0]
    created = await people.create(
        stub, rules=people.CARD, seats=2, visibility=pb.VISIBILITY_PRIVATE, bots=BOTS
    )
    table_id, token = created.table.table_id, created.owner_token
    while (await stub.GetTable(pb.GetTableRequest(table_id=table_id))).table.hand < 2:
        await asyncio.sleep(0.05)

    assert 1 == json.loads(await record_of(stub, table_id, 1, token))["hand"]
    for call in (record_of(stub, table_id, 1), record_of(stub, table_id, 1, "guess")):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call

        assert "TABLE_DENIED" == reason_of(caught.value)


async def test_a_hand_that_is_being_played_has_no_record(replicas: Replicas, helpers: Helpers) -> None:
    stub = replicas.stubs[0]
    party = await people.gather(stub, helpers, people=4)
    await people.to_move(stub, party)

    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await record_of(stub, party.table_id, 1)

    assert (grpc.StatusCode.FAILED_PRECONDITION, "HAND_NOT_ENDED") == (
        caught.value.code(),
        reason_of(caught.value),
    )


async def test_an_archived_match_is_what_the_table_was_and_outlives_it(
    replicas: Replicas, okey: pb.Table
) -> None:
    stub = replicas.stubs[1]
    live = await record_of(stub, okey.table_id, 2)
    request = pb.ListMatchesRequest(table_id=okey.table_id)
    while not (found := (await stub.ListMatches(request)).matches):
        await asyncio.sleep(0.05)
    replicas.forget(okey.table_id)

    assert (okey.config, okey.match, okey.hand) == (found[0].config, found[0].match, found[0].hands)
    assert list(okey.seats) == list(found[0].seats)
    assert live == await record_of(stub, okey.table_id, 2)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.GetTable(pb.GetTableRequest(table_id=okey.table_id))

    assert "TABLE_DENIED" == reason_of(caught.value)


async def test_a_list_of_matches_goes_on_where_the_page_ended(replicas: Replicas) -> None:
    stub = replicas.stubs[0]
    await asyncio.gather(*(finished(replicas) for _ in range(3)))
    whole, pages, token = [], 0, ""
    while True:
        page = await stub.ListMatches(pb.ListMatchesRequest(page_size=2, page_token=token))
        whole += [match.table_id for match in page.matches]
        pages += 1
        token = page.next_page_token
        if not token:
            break

    assert len(set(whole)) == len(whole) >= 3
    assert pages == (len(whole) + 1) // 2
