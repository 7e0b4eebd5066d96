"""Requests that change a table: decided on what is at hand, written once, answered alike for ever."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Any, Final, TypeVar

import grpc
from google.protobuf.message import Message

from services.runtime import calls
from services.table.book import Book, Entry, Moved
from services.table.change import Change
from services.table.store.changes import FINGERPRINT_LENGTH, Answer, Answered, StoreAway, Unconfirmed
from services.wire import status
from services.wire.status import CallError, Malformed

Response = TypeVar("Response", bound=Message)

Decide = Callable[[Entry, int], Awaitable[tuple[Change, Response]]]
"""Decides on a state at a time; may raise what ends the call."""

_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_TURNS: Final = 10
"""How often a request is decided anew because another change was first."""

_REFUSALS: Final = (CallError, Malformed, grpc.aio.AioRpcError)


def denied() -> CallError:
    """Returns the one answer to whoever has no right to a table, or names none."""
    return status.permission_denied("TABLE_DENIED", "there is no such table, or the token does not fit it")


def own(entry: Entry | None) -> Entry:
    """Returns a table of the tenant that calls; raises TABLE_DENIED for another's as for none at all."""
    if entry is None or entry.table.tenant != calls.current().tenant:
        raise denied()
    return entry


def store_away() -> CallError:
    """Returns UNAVAILABLE: the store does not answer, and nothing has changed."""
    return status.unavailable("STORE_UNAVAILABLE", "the store does not answer; try again", retry_after=0.5)


def unconfirmed() -> CallError:
    """Returns UNAVAILABLE: it is not known whether the change is kept."""
    message = "it is not known whether the change is kept; repeat with the same request id"
    return status.unavailable("COMMIT_UNCONFIRMED", message, retry_after=0.2)


def fingerprint(request: Message) -> bytes:
    """Returns what tells a request from others under the same id."""
    return blake2b(
        request.SerializeToString(deterministic=True),
        digest_size=FINGERPRINT_LENGTH,
        key=calls.current().tenant.encode(),
        person=request.DESCRIPTOR.name[:16].encode(),
    ).digest()


def require_id(request: Any) -> None:
    """Raises ``Malformed`` unless the request has a UUID for an id."""
    if not _UUID.fullmatch(request.request_id):
        raise Malformed("request_id", "must be a UUID, 36 characters")


async def carry_out(
    book: Book, request: Any, answer_type: type[Response], decide: Decide[Response]
) -> Response:
    """Carries a request out once, and returns its first answer.

    Raises:
        CallError: What ``decide`` raises; TABLE_DENIED, REQUEST_ID_REUSED, STORE_UNAVAILABLE or
            COMMIT_UNCONFIRMED.
    """
    require_id(request)
    # A caller that goes away must not take back half of what was begun.
    return await asyncio.shield(_carry_out(book, request, answer_type, decide))


class _Known(Exception):
    """The request was answered before."""

    def __init__(self, record: bytes) -> None:
        super().__init__()
        self.record = record


async def _carry_out(
    book: Book, request: Any, answer_type: type[Response], decide: Decide[Response]
) -> Response:
    try:
        return await _decided(book, request, decide)
    except _Known as known:
        return answered(request, known.record, answer_type)
    except StoreAway:
        raise store_away() from None
    except Unconfirmed:
        raise unconfirmed() from None


async def _decided(book: Book, request: Any, decide: Decide[Response]) -> Response:
    entry = book.at_hand(request.table_id)
    if entry is not None and entry.table.tenant != calls.current().tenant:
        # The store is asked all the same, so that a refusal takes as long as for a table that is not there.
        entry = None
    for _ in range(_TURNS):
        if entry is None:
            entry = await _look_up(book, request)
        try:
            change, response = await decide(entry, book.clock.now_ms())
        except _REFUSALS:
            # Perhaps what was at hand is old, or the request was carried out before.
            fresh = await _look_up(book, request)
            if fresh.tag == entry.tag:
                raise
            entry = fresh
            continue
        kept = Answer(request.request_id, fingerprint(request), response.SerializeToString())
        outcome = await book.write(entry, change, kept)
        if isinstance(outcome, Entry):
            return response
        if isinstance(outcome, Answered):
            raise _Known(outcome.record)
        entry = outcome.entry if isinstance(outcome, Moved) else None
    raise status.unavailable("TABLE_CONTENDED", "too many changes at once; try again", retry_after=0.1)


async def _look_up(book: Book, request: Any) -> Entry:
    """Returns the table as it is now; raises ``_Known`` when the request was answered."""
    entry, loaded = await book.load(request.table_id, request_id=request.request_id)
    if loaded.record and (entry is None or own(entry)):
        raise _Known(loaded.record)
    return own(entry)


def answered(request: Message, record: bytes, answer_type: type[Response]) -> Response:
    """Returns the first answer to a request, from what was kept of it.

    Raises:
        CallError: REQUEST_ID_REUSED; the id was used for something else.
    """
    if record[:FINGERPRINT_LENGTH] != fingerprint(request):
        message = "this request id was used for another request; take a new one"
        raise status.invalid("REQUEST_ID_REUSED", message)
    return answer_type.FromString(record[FINGERPRINT_LENGTH:])
