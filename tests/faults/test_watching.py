"""Watching: each event once and in order, whatever breaks; each viewer what it may see."""

import asyncio
import random
from collections.abc import AsyncIterator

import grpc
import pytest
import redis
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceStub

from services.runtime import clients
from services.table.store import keys
from tests.faults import people
from tests.faults.people import reason_of
from tests.faults.replicas import Helpers, Replicas, new_id
from tests.scale import scaled

BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)
CUTS = 50


async def test_a_watcher_that_is_cut_again_and_again_sees_each_event_once(replicas: Replicas) -> None:
    chance = random.Random(1)
    # Enough hands for all cuts, even if every hand is a short one.
    created = await people.create(replicas.stubs[0], bots=BOTS, hands=9)
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


@pytest.fixture(scope="module")
async def alone(helpers: Helpers) -> AsyncIterator[Replicas]:
    """One table replica, which has little patience with slow readers."""
    async with Replicas(helpers, 1, lease_ms="300", slow_reader_seconds="0.3") as started:
        yield started


@pytest.mark.parametrize("first", [2**62, 2**63 - 1, 2**63, 2**64 - 1])
async def test_an_event_that_never_comes_is_waited_for(replicas: Replicas, first: int) -> None:
    stub = replicas.stubs[0]
    table_id = (await people.create(stub)).table.table_id
    watching = stub.WatchEvents(pb.WatchEventsRequest(table_id=table_id, from_sequence=first))
    answer = await watching.read()
    watching.cancel()

    assert answer.HasField("heartbeat")


async def test_a_watcher_hears_on_when_the_store_is_killed(alone: Replicas) -> None:
    stub = alone.stubs[0]
    created = await people.create(stub, bots=BOTS, hands=2)
    watching = asyncio.create_task(people.events(stub, created.table.table_id))
    await people.until(stub, created.table.table_id, "move_made")
    await asyncio.to_thread(alone.store.kill)
    await asyncio.to_thread(alone.store.start)
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


async def to_the_end(call, seen: list[pb.TableEvent]) -> None:
    while (answer := await call.read()) is not grpc.aio.EOF:
        seen.append(answer.event)


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
        await to_the_end(call, [])

    assert "TABLE_DENIED" == reason_of(caught.value)


def make_eventful(replicas: Replicas, table_id: str, last: int) -> None:
    """Gives a new table more events than fit between a server and its client."""
    told = [
        store_pb.StoredEvent(
            event=pb.TableEvent(sequence=sequence, seat_changed=pb.SeatChanged(seat=pb.Seat(player="x" * 64)))
        )
        for sequence in range(3, last + 1)
    ]
    with redis.Redis.from_url(replicas.store.url) as store:
        store.rpush(keys.events(table_id), *(event.SerializeToString() for event in told))


async def test_a_watcher_that_does_not_read_is_cut_off_and_can_go_on(
    alone: Replicas, helpers: Helpers
) -> None:
    last = 5_000
    table_id = (await people.create(alone.stubs[0])).table.table_id
    await people.until(alone.stubs[0], table_id, "deal_committed")
    make_eventful(alone, table_id, last)
    narrow = clients.stub(
        TableServiceStub,
        alone.children[0].address,
        key=helpers.run.tenant_key,
        options=(("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0)),
    )
    call = narrow.WatchEvents(pb.WatchEventsRequest(table_id=table_id))
    seen = [(await call.read()).event]
    await asyncio.sleep(1.0)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await to_the_end(call, seen)
    again = narrow.WatchEvents(pb.WatchEventsRequest(table_id=table_id, from_sequence=len(seen) + 1))
    while len(seen) < last:
        seen.append((await again.read()).event)
    again.cancel()
    await clients.close(narrow)

    assert (grpc.StatusCode.RESOURCE_EXHAUSTED, "SLOW_READER") == (
        caught.value.code(),
        reason_of(caught.value),
    )
    assert list(range(1, last + 1)) == [event.sequence for event in seen]
