"""Parts of the cluster that hang, lie or die: the table goes on, or waits and says so."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import grpc
import pytest
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.bad_bot import BROKEN, DEAD, HUNG, LYING, BadBot
from tests.faults.people import refused
from tests.faults.replicas import Child, Helpers, Replicas, new_id

FALLBACK = pb.MOVE_SOURCE_FALLBACK
BOTS = pb.BotFilling(fill=pb.BOT_FILL_AT_ONCE, level=people.LEVEL)


def sources(told: list[pb.TableEvent]) -> set[int]:
    return {event.move_made.source for event in told if event.HasField("move_made")}


@pytest.fixture(scope="module")
async def alone(helpers: Helpers) -> AsyncIterator[Replicas]:
    """One table replica."""
    async with Replicas(helpers, 1) as started:
        yield started


async def test_hands_of_bots_that_do_not_help_are_played_by_the_plainest_moves(helpers: Helpers) -> None:
    async with BadBot(HUNG) as bot:
        settings = {"bot_address": bot.address, "bot_patience_ms": "100"}
        async with Replicas(helpers, 1, **settings) as replicas:
            stub = replicas.stubs[0]
            for fault in (HUNG, LYING, BROKEN, DEAD):
                await bot.become(fault)
                created = await people.create(stub, bots=BOTS)
                watching = asyncio.create_task(people.events(stub, created.table.table_id))
                party = await people.gather(stub, helpers, people=4)
                seen = await people.to_move(stub, party)
                person = party.people[seen.table.header.seat]
                other_table = await stub.SubmitMove(await person.move_for(seen))
                told = await watching

                assert {FALLBACK} == sources(told), fault
                assert "match_ended" == people.kinds(told)[-1]
                assert 1 == other_table.header.ply
                assert (fault == DEAD) == (bot.asked == 0)


@asynccontextmanager
async def silent(part: Child, hangs: bool) -> AsyncIterator[None]:
    """Has a part hang, or be dead, for a while."""
    if hangs:
        os.kill(part.process.pid, signal.SIGSTOP)
    else:
        await part.kill()
    try:
        yield
    finally:
        if hangs:
            os.kill(part.process.pid, signal.SIGCONT)
        else:
            await part.again()


@pytest.mark.parametrize("hangs", [False, True])
async def test_a_move_waits_for_the_rules_and_the_clock_pauses(
    replicas: Replicas, helpers: Helpers, hangs: bool
) -> None:
    one, two = replicas.stubs
    party = await people.gather(one, helpers, people=4, no_clock=False)
    seen = await people.to_move(one, party)
    request = await party.people[seen.table.header.seat].move_for(seen)
    async with silent(helpers.children["rules"], hangs):
        failed = await refused(two.SubmitMove(request, timeout=20))
        waits = await people.until(one, party.table_id, "wait_changed")
        paused = (await one.GetTable(pb.GetTableRequest(table_id=party.table_id))).table
    goes_on = await people.until(one, party.table_id, "wait_changed", first=waits.sequence + 1)
    answer = await one.SubmitMove(request)

    assert (grpc.StatusCode.UNAVAILABLE, "RULES_UNAVAILABLE") == failed
    assert "RULES_UNAVAILABLE" == paused.waiting_for
    assert not paused.HasField("deadline")
    assert goes_on.wait_changed.HasField("deadline")
    assert "" == goes_on.wait_changed.waiting_for
    assert seen.table.header.ply + 1 == answer.header.ply


async def test_a_caller_without_patience_stops_no_clock(replicas: Replicas, helpers: Helpers) -> None:
    one = replicas.stubs[0]
    party = await people.gather(one, helpers, people=4, no_clock=False)
    seen = await people.to_move(one, party)
    request = await party.people[seen.table.header.seat].move_for(seen)
    async with silent(helpers.children["rules"], hangs=True):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await one.SubmitMove(request, timeout=0.5)
        table = (await one.GetTable(pb.GetTableRequest(table_id=party.table_id))).table

    assert caught.value.code() in {grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE}
    assert "" == table.waiting_for
    assert table.HasField("deadline")


async def test_bots_are_asked_again_after_a_wait_that_was_longer_than_their_patience(
    helpers: Helpers,
) -> None:
    async with Replicas(helpers, 1, bot_patience_ms="1000", stand_in_ms="1000") as replicas:
        stub = replicas.stubs[0]
        created = await people.create(stub, bots=BOTS)
        late = await people.gather(stub, helpers, people=4, no_clock=False, turn_time=timedelta(seconds=5))
        seen = await people.to_move(stub, late)
        watching = asyncio.create_task(people.events(stub, created.table.table_id))
        await people.until(stub, created.table.table_id, "move_made")
        async with silent(helpers.children["rules"], hangs=False):
            await people.until(stub, late.table_id, "turn_timed_out", "wait_changed")
            await asyncio.sleep(1.5)
        made = await people.until(stub, late.table_id, "move_made")
        told = await watching

    assert {pb.MOVE_SOURCE_BOT} == sources(told)
    assert "wait_changed" in people.kinds(told)
    assert (seen.table.header.seat, pb.MOVE_SOURCE_TIMEOUT) == (made.move_made.seat, made.move_made.source)


async def test_a_step_that_outlasts_its_lease_is_performed_by_one_replica(helpers: Helpers) -> None:
    patience = {"bot_patience_ms": "1000", "lease_ms": "200", "sweep_ms": "50"}
    async with (
        BadBot(HUNG) as bot,
        Replicas(helpers, 2, bot_address=bot.address, **patience) as replicas,
    ):
        table_id = (await people.create(replicas.stubs[0], bots=BOTS)).table.table_id
        first = await people.until(replicas.stubs[1], table_id, "move_made")
        second = await people.until(replicas.stubs[1], table_id, "move_made", first=first.sequence + 1)

    assert {FALLBACK} == {first.move_made.source, second.move_made.source}
    assert bot.asked <= 3


@pytest.mark.parametrize("part", ["dealer", "scoring"])
async def test_a_match_waits_for_what_it_needs_and_goes_on(
    alone: Replicas, helpers: Helpers, part: str
) -> None:
    child = helpers.children[part]
    stub = alone.stubs[0]
    await child.kill()
    try:
        created = await people.create(stub, bots=BOTS)
        waits = await people.until(stub, created.table.table_id, "wait_changed")
    finally:
        await child.again()
    told = await people.events(stub, created.table.table_id)

    assert f"{part.upper()}_UNAVAILABLE" == waits.wait_changed.waiting_for
    assert 2 <= people.kinds(told).count("wait_changed")
    assert "match_ended" == people.kinds(told)[-1]


async def test_a_bots_turn_waits_for_the_rules_and_goes_on(alone: Replicas, helpers: Helpers) -> None:
    stub = alone.stubs[0]
    party = await people.gather(stub, helpers, people=1)
    await people.to_move(stub, party)
    await helpers.children["rules"].kill()
    try:
        handing = pb.SetAutopilotRequest(
            request_id=new_id(),
            table_id=party.table_id,
            seat=1,
            seat_token=party.people[1].token,
            autopilot=True,
        )
        await stub.SetAutopilot(handing)
        waits = await people.until(stub, party.table_id, "wait_changed")
    finally:
        await helpers.children["rules"].again()
    told = await people.events(stub, party.table_id)

    assert "RULES_UNAVAILABLE" == waits.wait_changed.waiting_for
    assert "match_ended" == people.kinds(told)[-1]
