"""The tables at hand: read from the store when they are not, written through it always.

What is at hand may be old; the store's script finds out when a change is written.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2

from services.table import census, metrics, owed, stored
from services.table.change import Change
from services.table.store import changes as store
from services.table.store.changes import Answer, Answered, Commit, Done, Early, Loaded, Stale
from services.table.store.clock import StoreClock
from services.table.store.tables import Tables

HEAD_START_MS: Final = 150
"""How long a replica that has a debt's time in its own timer is left alone with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A state of a table that was in the store. Its messages are never changed."""

    tag: bytes
    table: store_pb.StoredTable
    view: game_pb2.GameView | None = None
    """What the seat to move may know, if it is at hand."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The table is in another state than thought: this one, or it is gone."""

    entry: Entry | None


Outcome = Entry | Answered | Early | Moved


class Book:
    """Reads and writes tables; raises what ``Tables`` does."""

    def __init__(
        self, tables: Tables, capacity: int, lease_ms: int, written: Callable[[store_pb.StoredTable], None]
    ) -> None:
        """Begins with nothing at hand.

        Args:
            tables: The store.
            capacity: How many tables are kept at hand.
            lease_ms: How long the replica that has made a debt has for it before others look after it.
            written: Is called with the new state after each change that was made here.
        """
        self._tables = tables
        self._capacity = capacity
        self._lease_ms = lease_ms
        self._written = written
        self._at_hand: OrderedDict[str, Entry] = OrderedDict()

    @property
    def clock(self) -> StoreClock:
        """The store's clock."""
        return self._tables.clock

    def at_hand(self, table_id: str) -> Entry | None:
        """Returns a table as it was last seen here, if it is still kept."""
        return self._at_hand.get(table_id)

    async def load(
        self, table_id: str, *, request_id: str = "", draft_field: str = ""
    ) -> tuple[Entry | None, Loaded]:
        """Returns a table as it is now, and what else was asked for."""
        loaded = await self._tables.load(table_id, request_id=request_id, draft_field=draft_field)
        return self._found(table_id, loaded), loaded

    async def entry(self, table_id: str) -> Entry | None:
        """Returns a table, at hand or loaded; ``None`` when there is none."""
        return self.at_hand(table_id) or (await self.load(table_id))[0]

    async def write(
        self, entry: Entry | None, change: Change, answer: Answer | None = None, not_before_ms: int = 0
    ) -> Outcome:
        """Writes a change of a table; ``entry`` is the state it was decided on, ``None`` for a new table.

        Returns the new state, or why it was not written.
        """
        table = change.table
        commit = Commit(
            table_id=table.table_id,
            expected=entry.tag if entry else b"",
            version=table.version,
            state=table.SerializeToString(),
            due_ms=self._due_ms(table),
            events=[told.SerializeToString() for told in change.events],
            answer=answer,
            not_before_ms=not_before_ms,
            drop_drafts=[stored.draft_field(seat) for seat in sorted(change.dropped_drafts)],
            hand=_kept(change.kept_hand),
            forget_after_ms=change.forget_after_ms,
            left=census.place(entry.table if entry else None),
            entered=census.place(table),
        )
        try:
            with metrics.COMMIT_SECONDS.time():
                outcome = await self._tables.commit(commit)
        except (store.StoreAway, store.Unconfirmed):
            self.forget(table.table_id)
            metrics.COMMITS["unconfirmed"].inc()
            raise
        metrics.COMMITS[type(outcome).__name__.lower()].inc()
        return self._after(change, outcome)

    def forget(self, table_id: str) -> None:
        """Lets go of a table that may have changed."""
        self._at_hand.pop(table_id, None)

    def _after(self, change: Change, outcome: store.Outcome) -> Outcome:
        table = change.table
        match outcome:
            case Done(tag):
                entry = Entry(tag, table, change.view)
                self._keep(table.table_id, entry)
                self._written(table)
                metrics.count_written(change)
                return entry
            case Stale(found):
                return Moved(self._found(table.table_id, found))
            case _:
                return outcome

    def _found(self, table_id: str, loaded: Loaded) -> Entry | None:
        """Returns what was loaded as an entry; the one at hand where that is the same."""
        if not loaded.tag:
            self.forget(table_id)
            return None
        known = self.at_hand(table_id)
        if known is not None and known.tag == loaded.tag:
            return known
        entry = Entry(loaded.tag, stored.table_from(loaded.state))
        self._keep(table_id, entry)
        return entry

    def _keep(self, table_id: str, entry: Entry) -> None:
        # What came last is the best guess, whatever its version: a failover may have taken a table back.
        self._at_hand[table_id] = entry
        self._at_hand.move_to_end(table_id)
        if len(self._at_hand) > self._capacity:
            self._at_hand.popitem(last=False)

    def _due_ms(self, table: store_pb.StoredTable) -> int | None:
        debt = owed.owed(table)
        if debt is None:
            return None
        now_ms = self.clock.now_ms()
        return now_ms + self._lease_ms if debt.at_ms <= now_ms else debt.at_ms + HEAD_START_MS


def _kept(hand: store_pb.StoredHand | None) -> tuple[int, bytes] | None:
    return None if hand is None else (hand.number, hand.SerializeToString())
