"""The lists of public tables, one a tenant: indexes by time of creation, mended on the way.

An index is derived from the tables, and no part of a table's change. Every change before the first move
writes the entry again, so a replica that dies in between leaves no table out. Entries of tables that are gone
are removed when met, and each new table looks at two others: at most half of a long index is of such tables,
also where nobody asks for lists.
"""

import asyncio
from typing import Final

import structlog
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.runtime import calls
from services.table import pages, show
from services.table.book import Book
from services.table.store.changes import StoreAway
from services.table.store.pipe import Lost, NotSent, Refused
from services.table.store.servers import Servers

_LOOKED_AT: Final = 500
"""Tables that one call looks at, at most; a page may come out shorter than asked."""
_CHUNK: Final = 50
_MENDED: Final = 2
"""Entries that are looked at for each new one."""

log = structlog.get_logger()


class Listing:
    """Writes and reads the index."""

    def __init__(self, servers: Servers, book: Book) -> None:
        self._servers = servers
        self._book = book
        self._writing: set[asyncio.Task[None]] = set()

    def note(self, table: store_pb.StoredTable) -> None:
        """Takes note of a change of a table."""
        is_young = table.phase <= store_pb.PHASE_GATHERING and table.hand.number == 1
        if is_young and table.config.visibility == pb.VISIBILITY_PUBLIC:
            task = asyncio.create_task(self._enter(table))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def page(self, request: pb.ListTablesRequest) -> pb.ListTablesResponse:
        """Returns those tables of the tenant that calls which are asked for, the newest first.

        Raises:
            Malformed: The size or the token of the page is none.
            StoreAway: The store does not answer.
        """
        size = pages.size(request.page_size)
        place = pages.place(request, request.page_token)
        answer = pb.ListTablesResponse()
        key, looked_at = _key(calls.current().tenant), 0
        while members := await self._members(key, place):
            for place, table in zip(members, await self._tables(key, members), strict=True):
                looked_at += 1
                if table is not None and _fits(table, request):
                    answer.tables.append(show.shown(table))
                if len(answer.tables) == size or looked_at == _LOOKED_AT:
                    answer.next_page_token = pages.token(request, place)
                    return answer
        return answer

    async def _enter(self, table: store_pb.StoredTable) -> None:
        key = _key(table.tenant)
        try:
            await self._servers.ask(key, "ZADD", key, 0, _member(table))
            if table.version == 1:
                others = await self._servers.ask(key, "ZRANDMEMBER", key, _MENDED)
                await self._tables(key, [member.decode() for member in others])
        except (NotSent, Lost, Refused, StoreAway):
            log.warning("index.not_written", problem="the store did not answer; a later change mends it")

    async def _members(self, key: str, place: str) -> list[str]:
        """Returns members of an index after a place, an empty one being the beginning."""
        words = ("ZRANGE", key, f"({place}" if place else "+", "-", "BYLEX", "REV", "LIMIT", 0, _CHUNK)
        try:
            return [member.decode() for member in await self._servers.ask(key, *words)]
        except (NotSent, Lost, Refused) as error:
            raise StoreAway from error

    async def _tables(self, key: str, members: list[str]) -> list[store_pb.StoredTable | None]:
        """Returns the tables of an index's members; takes those off the index that are gone."""
        tables = await asyncio.gather(*(self._table(member) for member in members))
        gone = [member for member, table in zip(members, tables, strict=True) if table is None]
        if gone:
            try:
                await self._servers.ask(key, "ZREM", key, *gone)
            except (NotSent, Lost, Refused) as error:
                raise StoreAway from error
        return list(tables)

    async def _table(self, member: str) -> store_pb.StoredTable | None:
        entry, _ = await self._book.load(member.partition(":")[2])
        return entry.table if entry else None


def _fits(table: store_pb.StoredTable, request: pb.ListTablesRequest) -> bool:
    if request.state and show.state_of(table) != request.state:
        return False
    has_free = any(seat.open.kind == pb.SEAT_KIND_FREE for seat in table.seats)
    return has_free or not request.with_free_seat


def _key(tenant: str) -> str:
    return f"{{public:{tenant}}}:tables"


def _member(table: store_pb.StoredTable) -> str:
    return f"{table.create_ms:013d}:{table.table_id}"
