"""What every request is checked for before anything else: its table, its seat, its right."""

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.table import tokens
from services.table.requests import denied
from services.wire.status import Malformed

LONGEST_PLAYER = 64
"""Characters of a player's name."""
LONGEST_CONTRIBUTION = 64
"""Bytes that a seat may add to a deal."""
LONGEST_REASON = 128
"""Characters of the reason for closing a table."""


def require_seat(table: store_pb.StoredTable, seat: int, token: str) -> None:
    """Raises TABLE_DENIED unless the token is the right to the seat."""
    if not (1 <= seat <= len(table.seats) and tokens.fits(token, table.seats[seat - 1].token_hash)):
        raise denied()


def require_owner(table: store_pb.StoredTable, token: str) -> None:
    """Raises TABLE_DENIED unless the token is the right to the table."""
    if not tokens.fits(token, table.owner_hash):
        raise denied()


def require_seat_or_owner(table: store_pb.StoredTable, seat: int, token: str) -> None:
    """Raises TABLE_DENIED unless the token is the right to the seat, or to the table."""
    if not (1 <= seat <= len(table.seats) and tokens.fits(token, table.owner_hash)):
        require_seat(table, seat, token)


def require_reader(table: store_pb.StoredTable, token: str) -> None:
    """Raises TABLE_DENIED unless the table is public, or the token is the right to it or to a seat."""
    kept = [table.owner_hash, *(seat.token_hash for seat in table.seats)]
    is_public = table.config.visibility == pb.VISIBILITY_PUBLIC
    if not (is_public or any(tokens.fits(token, each) for each in kept)):
        raise denied()


def require_text(field: str, text: str, longest: int) -> None:
    """Raises ``Malformed`` when a text is too long, or has control characters."""
    if len(text) > longest:
        raise Malformed(field, f"has more than {longest} characters")
    if not text.isprintable():
        raise Malformed(field, "has characters that cannot be printed")


def require_seat_number(field: str, seat: int, table: store_pb.StoredTable) -> None:
    """Raises ``Malformed`` when there is no such seat."""
    if not 1 <= seat <= len(table.seats):
        raise Malformed(field, f"must be in [1, {len(table.seats)}]")
