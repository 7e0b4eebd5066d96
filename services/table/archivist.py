"""The way of a match into the archive, and back out of it."""

import re
from typing import Final

import structlog
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.runtime import calls
from services.table import archive, pages, record, requests, stored
from services.table.archive import Archive, ArchiveAway, Wanted
from services.table.parts import PartAway
from services.table.store import keys
from services.table.store.tables import Tables
from services.wire import status
from services.wire.status import CallError, Malformed

_PLACE: Final = re.compile(rf"([0-9]{{1,15}}):([0-9a-f]{{{keys.TABLE_ID_LENGTH}}})")
"""When a match ended, in ms since 1970, and its table."""

log = structlog.get_logger()


class Archivist:
    """Writes records, and finds them again."""

    def __init__(self, tables: Tables, kept: Archive) -> None:
        self._tables = tables
        self._archive = kept

    async def put_away(self, table: store_pb.StoredTable) -> None:
        """Writes an ended match into the archive; a table without a hand is none.

        Raises:
            PartAway: The archive does not answer.
            StoreAway: The store does not.
        """
        records = {}
        for number in range(1, stored.begun_hand(table) + 1):
            if text := await self._written(table, number):
                records[number] = text
        if not records:
            return
        try:
            await self._archive.keep(table, records)
        except ArchiveAway as error:
            log.warning("archive.away", table_id=table.table_id, exc_info=error)
            raise PartAway("ARCHIVE_UNAVAILABLE") from error

    async def hand_record(self, table: store_pb.StoredTable, number: int) -> str:
        """Returns the record of an ended hand of a live table.

        Raises:
            CallError: FAILED_PRECONDITION with reason HAND_NOT_ENDED.
            StoreAway: The store does not answer.
        """
        if text := await self._written(table, number):
            return text
        raise _not_ended(number)

    async def archived_record(self, table_id: str, number: int) -> tuple[store_pb.StoredTable, str]:
        """Returns an archived table, and the record of one of its hands.

        Raises:
            CallError: TABLE_DENIED, HAND_NOT_ENDED or ARCHIVE_UNAVAILABLE.
        """
        try:
            table = await self._archive.match(table_id)
            text = await self._archive.record(table_id, number)
        except ArchiveAway:
            raise _away() from None
        if table is None or table.tenant != calls.current().tenant:
            raise requests.denied()
        return table, text or ""

    async def page(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        """Returns those matches of the tenant that calls which are asked for, the latest first.

        Raises:
            Malformed: The size or the token of the page is none, or a time is none.
            CallError: ARCHIVE_UNAVAILABLE.
        """
        size = pages.size(request.page_size)
        wanted = Wanted(
            tenant=calls.current().tenant,
            table_id=request.table_id,
            player=request.player,
            from_ms=_milliseconds(request, "ended_from"),
            before_ms=_milliseconds(request, "ended_before"),
            after=_place(pages.place(request, request.page_token)),
        )
        try:
            found = await self._archive.matches(wanted, size + 1)
        except ArchiveAway:
            raise _away() from None
        answer = pb.ListMatchesResponse(matches=[archive.shown(table) for table in found[:size]])
        if len(found) > size:
            last = found[size - 1]
            answer.next_page_token = pages.token(request, f"{last.phase_ms}:{last.table_id}")
        return answer

    async def _written(self, table: store_pb.StoredTable, number: int) -> str:
        """Returns the record of a hand from the live store; empty when it has not ended."""
        kept = await self._tables.hand(table.table_id, number)
        if not kept:
            return ""
        hand = store_pb.StoredHand.FromString(kept)
        first, last = hand.first_sequence, hand.last_sequence
        raw = await self._tables.events(table.table_id, max(1, first - 1), last - max(1, first - 1) + 1)
        events = [store_pb.StoredEvent.FromString(each) for each in raw]
        before = events.pop(0).chain if first > 1 else b""
        return record.written(table, hand, events, before)


def _milliseconds(request: pb.ListMatchesRequest, field: str) -> int | None:
    if not request.HasField(field):
        return None
    try:
        moment: int = getattr(request, field).ToMilliseconds()
    except ValueError:
        raise Malformed(field, "is no time between the years 1 and 9999") from None
    return moment


def _place(text: str) -> tuple[int, str] | None:
    if not text:
        return None
    found = _PLACE.fullmatch(text)
    if found is None:
        raise Malformed("page_token", "is no token of this list")
    return int(found[1]), found[2]


def _not_ended(number: int) -> CallError:
    message = f"hand {number} has not ended, or never was"
    return status.failed_precondition("HAND_NOT_ENDED", message, hand=number)


def _away() -> CallError:
    return status.unavailable(
        "ARCHIVE_UNAVAILABLE", "the archive does not answer; try again", retry_after=1.0
    )
