"""A real store for the tests of the table service: one Valkey server for all, and one in cluster mode."""

from collections.abc import AsyncIterator, Iterator

import pytest

from services.cluster.embedded_store import EmbeddedStore
from services.table.store.address import parse
from services.table.store.servers import Servers
from services.table.store.tables import Tables
from tests.services.table.samples import ANSWERS_KEPT_MS


@pytest.fixture(scope="session")
def store() -> Iterator[EmbeddedStore]:
    with EmbeddedStore(options={"appendfsync": "no"}) as server:
        yield server


@pytest.fixture
async def servers(store: EmbeddedStore) -> AsyncIterator[Servers]:
    opened = Servers(parse(store.url), lambda _channel, _message: None, lambda: None)
    await opened.open()
    yield opened
    opened.close()


@pytest.fixture
async def tables(servers: Servers) -> Tables:
    return Tables(servers, ANSWERS_KEPT_MS)
