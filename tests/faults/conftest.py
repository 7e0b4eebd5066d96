from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.replicas import Helpers, Replicas


@pytest.fixture(scope="session")
async def helpers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Helpers]:
    started = Helpers(Path(tmp_path_factory.mktemp("runs")))
    await started.start()
    yield started
    await started.stop()


@pytest.fixture(scope="session")
async def replicas(helpers: Helpers) -> AsyncIterator[Replicas]:
    """Two table replicas on one store, for tests that kill nothing."""
    async with Replicas(helpers, 2, heartbeat_ms="300") as started:
        yield started
