"""Clocks, time-outs, autopilot: a bot completes a late turn, and a player takes the seat back at any time."""

import asyncio
import sys
from collections.abc import Sequence
from datetime import timedelta

import pytest
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.bad_bot import BROKEN, DEAD, HUNG, LYING, BadBot
from tests.faults.replicas import Helpers, Replicas, new_id
from tests.scale import scaled

MOVED_PLAINLY = frozenset({pb.MOVE_SOURCE_FALLBACK})
TURN = {"no_clock": False, "turn_time": timedelta(seconds=5)}


async def turn_of(stub, party: people.Party, seat: int) -> list[pb.TableEvent]:
    """Returns the events of a timed out turn of a seat, from the first event to the turn's last move."""
    found = []
    call = stub.WatchEvents(pb.WatchEventsRequest(table_id=party.table_id))
    timed_out = False
    async for answer in call:
        found.append(answer.event)
        timed_out |= answer.event.turn_timed_out.seat == seat
        if timed_out and answer.event.HasField("move_made") and answer.event.move_made.header.seat != seat:
            call.cancel()
            break
    return found


def sources_after(told: list[pb.TableEvent], kind: str) -> set[int]:
    place = people.kinds(told).index(kind)
    return {event.move_made.source for event in told[place:] if event.HasField("move_made")}


async def lateness_of(stub, helpers: Helpers) -> int:
    """Returns how many ms after its deadline the first turn of a table of its own is ended."""
    party, _ = await first_to_move(stub, helpers)
    started = await people.until(stub, party.table_id, "hand_started")
    late = await people.until(stub, party.table_id, "turn_timed_out")
    return late.time.ToMilliseconds() - started.hand_started.deadline.ToMilliseconds()


async def test_no_turn_ends_before_its_time_on_many_tables_at_once(
    replicas: Replicas, helpers: Helpers, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = scaled(200)
    late = await asyncio.gather(
        *(lateness_of(replicas.stubs[number % 2], helpers) for number in range(tables))
    )
    with capsys.disabled():
        sys.stdout.write(f"\n{tables} turns ended after their time: {spread(late)}\n")

    assert min(late) >= 0


def spread(late: Sequence[int]) -> str:
    ordered = sorted(late)
    median, nearly_all = (ordered[round(share * (len(late) - 1))] for share in (0.5, 0.99))
    return f"median {median} ms, 99 % within {nearly_all} ms, at most {ordered[-1]} ms"


async def first_to_move(stub, helpers: Helpers, **config) -> tuple[people.Party, int]:
    party = await people.gather(stub, helpers, people=4, **TURN, **config)
    seen = await people.to_move(stub, party)
    return party, seen.table.header.seat


async def test_late_turns_are_completed_and_a_seat_that_is_late_too_often_is_played_on(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    party, seat = await first_to_move(one, helpers, timeouts_to_autopilot=1)
    told = await turn_of(two, party, seat)
    kinds = people.kinds(told)

    late = kinds.index("turn_timed_out")
    assert kinds.index("clock_warning") < late
    assert "seat_changed" in kinds[late:]
    assert {pb.MOVE_SOURCE_TIMEOUT} == sources_after(told, "turn_timed_out")
    seats = (await one.GetTable(pb.GetTableRequest(table_id=party.table_id))).table.seats
    assert seats[seat - 1].autopilot


async def test_late_turns_are_completed_by_plain_moves_when_the_bot_is_no_help(
    helpers: Helpers, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = (HUNG, LYING, BROKEN, DEAD)
    by_fault = await asyncio.gather(*(late_turns_with(fault, scaled(30, few=2), helpers) for fault in faults))
    for fault, turns in zip(faults, by_fault, strict=True):
        late = [lateness_of_first_move(told) for told in turns]
        with capsys.disabled():
            sys.stdout.write(f"\nbot {fault}: {len(late)} plain moves after the time: {spread(late)}\n")

        assert {MOVED_PLAINLY} == {frozenset(sources_after(told, "turn_timed_out")) for told in turns}
        assert min(late) >= 0


async def late_turns_with(fault: str, tables: int, helpers: Helpers) -> list[list[pb.TableEvent]]:
    """Returns what some tables tell whose bot is no help, each up to the end of its first turn."""
    async with BadBot(fault) as bot, Replicas(helpers, 1, bot_address=bot.address) as replicas:
        await bot.become(fault)
        stub = replicas.stubs[0]
        parties = await asyncio.gather(*(first_to_move(stub, helpers) for _ in range(tables)))
        turns = await asyncio.gather(*(turn_of(stub, *each) for each in parties))
    assert bot.asked > 0 or fault == DEAD
    return turns


def lateness_of_first_move(told: list[pb.TableEvent]) -> int:
    """Returns how many ms after the first turn's deadline a move is made for it."""
    started = next(event.hand_started for event in told if event.HasField("hand_started"))
    moved = next(event for event in told if event.HasField("move_made"))
    return moved.time.ToMilliseconds() - started.deadline.ToMilliseconds()


async def test_a_seat_is_handed_to_a_bot_and_taken_back_in_the_middle_of_a_turn(
    replicas: Replicas, helpers: Helpers
) -> None:
    one, two = replicas.stubs
    # Bots may end a hand before it is the person's turn again: there are more hands than that takes.
    party = await people.gather(one, helpers, people=1, hands=9)
    person = party.people[1]

    async def autopilot(stub, on: bool) -> pb.SetAutopilotResponse:
        return await stub.SetAutopilot(
            pb.SetAutopilotRequest(
                request_id=new_id(), table_id=party.table_id, seat=1, seat_token=person.token, autopilot=on
            )
        )

    place, moved = 1, 0
    for _ in range(4):
        seen = await people.to_move(one, party, place)
        answer = await two.SubmitMove(await person.move_for(seen))
        moved += 1
        place = answer.sequence
        await autopilot(one, on=True)
        await asyncio.sleep(0.02)
        await autopilot(two, on=False)
    await autopilot(one, on=True)
    told = await people.events(two, party.table_id)

    by_player = [event for event in told if event.move_made.source == pb.MOVE_SOURCE_PLAYER]
    assert moved == len(by_player)
    assert "match_ended" == people.kinds(told)[-1]
    assert list(range(1, len(told) + 1)) == [event.sequence for event in told]
