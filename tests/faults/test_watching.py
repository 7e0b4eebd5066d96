"""Watching: each event once and in order, whatever breaks; each viewer what it may see."""

import asyncio
import random

import grpc
import pytest
import redis
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.people import reason_of
from tests.faults.replicas import Helpers, Replicas, new_id
from tests.scale import scaled

BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)
CUTS = 50


async def test_a_watcher_that_is_cut_again_and_again_sees_each_event_once(replicas: Replicas) -> None:
    chance = random.Random(1)
    created = await people.create(replicas.stubs[0], bots=BOTS, hands=3)
    table_id = created.table.table_id
    seen: list[pb.TableEvent] = []
    cuts = 0
    while not (seen and seen[-1].HasField("match_ended")):
        request = pb.WatchEventsRequest(table_id=table_id, from_sequence=len(seen) + 1)
        call = replicas.stubs[cuts % 2].WatchEvents(request)
        left = chance.randint(1, 6) if cuts < CUTS else 10_000
        async for answer in call:
            if answer.HasField("event"):
                seen.append(answer.event)
                left -= 1
            if not left:
                call.cancel()
                cuts += 1
                break
    whole = await people.events(replicas.stubs[0], table_id)

    assert CUTS == cuts
    assert whole == seen


async def test_a_watcher_hears_on_when_the_store_is_killed(helpers: Helpers) -> None:
    async with Replicas(helpers, 1, lease_ms="300") as replicas:
        stub = replicas.stubs[0]
        created = await people.create(stub, bots=BOTS, hands=3)
        watching = asyncio.create_task(people.events(stub, created.table.table_id))
        await people.until(stub, created.table.table_id, "move_made")
        await asyncio.to_thread(replicas.store.kill)
        await asyncio.to_thread(replicas.store.start)
        seen = await watching

    assert list(range(1, len(seen) + 1)) == [event.sequence for event in seen]
    assert "match_ended" == people.kinds(seen)[-1]


async def test_many_watchers_share_a_few_connections_to_the_store(replicas: Replicas) -> None:
    stub = replicas.stubs[0]
    tables = [(await people.create(stub)).table.table_id for _ in range(20)]
    calls = [
        stub.WatchEvents(pb.WatchEventsRequest(table_id=tables[number % 20]))
        for number in range(scaled(2_000))
    ]
    firsts = await asyncio.gather(*(call.read() for call in calls))
    with redis.Redis.from_url(replicas.store.url) as store:
        connections = len(store.client_list()) - 1
    for call in calls:
        call.cancel()

    assert {"table_created"} == {first.event.WhichOneof("kind") for first in firsts}
    assert connections <= 8


async def test_an_idle_watcher_hears_that_the_stream_is_alive(replicas: Replicas) -> None:
    created = await people.create(replicas.stubs[0])
    call = replicas.stubs[1].WatchEvents(
        pb.WatchEventsRequest(table_id=created.table.table_id, from_sequence=1)
    )
    async for answer in call:
        if answer.HasField("heartbeat"):
            call.cancel()
            break

    assert answer.heartbeat.last_sequence >= 1


async def test_only_its_own_seat_sees_what_it_draws(replicas: Replicas, helpers: Helpers) -> None:
    stub = replicas.stubs[0]
    party = await people.gather(stub, helpers, people=2)
    for person in party.people.values():
        await stub.SetAutopilot(
            pb.SetAutopilotRequest(
                request_id=new_id(),
                table_id=party.table_id,
                seat=person.seat,
                seat_token=person.token,
                autopilot=True,
            )
        )
    one, two = party.people[1], party.people[2]
    of_one, of_two, of_all = await asyncio.gather(
        people.events(stub, party.table_id, seat=1, seat_token=one.token),
        people.events(stub, party.table_id, seat=2, seat_token=two.token),
        people.events(stub, party.table_id),
    )

    differ = {
        event.WhichOneof("kind") for event, public in zip(of_one, of_all, strict=True) if event != public
    }
    assert {"hand_started", "move_made"} == differ
    for mine, others, public in zip(of_one, of_two, of_all, strict=True):
        assert mine.sequence == others.sequence == public.sequence
        if mine.move_made.seat == 1:
            assert others == public


async def test_nobody_watches_a_private_table_or_a_seat_without_the_right(
    replicas: Replicas, helpers: Helpers
) -> None:
    stub = replicas.stubs[0]
    party = await people.gather(stub, helpers, people=2, visibility=pb.VISIBILITY_PRIVATE)
    tokens = [
        {},
        {"seat": 1},
        {"seat": 1, "seat_token": party.people[2].token},
        {"seat": 5, "seat_token": party.people[1].token},
    ]
    for viewer in tokens:
        for call in (
            stub.WatchEvents(pb.WatchEventsRequest(table_id=party.table_id, **viewer)).read(),
            stub.GetView(pb.TableServiceGetViewRequest(table_id=party.table_id, **viewer)),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call

            assert "TABLE_DENIED" == reason_of(caught.value)


async def to_the_end(call) -> None:
    while await call.read() is not grpc.aio.EOF:
        pass


async def test_a_player_who_has_left_hears_nothing_more(replicas: Replicas, helpers: Helpers) -> None:
    stub = replicas.stubs[0]
    party = await people.gather(stub, helpers, people=2)
    person = party.people[2]
    call = stub.WatchEvents(pb.WatchEventsRequest(table_id=party.table_id, seat=2, seat_token=person.token))
    await call.read()
    await replicas.stubs[1].LeaveSeat(
        pb.LeaveSeatRequest(request_id=new_id(), table_id=party.table_id, seat=2, token=person.token)
    )

    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await to_the_end(call)

    assert "TABLE_DENIED" == reason_of(caught.value)
