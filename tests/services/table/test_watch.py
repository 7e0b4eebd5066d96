"""Feeds and watchers on a real store; what they hear and what they read fit together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from itertools import permutations
from secrets import token_hex
from typing import Any

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


class Shelf:
    """A store's events of one table, and who listens: a step may follow right behind each answer."""

    def __init__(self, *steps: Callable[[], None]) -> None:
        self.kept = [event(number).SerializeToString() for number in range(1, 5)]
        self.listening: set[str] = set()
        self.steps = list(steps)

    async def events(self, _table_id: str, first: int, count: int) -> list[bytes]:
        found = self.kept[first - 1 :][:count]
        self._step()
        return found

    async def subscribe(self, channel: str) -> None:
        await asyncio.sleep(0)
        self.listening.add(channel)
        self._step()

    async def unsubscribe(self, channel: str) -> None:
        self.listening.discard(channel)

    def _step(self) -> None:
        if self.steps:
            self.steps.pop(0)()


def hub_of(shelf: Any) -> Hub:
    made = Hub()
    made.attach(shelf, shelf)
    return made


NEVER = 1e6
"""Seconds after which a watcher would look by itself: more than any test has."""
TABLE_ID = "0" * keys.TABLE_ID_LENGTH


async def seen_up_to(hub: Hub, first: int, last: int) -> list[int]:
    """Returns what a watcher gets that begins at a number, up to the last one."""
    seen: list[int] = []
    async with aclosing(hub.batches(TABLE_ID, first, NEVER)) as batches:
        async for batch in batches:
            seen += sequences(batch)
            if seen and seen[-1] >= last:
                return seen
    return seen


async def test_an_event_that_comes_right_behind_an_empty_answer_is_not_slept_through() -> None:
    def come() -> None:
        shelf.kept.append(event(5).SerializeToString())
        hub.heard("", TABLE_ID.encode() + shelf.kept[-1])

    shelf = Shelf(lambda: None, come)
    hub = hub_of(shelf)

    assert [5] == await asyncio.wait_for(seen_up_to(hub, 5, 5), 10)


@pytest.mark.parametrize("order", [*permutations((5, 6, 7))])
@pytest.mark.parametrize("pause", [True, False])
async def test_events_that_are_heard_in_any_order_are_seen_at_once_and_in_theirs(
    order: tuple[int, ...], pause: bool
) -> None:
    shelf = Shelf()
    hub = hub_of(shelf)
    watching = asyncio.create_task(seen_up_to(hub, 1, 7))
    await asyncio.sleep(0.01)
    shelf.kept += [event(number).SerializeToString() for number in (5, 6, 7)]
    for number in order:
        hub.heard("", TABLE_ID.encode() + shelf.kept[number - 1])
        if pause:
            await asyncio.sleep(0.001)

    assert [1, 2, 3, 4, 5, 6, 7] == await asyncio.wait_for(watching, 10)


@pytest.mark.parametrize("again", range(1, 7))
async def test_a_break_at_any_moment_of_listening_anew_leaves_no_bucket_unheard(again: int) -> None:
    def broken() -> None:
        shelf.listening.clear()
        hub.deaf()

    shelf = Shelf()
    hub = hub_of(shelf)
    tables = {keys.bucket(f"{number:024x}"): f"{number:024x}" for number in range(40)}
    watchers = [Watcher(hub, table_id) for table_id in list(tables.values())[:5]]
    for watcher in watchers:
        await watcher.until(4)
    heard = set(shelf.listening)
    shelf.steps = [(lambda: None)] * (again - 1) + [broken]
    broken()
    async with asyncio.timeout(10):
        while shelf.steps or not hub._listening.done():
            await asyncio.sleep(0.01)

    assert 5 == len(heard)
    assert heard == shelf.listening
    for watcher in watchers:
        await watcher.stop()
