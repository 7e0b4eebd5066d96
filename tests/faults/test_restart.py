"""Rolling restarts of every service, two processes each, under load: no call fails that the shipped client
configuration makes, and no event is lost."""

import asyncio

import pytest

from services.runtime import clients
from tests.faults.load import STUBS, Traffic
from tests.faults.whole import Whole
from tests.scale import scaled

ROUNDS = scaled(20, few=2)
SETTLE_SECONDS = 2.5
"""How long a new process serves before the next one is stopped: clients look for it every two seconds."""


@pytest.mark.timeout(60 + 40 * ROUNDS)
async def test_no_call_fails_while_every_service_is_restarted(tmp_path):
    settings = {"lame_duck_seconds": 1, "grace_seconds": 5}
    async with Whole(tmp_path, copies=2, settings=lambda _part: settings) as cluster:
        stubs = {name: cluster.stub(make, name) for name, make in STUBS.items()}
        async with Traffic(stubs) as traffic:
            for step in range(2 * ROUNDS):
                await cluster.restart(step % 2)
                await asyncio.sleep(SETTLE_SECONDS)
        await clients.close(*stubs.values())

    assert [] == traffic.problems()
    assert traffic.load.count > 500
    assert len(traffic.watcher.told) > 100
