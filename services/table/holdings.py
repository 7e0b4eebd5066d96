"""Which tables of a tenant have not ended: what a quota of tables is counted by.

Derived from the tables: an id is put down before its table is made, and taken off when the table has ended. A
replica that dies in between leaves an id too many; whoever meets the quota looks the ids up and takes off
those that are none.
"""

import asyncio
from typing import Any, Final

import structlog
from game101.store.v1 import table_pb2 as store_pb

from services.runtime import calls
from services.runtime.limits import turned_away
from services.table import stored
from services.table.book import Book
from services.table.store.changes import StoreAway
from services.table.store.link import Script
from services.table.store.pipe import Lost, NotSent, Refused, Word
from services.table.store.servers import Servers

_IN_THE_MAKING_MS: Final = 60_000
"""How long an id may stand without its table."""
_LOOKED_AT: Final = 500
"""Ids that are looked up at most when the quota is met, the oldest first."""
_RETRY_SECONDS: Final = 5.0
_ENDLESS: Final = 1 << 53
"""Room for more tables than there will be."""
_RESERVE: Final = Script("reserve")

log = structlog.get_logger()


class Holdings:
    """Counts the tables of tenants that have not ended."""

    def __init__(self, servers: Servers, book: Book) -> None:
        self._servers = servers
        self._book = book
        self._writing: set[asyncio.Task[None]] = set()

    async def reserve(self, table_id: str) -> None:
        """Puts down a table that is about to be made for the tenant that calls.

        Raises:
            CallError: RESOURCE_EXHAUSTED with reason TABLES_QUOTA.
            StoreAway: The store does not answer.
        """
        caller = calls.current().caller
        key = _key(caller.tenant)
        limit = caller.quota.tables
        if await self._put_down(key, table_id, limit):
            return
        await self._mend(key)
        if await self._put_down(key, table_id, limit):
            return
        message = f"{limit} tables have not ended; end one first"
        raise turned_away("TABLES_QUOTA", message, _RETRY_SECONDS, limit=limit)

    def note(self, table: store_pb.StoredTable) -> None:
        """Takes note of a change of a table."""
        if table.phase in stored.ENDED:
            task = asyncio.create_task(self._take_off(table.tenant, table.table_id))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _put_down(self, key: str, table_id: str, limit: int | None) -> bool:
        room = _ENDLESS if limit is None else limit
        try:
            there, _ = await self._servers.run(_RESERVE, [key], [table_id, room])
        except (NotSent, Lost, Refused) as error:
            raise StoreAway from error
        return bool(there)

    async def _mend(self, key: str) -> None:
        before = self._book.clock.now_ms() - _IN_THE_MAKING_MS
        members = await self._ask(key, "ZRANGE", key, "-inf", before, "BYSCORE", "LIMIT", 0, _LOOKED_AT)
        for member in members:
            entry, _ = await self._book.load(member.decode())
            if entry is None or entry.table.phase in stored.ENDED:
                await self._ask(key, "ZREM", key, member)

    async def _take_off(self, tenant: str, table_id: str) -> None:
        try:
            await self._ask(_key(tenant), "ZREM", _key(tenant), table_id)
        except StoreAway:
            log.warning("holding.not_written", problem="the store did not answer; a met quota mends it")

    async def _ask(self, key: str, *words: Word) -> Any:
        try:
            return await self._servers.ask(key, *words)
        except (NotSent, Lost, Refused) as error:
            raise StoreAway from error


def _key(tenant: str) -> str:
    return f"{{held:{tenant}}}:tables"
