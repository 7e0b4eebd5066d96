"""A replica that dies at a commit: before the store has it, after it, after the answer."""

import asyncio
from pathlib import Path

import pytest

from tests.faults import people
from tests.faults.history import Recorder
from tests.faults.proxy import AFTER, ANSWERED, BEFORE, Trap
from tests.faults.replicas import Helpers, Replicas
from tests.scale import scaled

ROUNDS = scaled(20)
"""How often a replica is killed at each point."""


@pytest.mark.timeout(60 + 30 * ROUNDS)
async def test_a_replica_that_dies_at_a_commit_loses_and_doubles_nothing(
    helpers: Helpers, tmp_path: Path
) -> None:
    points = [BEFORE, AFTER, ANSWERED] * ROUNDS
    killed: list[str] = []
    async with Replicas(helpers, 1, lease_ms="300") as replicas:
        store = Path(replicas.store.url.removeprefix("unix://"))
        async with Trap(tmp_path / "trap.sock", store) as trap:
            child = replicas.children[0]
            child.environ["GAME101_STORE_URL"] = f"unix://{trap.path}"
            await child.restart()
            histories = []
            while len(killed) < len(points):
                party = await people.gather(replicas.stubs[0], helpers, people=2, hands=2)
                playing = asyncio.create_task(Recorder(replicas, party).play())
                while len(killed) < len(points):
                    trap.arm(points[len(killed)], child.kill, skip=len(killed) * 5 % 13)
                    springing = asyncio.create_task(trap.sprung.wait())
                    await asyncio.wait({playing, springing}, return_when=asyncio.FIRST_COMPLETED)
                    if not springing.done():
                        springing.cancel()
                        break
                    killed.append(points[len(killed)])
                    await child.again()
                trap.disarm()
                histories.append(await playing)

    assert points == killed
    assert [] == [problem for history in histories for problem in history.problems()]
