"""The client against a whole cluster: changes are repeated, events arrive once and in order."""

import asyncio

import grpc
import pytest
import pytest_asyncio
from game101.v1 import table_service_pb2 as pb
from game101.v1.card_pb2 import CardRules
from game101.v1.game_pb2 import GameRules

from services.client import Client, failure_of, new_request_id

pytestmark = pytest.mark.timeout(100)


@pytest_asyncio.fixture
async def client(cluster):
    async with Client(table=cluster.address("table"), key=cluster.run.tenant_key) as opened:
        yield opened


def bots_alone(**more):
    """Returns a table on which four bots begin at once."""
    rules = GameRules(card=CardRules(overrides={"lose_above": 1}))
    bots = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level="BOT_LEVEL_LOW")
    return pb.TableConfig(rules=rules, seats=4, bots=bots, visibility=pb.VISIBILITY_PUBLIC, **more)


async def heard(client, table_id, **more):
    return [event async for event in client.watch(table_id, **more)]


async def test_a_repeated_change_is_made_once(client):
    request = pb.CreateTableRequest(config=bots_alone())
    first = await client.repeat(client.table.CreateTable, request)
    again = await client.repeat(client.table.CreateTable, request)

    assert len(request.request_id) == 36
    assert first.table.table_id == again.table.table_id


async def test_a_watch_yields_every_event_once_and_ends_after_the_last(client):
    created = await client.repeat(client.table.CreateTable, pb.CreateTableRequest(config=bots_alone()))
    events = await heard(client, created.table.table_id)
    later = await heard(client, created.table.table_id, from_sequence=5)

    assert list(range(1, len(events) + 1)) == [event.sequence for event in events]
    assert "match_ended" in {event.WhichOneof("kind") for event in events}
    assert events[4:] == later


async def test_a_watch_and_a_change_outlive_the_process_that_serves_them(client, cluster):
    created = await client.repeat(client.table.CreateTable, pb.CreateTableRequest(config=bots_alone()))
    events = []
    async for event in client.watch(created.table.table_id):
        events.append(event.sequence)
        if event.sequence == 10:
            cluster.processes["table"].kill()
            await client.repeat(client.table.CreateTable, pb.CreateTableRequest(config=bots_alone()))

    assert list(range(1, len(events) + 1)) == events


async def test_a_failure_tells_reason_and_facts(client):
    request = pb.CreateTableRequest(request_id=new_request_id(), config=bots_alone(hands=22))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.table.CreateTable(request)
    failure = failure_of(caught.value)

    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD") == (failure.code, failure.reason)
    assert "config.hands" == failure.facts["field"]
    assert not failure.may_repeat


async def test_the_key_goes_with_every_call(cluster):
    async with Client(table=cluster.address("table"), key="") as stranger:
        with pytest.raises(grpc.aio.AioRpcError) as unary:
            await stranger.table.ListTables(pb.ListTablesRequest())
        with pytest.raises(grpc.aio.AioRpcError) as stream:
            await anext(stranger.watch("any"))

    assert {"KEY_MISSING"} == {failure_of(each.value).reason for each in (unary, stream)}


async def test_patience_ends_when_nobody_answers():
    async with Client(table="127.0.0.1:1", key="k") as lonely:
        request = pb.CreateTableRequest(config=bots_alone())
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await asyncio.wait_for(lonely.repeat(lonely.table.CreateTable, request, patience=0.3), 30)

    assert failure_of(caught.value).may_repeat
