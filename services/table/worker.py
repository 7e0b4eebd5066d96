"""Looks after what tables owe: those of this replica at their time, those of others when they are late.

A table's next debt stands in its state. The replica that made it has a timer for it; all replicas sweep the
store for what is overdue and take it over. That two work on one debt is harmless: the second one's change is
refused, since it was decided on a state that is gone.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import structlog
from game101.store.v1 import table_pb2 as store_pb

from services.runtime import calls
from services.table import metrics, owed, stored, waiting
from services.table.book import Book, Entry
from services.table.change import Change
from services.table.owed import Debt
from services.table.parts import PartAway
from services.table.store.changes import Early, StoreAway, Unconfirmed
from services.table.store.tables import Tables
from services.wire.status import CallError

_TAKEN_AT_ONCE: Final = 64
"""Tables that one replica is about to take over at a time, so that a crash elsewhere is no flood here."""
_AGAIN_MS: Final = (100, 200, 400, 800, 1_000)
"""The pauses between attempts at one step; the last one stays."""

Perform = Callable[[Entry, Debt], Awaitable[Change]]

log = structlog.get_logger()


@dataclass(slots=True)
class _Care:
    """What this replica does about one table."""

    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None
    again: bool = False
    """Whether the table has changed while its task was at work."""


@dataclass(slots=True)
class Worker:
    """Pays debts, one task a table."""

    book: Book
    tables: Tables
    perform: Perform
    sweep_ms: int
    lease_ms: int
    _cares: dict[str, _Care] = field(default_factory=dict)
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_TAKEN_AT_ONCE))
    _sweeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to sweep."""
        self._sweeping = asyncio.create_task(self._sweep_for_ever(), name="sweep")

    async def stop(self) -> None:
        """Ends everything that is under way; what is owed stays owed."""
        running = [care.task for care in self._cares.values() if care.task]
        for care in self._cares.values():
            if care.timer:
                care.timer.cancel()
        running += [self._sweeping] if self._sweeping else []
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    def look_after(self, table: store_pb.StoredTable) -> None:
        """Takes note of a table's new state: its debt is paid when it is time."""
        debt = owed.owed(table)
        care = self._cares.get(table.table_id)
        if care is not None and care.task is not None:
            care.again = True
            return
        if debt is None:
            self._let_go(table.table_id)
            return
        self._at(table.table_id, debt.at_ms)

    def _at(self, table_id: str, at_ms: int, claim: bool = False) -> None:
        """Works on a table at a time, in ms of the store's clock."""
        care = self._cares.setdefault(table_id, _Care())
        if care.timer is not None:
            care.timer.cancel()
        seconds = max(0, at_ms - self.book.clock.now_ms()) / 1000
        care.timer = asyncio.get_running_loop().call_later(seconds, self._begin, table_id, claim)

    def _begin(self, table_id: str, claim: bool) -> None:
        care = self._cares[table_id]
        care.timer = None
        # The call that made the debt may be over long before it is paid.
        care.task = calls.detached(self._work(table_id, care, claim), name=f"table {table_id}")

    def _let_go(self, table_id: str) -> None:
        care = self._cares.pop(table_id, None)
        if care is not None and care.timer is not None:
            care.timer.cancel()

    async def _work(self, table_id: str, care: _Care, claim: bool) -> None:
        try:
            if claim and not await self._taken_over(table_id):
                self._let_go(table_id)
                return
            next_ms = await self._pay(table_id, care)
        except (StoreAway, Unconfirmed):
            # The sweep finds the table again when the store does.
            next_ms = None
        except CallError as error:
            # A later release has written the table: a replica of that release looks after it.
            log.warning("table.unreadable", table_id=table_id, problem=str(error))
            next_ms = None
        except Exception as error:
            log.error("table.failed", table_id=table_id, exc_info=error)
            next_ms = self.book.clock.now_ms() + self.lease_ms
        finally:
            care.task = None
        if next_ms is None:
            self._let_go(table_id)
        else:
            self._at(table_id, next_ms)

    async def _taken_over(self, table_id: str) -> bool:
        async with self._free:
            if not await self.tables.claim(table_id, self.lease_ms):
                return False
        metrics.STEPS_TAKEN_OVER.inc()
        self.book.forget(table_id)
        return True

    async def _pay(self, table_id: str, care: _Care) -> int | None:
        """Pays what is due, step by step; returns when the next step is, ``None`` if there is none."""
        failures = 0
        care.again = False
        while (entry := await self.book.entry(table_id)) is not None:
            if care.again:
                # It changed while it was read.
                care.again = False
                continue
            debt = owed.owed(entry.table)
            if debt is None:
                return None
            now_ms = self.book.clock.now_ms()
            if debt.at_ms > now_ms:
                return debt.at_ms
            if await self._step(entry, debt):
                failures = 0
            else:
                failures += 1
                await self._pause(table_id, failures, care)
        return None

    async def _step(self, entry: Entry, debt: Debt) -> bool:
        """Performs a step and writes what follows; returns whether to go on at once."""
        if debt.at_ms:
            late_ms = self.book.clock.now_ms() - debt.at_ms
            metrics.STEP_LATE_SECONDS.labels(debt.kind.value).observe(late_ms / 1000)
        try:
            with metrics.STEP_SECONDS.labels(debt.kind.value).time():
                async with self._held(entry.table.table_id):
                    change = await self.perform(entry, debt)
        except PartAway as error:
            metrics.STEPS_FAILED.labels(debt.kind.value).inc()
            await self.wait_for(entry, error.reason)
            return False
        outcome = await self.book.write(entry, change, not_before_ms=debt.at_ms)
        return not isinstance(outcome, Early)

    @asynccontextmanager
    async def _held(self, table_id: str) -> AsyncIterator[None]:
        """Keeps the others off a table while a step is under way that takes longer than a lease."""
        holding = asyncio.create_task(self._hold_on(table_id))
        try:
            yield
        finally:
            holding.cancel()

    async def _hold_on(self, table_id: str) -> None:
        while True:
            await asyncio.sleep(self.lease_ms / 2000)
            try:
                await self.tables.hold(table_id, self.book.clock.now_ms() + self.lease_ms)
            except StoreAway:
                log.warning(
                    "lease.not_written", problem="the store did not answer; another replica may step in"
                )

    async def wait_for(self, entry: Entry, reason: str) -> None:
        """Writes that a table waits for a part of the cluster, unless it does already or has ended."""
        if entry.table.wait.reason != reason and entry.table.phase not in stored.SILENT:
            log.warning("table.waits", table_id=entry.table.table_id, reason=reason)
            await self.book.write(entry, waiting.waits(entry.table, self.book.clock.now_ms(), reason))

    async def _pause(self, table_id: str, failures: int, care: _Care) -> None:
        pause_ms = _AGAIN_MS[min(failures, len(_AGAIN_MS)) - 1]
        await self.tables.hold(table_id, self.book.clock.now_ms() + pause_ms + self.lease_ms)
        deadline = self.book.clock.now_ms() + pause_ms
        while not care.again and (left := deadline - self.book.clock.now_ms()) > 0:
            await asyncio.sleep(min(left, 50) / 1000)

    async def _sweep_for_ever(self) -> None:
        while True:
            try:
                await self._sweep()
                metrics.STORE_UP.set(1)
            except (StoreAway, Unconfirmed):
                metrics.STORE_UP.set(0)
            except Exception as error:
                log.error("sweep.failed", exc_info=error)
            await asyncio.sleep(self.sweep_ms / 1000)

    async def _sweep(self) -> None:
        """Sets a timer for everything that is overdue, or will be before the next sweep."""
        found = await self.tables.due(self.sweep_ms)
        now_ms = self.book.clock.now_ms()
        ages = [now_ms - score for _, score in found if score <= now_ms]
        metrics.DUE.set(len(ages))
        metrics.DUE_AGE_SECONDS.set(max(ages, default=0) / 1000)
        for table_id, score in found:
            care = self._cares.get(table_id)
            if care is None or (care.task is None and care.timer is None):
                self._at(table_id, score, claim=True)
