"""The order of the suite, what fails fast first, and the cluster that the tests of clients share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from services.cluster import supervisor
from services.cluster.supervisor import Cluster, Options

ROOT = Path(__file__).parent
ORDER = ("protos", "engine", "services", "golden", "audit", "bench", "deploy", "clients", "e2e", "faults")
"""The folders below ``tests``, as they run; within one, laws come after the plain tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _rank(item.path))


def _rank(path: Path) -> tuple[int, bool]:
    folder = path.relative_to(ROOT).parts[0]
    place = ORDER.index(folder) if folder in ORDER else -1
    return place, path.stem == "test_laws"


@pytest_asyncio.fixture(scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """Runs every service as a process, until the last test has ended."""
    folder = tmp_path_factory.mktemp("cluster")
    told: list[str] = []
    async with supervisor.running(Options(folder), told.append) as running:
        yield running
