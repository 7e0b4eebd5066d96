"""What the store has, as messages: a table, its events, its hands, its drafts."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb
from google.protobuf.duration_pb2 import Duration

from services.wire import status

FORMAT: Final = 1
"""The format that this release writes. It reads this one and those before."""

Phase = store_pb.Phase

ENDED: Final = frozenset({store_pb.PHASE_FINISHED, store_pb.PHASE_CLOSING, store_pb.PHASE_CLOSED})
"""Phases in which nothing is played any more."""


SILENT: Final = frozenset({store_pb.PHASE_FINISHED, store_pb.PHASE_CLOSED})
"""Phases in which no further event comes."""


def table_from(state: bytes) -> store_pb.StoredTable:
    """Returns the table that a state describes.

    Raises:
        CallError: UNAVAILABLE with reason POSITION_TOO_NEW; a later release has written it.
    """
    table = store_pb.StoredTable.FromString(state)
    if table.format > FORMAT:
        message = "a later release has written this table; another replica may read it"
        raise status.unavailable("POSITION_TOO_NEW", message, retry_after=0.5)
    return table


def seats_of(table: store_pb.StoredTable) -> Iterator[tuple[int, store_pb.StoredSeat]]:
    """Yields every seat with its number, from 1."""
    return enumerate(table.seats, start=1)


def is_bot(seat: store_pb.StoredSeat) -> bool:
    """Tells whether the seat is a bot's own."""
    return seat.open.kind == pb.SEAT_KIND_BOT


def begun_hand(table: store_pb.StoredTable) -> int:
    """Returns the number of the hand that is played or was played last; 0 before the first."""
    return table.hand.number - (not table.hand.root)


def draft_field(seat: int) -> str:
    """Returns under which name the draft of a seat is kept."""
    return f"draft{seat}"


def chained(chain: bytes, event: store_pb.StoredEvent) -> bytes:
    """Returns the head of the hash chain after an event that has no ``chain`` yet."""
    return sha256(chain + event.SerializeToString(deterministic=True)).digest()


def milliseconds(duration: Duration) -> int:
    """Returns a ``google.protobuf.Duration`` in ms."""
    return duration.seconds * 1000 + duration.nanos // 1_000_000
