"""A replica that dies at a commit: before the store has it, after it, after the answer."""

import asyncio
from pathlib import Path

import pytest

from tests.faults import people
from tests.faults.history import Recorder
from tests.faults.proxy import AFTER, ANSWERED, BEFORE, Trap
from tests.faults.replicas import Helpers, Replicas
from tests.scale import scaled


@pytest.mark.parametrize("point", [BEFORE, AFTER, ANSWERED])
async def test_a_replica_that_dies_at_a_commit_loses_and_doubles_nothing(
    helpers: Helpers, tmp_path: Path, point: str
) -> None:
    kills = scaled(20)
    async with Replicas(helpers, 1, lease_ms="300") as replicas:
        store = Path(replicas.store.url.removeprefix("unix://"))
        async with Trap(tmp_path / "trap.sock", store) as trap:
            child = replicas.children[0]
            child.environ["GAME101_STORE_URL"] = f"unix://{trap.path}"
            await child.restart()
            party = await people.gather(
                replicas.stubs[0], helpers, people=2, rules=people.CARD, seats=3, hands=2
            )
            playing = asyncio.create_task(Recorder(replicas, party).play())
            killed = 0
            while killed < kills and not playing.done():
                trap.arm(point, child.kill, skip=killed % 7)
                await asyncio.wait(
                    {playing, asyncio.create_task(trap.sprung.wait())},
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if trap.sprung.is_set():
                    killed += 1
                    await child.again()
            history = await playing

    assert killed > 0
    assert [] == history.problems()
