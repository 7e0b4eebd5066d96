"""Everything the servicer works with, and how it reads."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.table import checks, metrics, requests, show, stored
from services.table.archivist import Archivist
from services.table.book import Book, Entry
from services.table.drafts import Drafts
from services.table.founding import Founding
from services.table.listing import Listing
from services.table.moves import Moves
from services.table.parts import Parts
from services.table.store.changes import StoreAway
from services.table.store.tables import Tables
from services.table.watch import Hub
from services.wire import status

_FARTHEST: Final = 1 << 62
"""An event that no table reaches; the store reads no number beyond twice that."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What is at hand to answer calls."""

    parts: Parts
    tables: Tables
    book: Book
    hub: Hub
    founding: Founding
    moves: Moves
    drafts: Drafts
    listing: Listing
    archivist: Archivist
    heartbeat_seconds: float

    async def load(self, table_id: str, draft_field: str = "") -> tuple[Entry, store_pb.StoredDraft]:
        """Returns a table as it is now, and one of its drafts.

        Raises:
            CallError: TABLE_DENIED or STORE_UNAVAILABLE.
        """
        try:
            entry, loaded = await self.book.load(table_id, draft_field=draft_field)
        except StoreAway:
            raise requests.store_away() from None
        return requests.own(entry), store_pb.StoredDraft.FromString(loaded.draft)

    async def hand(self, table: store_pb.StoredTable, number: int) -> store_pb.StoredHand:
        """Returns a hand of a table: the present one for 0.

        Raises:
            CallError: NO_SUCH_HAND or STORE_UNAVAILABLE.
        """
        if number in (0, table.hand.number):
            return table.hand
        try:
            kept = await self.tables.hand(table.table_id, number)
        except StoreAway:
            raise requests.store_away() from None
        if not kept:
            raise status.failed_precondition("NO_SUCH_HAND", f"there is no hand {number}", hand=number)
        return store_pb.StoredHand.FromString(kept)

    async def page(self, request: pb.ListTablesRequest) -> pb.ListTablesResponse:
        """Returns a page of the public tables; raises ``Malformed`` or STORE_UNAVAILABLE."""
        try:
            return await self.listing.page(request)
        except StoreAway:
            raise requests.store_away() from None

    async def hand_record(self, request: pb.GetHandRecordRequest) -> str:
        """Returns the record of a hand, from the store or from the archive.

        Raises:
            CallError: TABLE_DENIED, HAND_NOT_ENDED, STORE_UNAVAILABLE or ARCHIVE_UNAVAILABLE.
        """
        try:
            entry, _ = await self.book.load(request.table_id)
            if entry is None:
                table, text = await self.archivist.archived_record(request.table_id, request.hand)
            else:
                table, text = requests.own(entry).table, ""
            checks.require_reader(table, request.token)
            return text or await self.archivist.hand_record(table, request.hand)
        except StoreAway:
            raise requests.store_away() from None

    def require_viewer(self, table: store_pb.StoredTable, seat: int, token: str) -> None:
        """Raises TABLE_DENIED unless the token is the seat's, or a spectator looks at a public table."""
        if seat:
            checks.require_seat(table, seat, token)
        elif table.config.visibility != pb.VISIBILITY_PUBLIC:
            raise requests.denied()

    async def watch(self, request: pb.WatchEventsRequest) -> AsyncIterator[pb.WatchEventsResponse]:
        """Yields events as the viewer may see them, and signs of life, until the table's last event.

        Raises:
            CallError: TABLE_DENIED, also when the seat is given up; STORE_UNAVAILABLE.
        """
        entry, _ = await self.load(request.table_id)
        self.require_viewer(entry.table, request.seat, request.seat_token)
        place, known = min(max(1, request.from_sequence), _FARTHEST), entry.table.last_sequence
        try:
            async for batch in self.hub.batches(request.table_id, place, self.heartbeat_seconds):
                for told in batch:
                    yield self._answer(told, request.seat)
                    if told.event.sequence > known:
                        self._require_same_seat(told, request.seat)
                    if told.last:
                        return
                    place = told.event.sequence + 1
                if not batch:
                    table = (await self.load(request.table_id))[0].table
                    if table.phase in stored.SILENT and place > table.last_sequence:
                        return
                    yield pb.WatchEventsResponse(heartbeat=pb.Heartbeat(last_sequence=table.last_sequence))
        except StoreAway:
            raise requests.store_away() from None

    def _answer(self, told: store_pb.StoredEvent, seat: int) -> pb.WatchEventsResponse:
        moment = told.event.time
        lag = self.book.clock.now_ms() / 1000 - moment.seconds - moment.nanos / 1e9
        metrics.EVENT_LAG_SECONDS.observe(max(0.0, lag))
        return pb.WatchEventsResponse(event=show.event_for(told, seat))

    def _require_same_seat(self, told: store_pb.StoredEvent, seat: int) -> None:
        changed = told.event.seat_changed.seat
        if seat and changed.seat == seat and changed.kind != pb.SEAT_KIND_PLAYER:
            raise requests.denied()
