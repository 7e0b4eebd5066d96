"""Watching: each replica hears a bucket once, and every watcher takes what it needs from there.

A feed keeps the latest events of one watched table. A watcher has a place in the sequence; what the feed does
not have (what is older, or was missed) it reads from the store. So no event is lost or seen twice.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import structlog
from game101.store.v1 import table_pb2 as store_pb

from services.table import metrics
from services.table.store import keys
from services.table.store.changes import StoreAway
from services.table.store.pipe import Lost, NotSent, Refused
from services.table.store.servers import Servers
from services.table.store.tables import Tables

_KEPT: Final = 256
"""Events of a table that a feed keeps."""
_PAGE: Final = 200
"""Events that are read from the store at once."""
_AGAIN_SECONDS: Final = 0.2

log = structlog.get_logger()


class Feed:
    """The latest events of one table, as heard."""

    def __init__(self) -> None:
        self.watchers = 0
        self.hearings = 0
        """Grows when messages may have been missed: watchers have to read from the store."""
        self.changed = asyncio.Event()
        """Is set, and replaced by another one, with all that is new: to be taken before one looks."""
        self._recent: deque[store_pb.StoredEvent] = deque(maxlen=_KEPT)

    def offer(self, told: store_pb.StoredEvent) -> None:
        """Takes an event that was heard."""
        if self._recent and told.event.sequence != self._recent[-1].event.sequence + 1:
            self._recent.clear()
            self.hearings += 1
        self._recent.append(told)
        self._wake()

    def miss(self) -> None:
        """Notes that messages may have been missed."""
        self.hearings += 1
        self._wake()

    def covers(self, sequence: int) -> bool:
        """Tells whether nothing from this event on is older than what is kept here."""
        return not self._recent or self._recent[0].event.sequence <= sequence

    def since(self, sequence: int) -> list[store_pb.StoredEvent]:
        """Returns the kept events from this one on."""
        return [told for told in self._recent if told.event.sequence >= sequence]

    def _wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class Hub:
    """All feeds of a replica. ``heard`` and ``deaf`` are for the store's connections."""

    def __init__(self) -> None:
        self._feeds: dict[str, Feed] = {}
        self._watched: Counter[int] = Counter()
        self._heard: dict[int, asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[bool]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._breaks = 0

    def attach(self, servers: Servers, tables: Tables) -> None:
        """Says where to listen and to read."""
        self._servers = servers
        self._tables = tables

    async def stop(self) -> None:
        """Ends what is under way."""
        tasks = {*self._leaving, *self._heard.values(), *filter(None, [self._listening])}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def heard(self, _channel: str, message: bytes) -> None:
        """Takes a message of a bucket: a table's id and an event."""
        table_id = message[: keys.TABLE_ID_LENGTH].decode()
        if (feed := self._feeds.get(table_id)) is not None:
            feed.offer(store_pb.StoredEvent.FromString(message[keys.TABLE_ID_LENGTH :]))

    def deaf(self) -> None:
        """Listens anew after a connection broke."""
        self._breaks += 1
        if self._heard and (self._listening is None or self._listening.done()):
            self._listening = asyncio.create_task(self._listen_anew(), name="listen")

    async def batches(
        self, table_id: str, first: int, idle_seconds: float
    ) -> AsyncIterator[list[store_pb.StoredEvent]]:
        """Yields a table's events from a number on, in order, for ever; nothing when it was idle for a while.

        Raises:
            StoreAway: The store does not answer.
        """
        async with self._feed(table_id) as feed:
            place, read_at = first, -1
            while True:
                changed = feed.changed
                if read_at != feed.hearings or not feed.covers(place):
                    hearings = feed.hearings
                    found = await self._read(table_id, place)
                    if len(found) < _PAGE:
                        read_at = hearings
                else:
                    found = feed.since(place)
                if found:
                    yield found
                    place = found[-1].event.sequence + 1
                elif not await _set_within(changed, idle_seconds):
                    # A message could have been missed without a sign: a look now and then finds out.
                    read_at = -1
                    yield []

    async def _read(self, table_id: str, first: int) -> list[store_pb.StoredEvent]:
        found = await self._tables.events(table_id, first, _PAGE)
        return [store_pb.StoredEvent.FromString(event) for event in found]

    @asynccontextmanager
    async def _feed(self, table_id: str) -> AsyncIterator[Feed]:
        bucket = keys.bucket(table_id)
        feed = self._feeds.setdefault(table_id, Feed())
        feed.watchers += 1
        self._watched[bucket] += 1
        metrics.WATCHERS.inc()
        try:
            await self._listen(bucket)
            yield feed
        finally:
            metrics.WATCHERS.dec()
            feed.watchers -= 1
            self._watched[bucket] -= 1
            if not feed.watchers:
                self._feeds.pop(table_id, None)
            if not self._watched[bucket]:
                self._listen_no_more(bucket)

    async def _listen(self, bucket: int) -> None:
        """Returns once the bucket is heard; the first watcher sees to it."""
        if bucket not in self._heard:
            self._heard[bucket] = asyncio.create_task(self._servers.subscribe(keys.feed(bucket)))
        heard = self._heard[bucket]
        try:
            await asyncio.shield(heard)
        except (NotSent, Lost, Refused) as error:
            if self._heard.get(bucket) is heard:
                del self._heard[bucket]
            raise StoreAway from error

    def _listen_no_more(self, bucket: int) -> None:
        del self._watched[bucket]
        if self._heard.pop(bucket, None) is not None:
            task = asyncio.create_task(self._tell(self._servers.unsubscribe, bucket))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _listen_anew(self) -> None:
        """Subscribes to every bucket again, until that works and no connection breaks meanwhile.

        Those who watch a bucket look into the store as soon as it is heard again.
        """
        waiting, breaks = set(self._heard), self._breaks
        while waiting:
            done = {bucket for bucket in waiting if await self._tell(self._servers.subscribe, bucket)}
            for table_id, feed in self._feeds.items():
                if keys.bucket(table_id) in done:
                    feed.miss()
            waiting = (waiting - done) & set(self._heard)
            if breaks != self._breaks:
                waiting, breaks = set(self._heard), self._breaks
            if waiting:
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _tell(self, act: Callable[[str], Awaitable[None]], bucket: int) -> bool:
        try:
            await act(keys.feed(bucket))
        except (NotSent, Lost, Refused):
            return False
        return True


async def _set_within(changed: asyncio.Event, seconds: float) -> bool:
    """Waits for something new; returns whether it came in time."""
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        return False
    return True
