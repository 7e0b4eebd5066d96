"""Feeds and watchers on a real store; what they hear and what they read fit together."""

import asyncio
from collections.abc import AsyncIterator
from secrets import token_hex

import pytest
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.cluster.embedded_store import EmbeddedStore
from services.table.store import keys
from services.table.store.address import parse
from services.table.store.servers import Servers
from services.table.store.tables import Commit, Done, Tables
from services.table.watch import Feed, Hub
from tests.services.table.samples import ANSWERS_KEPT_MS


def event(sequence: int) -> store_pb.StoredEvent:
    return store_pb.StoredEvent(event=pb.TableEvent(sequence=sequence))


def sequences(told: list[store_pb.StoredEvent]) -> list[int]:
    return [each.event.sequence for each in told]


class Writer:
    """Writes events of one table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.table_id = token_hex(keys.TABLE_ID_LENGTH // 2)
        self._tag = b""
        self._last = 0

    async def write(self, count: int = 1) -> None:
        events = [event(self._last + 1 + number).SerializeToString() for number in range(count)]
        self._last += count
        outcome = await self._tables.commit(Commit(self.table_id, self._tag, 1, b"", None, events=events))

        assert isinstance(outcome, Done)
        self._tag = outcome.tag


class Watcher:
    """Watches a table and keeps what it saw."""

    def __init__(self, hub: Hub, table_id: str, first: int = 1) -> None:
        self.seen: list[int] = []
        self._task = asyncio.create_task(self._watch(hub, table_id, first))

    async def _watch(self, hub: Hub, table_id: str, first: int) -> None:
        async for batch in hub.batches(table_id, first, 0.2):
            self.seen += sequences(batch)

    async def until(self, last: int) -> list[int]:
        while not self.seen or self.seen[-1] < last:
            await asyncio.sleep(0.005)
        return self.seen

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.wait({self._task})


@pytest.fixture
async def hub(store: EmbeddedStore) -> AsyncIterator[tuple[Hub, Servers, Tables]]:
    made = Hub()
    servers = Servers(parse(store.url), made.heard, made.deaf)
    await servers.open()
    tables = Tables(servers, ANSWERS_KEPT_MS)
    made.attach(servers, tables)
    yield made, servers, tables
    await made.stop()
    servers.close()


async def test_a_watcher_gets_what_was_and_what_comes_in_order(hub) -> None:
    made, _, tables = hub
    writer = Writer(tables)
    await writer.write(3)
    watcher = Watcher(made, writer.table_id)
    await watcher.until(3)
    for _ in range(5):
        await writer.write(2)

    assert list(range(1, 14)) == await watcher.until(13)
    await watcher.stop()


async def test_a_watcher_that_begins_later_gets_only_the_later_events(hub) -> None:
    made, _, tables = hub
    writer = Writer(tables)
    await writer.write(10)
    watcher = Watcher(made, writer.table_id, first=8)
    await writer.write(1)

    assert [8, 9, 10, 11] == await watcher.until(11)
    await watcher.stop()


async def test_a_long_history_is_read_page_by_page(hub) -> None:
    made, _, tables = hub
    writer = Writer(tables)
    await writer.write(450)
    watcher = Watcher(made, writer.table_id)

    assert list(range(1, 451)) == await watcher.until(450)
    await watcher.stop()


async def test_what_was_missed_while_the_connection_was_gone_is_read(hub) -> None:
    made, servers, tables = hub
    writer = Writer(tables)
    await writer.write(1)
    watcher = Watcher(made, writer.table_id)
    await watcher.until(1)
    for _ in range(5):
        for link in servers._links.values():
            link._drop()
        await writer.write(1)

    assert list(range(1, 7)) == await watcher.until(6)
    await watcher.stop()


async def test_a_message_that_was_lost_without_a_sign_is_found_when_it_is_quiet(hub) -> None:
    made, servers, tables = hub
    writer = Writer(tables)
    await writer.write(1)
    watcher = Watcher(made, writer.table_id)
    await watcher.until(1)
    await servers.ask(
        keys.events(writer.table_id), "RPUSH", keys.events(writer.table_id), event(2).SerializeToString()
    )

    assert [1, 2] == await watcher.until(2)
    await watcher.stop()


async def test_a_bucket_is_listened_to_while_somebody_watches(hub) -> None:
    made, servers, tables = hub
    writer = Writer(tables)
    channel = keys.feed(keys.bucket(writer.table_id))

    async def listeners() -> int:
        return (await servers.ask(channel, "PUBSUB", "SHARDNUMSUB", channel))[1]

    watchers = [Watcher(made, writer.table_id) for _ in range(3)]
    await writer.write(1)
    for watcher in watchers:
        await watcher.until(1)
    during = await listeners()
    for watcher in watchers:
        await watcher.stop()
    while await listeners():
        await asyncio.sleep(0.01)

    assert 1 == during


def test_a_feed_with_a_gap_forgets_what_was_before_it():
    feed = Feed()
    for sequence in (1, 2, 5):
        feed.offer(event(sequence))

    assert [5] == sequences(feed.since(1))
    assert not feed.covers(4)
    assert feed.covers(5)
