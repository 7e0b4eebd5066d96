"""A replica that dies at each step of a hand-over: before the store has it, after it, after the answer."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest
from game101.v1 import table_service_pb2 as pb

from tests.faults import people
from tests.faults.history import PASSING, History, Recorder
from tests.faults.people import Party, reason_of
from tests.faults.proxy import AFTER, ANSWERED, BEFORE, Committed, Trap
from tests.faults.replicas import Helpers, Replicas, new_id
from tests.scale import scaled

KILLS = scaled(30, few=1)
"""How often a replica is killed at each step, at one point after the other."""
TOO_SOON_OR_LATE = {"SCORES_NOT_AWAITED", "SCORES_NOT_ENTERED", "WRONG_HAND"}
"""Reasons with which scores are refused that are not awaited yet, or no more."""
LAST_STEP_SECONDS = 1.0
"""How long the archive may have a match before its table says so."""
POINTS = (BEFORE, AFTER, ANSWERED)


def telling(kind: str) -> Callable[[Committed], bool]:
    return lambda change: any(told.event.WhichOneof("kind") == kind for told in change.events)


def moved_by(source: "pb.MoveSource") -> Callable[[Committed], bool]:
    return lambda change: any(
        told.event.HasField("move_made") and told.event.move_made.source == source for told in change.events
    )


STEPS = {
    "a player moves": moved_by(pb.MOVE_SOURCE_PLAYER),
    "a bot moves": moved_by(pb.MOVE_SOURCE_BOT),
    "the hand is scored": telling("hand_ended"),
    "the deal is revealed": telling("deal_revealed"),
    "the dealer commits": telling("deal_committed"),
    "the hand is dealt": telling("hand_started"),
    "the match is archived": lambda change: change.table.archived,
}
"""Every step between the moves of one hand and those of the next, and after the last, in order."""
STEPS_BY_HAND = {
    "the scores are awaited": telling("scores_awaited"),
    "the scores are entered": lambda change: len(change.table.pending.entered) > 0,
    "the confirmed scores are booked": telling("hand_ended"),
}
"""Those that manual scores add."""


async def confirm(replicas: Replicas, party: Party, hands: int) -> None:
    """Enters and confirms the scores of each hand, again and again until it is done."""
    owner = {"table_id": party.table_id, "owner_token": party.owner_token}
    hand = 1
    while hand <= hands:
        entered = pb.EnterScoresRequest(request_id=new_id(), **owner, points=[5, 10, 15, 20])
        confirmed = pb.ConfirmScoresRequest(request_id=new_id(), **owner, hand=hand)
        try:
            await replicas.stubs[0].EnterScores(entered)
            await replicas.stubs[0].ConfirmScores(confirmed)
            hand += 1
        except grpc.aio.AioRpcError as error:
            if error.code() not in PASSING:
                if reason_of(error) not in TOO_SOON_OR_LATE:
                    raise
                hand += reason_of(error) == "WRONG_HAND"
            await asyncio.sleep(0.05)


async def killed_at(
    replicas: Replicas, trap: Trap, wanted: list[tuple[str, str]], steps: dict[str, Callable], **config
) -> tuple[list[tuple[str, str]], list[History]]:
    """Kills the replica at each point of each step that is wanted, in match after match."""
    child, killed, histories = replicas.children[0], [], []
    while len(killed) < len(wanted):
        party = await people.gather(replicas.stubs[0], replicas.helpers, people=2, hands=2, **config)
        tasks = [asyncio.create_task(Recorder(replicas, party).play())]
        if config:
            tasks.append(asyncio.create_task(confirm(replicas, party, 2)))
        over = asyncio.create_task(archived(replicas, party))
        is_dead = False
        for name, point in wanted[len(killed) :]:
            # The trap is there before the replica is back, which goes on at once.
            trap.arm(point, child.kill, steps[name])
            if is_dead:
                await child.again()
            is_dead = await sprung_before(over, trap)
            if not is_dead:
                break
            killed.append((name, point))
        trap.disarm()
        if is_dead:
            await child.again()
        await over
        histories.append((await asyncio.gather(*tasks))[0])
    return killed, histories


async def sprung_before(over: asyncio.Task[None], trap: Trap) -> bool:
    """Tells whether a trap springs, before a match is over or with its last step."""
    springing = asyncio.create_task(trap.sprung.wait())
    await asyncio.wait({over, springing}, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.wait({springing}, timeout=LAST_STEP_SECONDS)
    springing.cancel()
    return trap.sprung.is_set()


async def archived(replicas: Replicas, party: Party) -> None:
    """Returns when the archive has the match."""
    while True:
        try:
            asked = pb.ListMatchesRequest(table_id=party.table_id)
            if (await replicas.stubs[0].ListMatches(asked)).matches:
                return
        except grpc.aio.AioRpcError as error:
            if error.code() not in PASSING:
                raise
        await asyncio.sleep(0.1)


def kills(steps: dict[str, Callable]) -> Iterator[tuple[str, str]]:
    for round_ in range(KILLS):
        for at, name in enumerate(steps, round_):
            yield name, POINTS[at % len(POINTS)]


@pytest.mark.timeout(90 + 30 * KILLS)
@pytest.mark.parametrize(
    ("steps", "config"),
    [(STEPS, {}), (STEPS_BY_HAND, {"scoring_mode": pb.SCORING_MODE_MANUAL})],
    ids=["computed", "by hand"],
)
async def test_a_replica_that_dies_at_a_step_loses_and_doubles_nothing(
    helpers: Helpers, tmp_path: Path, steps: dict[str, Callable], config
) -> None:
    wanted = [*kills(steps)]
    async with Replicas(helpers, 1, lease_ms="300") as replicas:
        store = Path(replicas.store.url.removeprefix("unix://"))
        async with Trap(tmp_path / "trap.sock", store) as trap:
            child = replicas.children[0]
            child.environ["GAME101_STORE_URL"] = f"unix://{trap.path}"
            await child.restart()
            killed, histories = await killed_at(replicas, trap, wanted, steps, **config)

    assert wanted == killed
    assert [] == [problem for history in histories for problem in history.problems()]
