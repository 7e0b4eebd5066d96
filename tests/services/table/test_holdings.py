"""The quota of tables on a real store: what is asked for at once gets exactly what is free."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace

import pytest

from services.cluster.embedded_store import EmbeddedStore
from services.runtime import calls
from services.runtime.callers import Caller
from services.runtime.quotas import Quota
from services.table.book import Book
from services.table.holdings import Holdings
from services.table.store.address import parse
from services.table.store.servers import Servers
from services.table.store.tables import Tables
from services.wire.status import CallError
from tests.services.table.samples import ANSWERS_KEPT_MS

LIMIT = 3


@pytest.fixture
def tenant(request: pytest.FixtureRequest) -> Iterator[str]:
    """A tenant with a quota of tables, which calls."""
    name = request.node.name
    caller = Caller(tenant=name, quota=Quota(tables=LIMIT))
    token = calls.CURRENT.set(SimpleNamespace(caller=caller, tenant=name))
    yield name
    calls.CURRENT.reset(token)


@pytest.fixture
async def replicas(store: EmbeddedStore) -> AsyncIterator[list[Holdings]]:
    """What two replicas of the table count by."""
    made, servers = [], []
    for _ in range(2):
        opened = Servers(parse(store.url), lambda _channel, _message: None, lambda: None)
        await opened.open()
        tables = Tables(opened, ANSWERS_KEPT_MS)
        await tables.load("")
        servers.append(opened)
        made.append(Holdings(opened, Book(tables, 10, 2_000, lambda _table: None)))
    yield made
    for each in servers:
        each.close()


@pytest.mark.parametrize("held", range(LIMIT + 1))
@pytest.mark.parametrize("asked", [1, 2, 5])
async def test_as_many_as_are_free_are_put_down_whoever_asks_at_once(
    tenant: str, replicas: list[Holdings], held: int, asked: int
) -> None:
    for number in range(held):
        await replicas[0].reserve(f"{number:024x}")
    outcomes = await asyncio.gather(
        *(replicas[number % 2].reserve(f"{held + number:024x}") for number in range(asked)),
        return_exceptions=True,
    )
    refused = [each for each in outcomes if isinstance(each, CallError)]

    assert len(outcomes) - len(refused) == outcomes.count(None) == min(asked, LIMIT - held)
    await asyncio.gather(*(replicas[1].reserve(f"{number:024x}") for number in range(held)))
