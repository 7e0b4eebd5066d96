"""The dealer's messages and the engine's values, each made of the other. Nothing is decided here."""

from collections.abc import Iterable, Mapping, Sequence

from game101.v1 import dealer_service_pb2 as pb

from engine import shuffle
from engine.shuffle import Deal, Terms
from services.dealer import merkle
from services.dealer.secret import HandSecret
from services.wire.status import Malformed

MAX_ID_BYTES = 128
MAX_RULESET_BYTES = 4096
MAX_SIZE = 1024
MAX_SEATS = 64


def terms_from_pb(message: pb.CommitRequest | pb.DealRecord, prefix: str = "") -> Terms:
    """Returns the terms that a request or a record states.

    Raises:
        Malformed: A field is out of range; its path begins with ``prefix``.
    """
    for name in ("table_id", "hand_id"):
        if not 1 <= len(getattr(message, name).encode()) <= MAX_ID_BYTES:
            raise Malformed(prefix + name, f"must have 1 to {MAX_ID_BYTES} bytes")
    if len(message.ruleset) > MAX_RULESET_BYTES:
        raise Malformed(prefix + "ruleset", f"must have at most {MAX_RULESET_BYTES} bytes")
    for name, highest in (("size", MAX_SIZE), ("first_below", message.size), ("seats", MAX_SEATS)):
        if not 1 <= getattr(message, name) <= highest:
            raise Malformed(prefix + name, f"must be in [1, {highest}]")
    return Terms(
        message.table_id,
        message.hand_id,
        message.ruleset,
        message.size,
        message.first_below,
        message.seats,
    )


def contributions_from_pb(
    messages: Iterable[pb.Contribution], seats: int, prefix: str = ""
) -> dict[int, bytes]:
    """Returns the contributions by seat from 0.

    Raises:
        Malformed: A seat is out of range or comes twice, or a value is too short or too long.
    """
    contributions: dict[int, bytes] = {}
    for number, message in enumerate(messages):
        seat, value = message.seat - 1, message.value
        if not 0 <= seat < seats:
            raise Malformed(f"{prefix}contributions[{number}].seat", f"must be in [1, {seats}]")
        if seat in contributions:
            raise Malformed(f"{prefix}contributions[{number}].seat", "must not come twice")
        if not 1 <= len(value) <= shuffle.MAX_CONTRIBUTION_BYTES:
            problem = f"must have 1 to {shuffle.MAX_CONTRIBUTION_BYTES} bytes"
            raise Malformed(f"{prefix}contributions[{number}].value", problem)
        contributions[seat] = value
    return contributions


def contributions_to_pb(contributions: Mapping[int, bytes]) -> list[pb.Contribution]:
    """Returns the contributions by seat ascending."""
    return [pb.Contribution(seat=seat + 1, value=contributions[seat]) for seat in sorted(contributions)]


def positions_from_pb(numbers: Sequence[int], size: int) -> list[int]:
    """Returns positions from 0.

    Raises:
        Malformed: A position is out of range or comes twice.
    """
    for at, number in enumerate(numbers):
        if not 1 <= number <= size:
            raise Malformed(f"positions[{at}]", f"must be in [1, {size}]")
    if len(set(numbers)) < len(numbers):
        raise Malformed("positions", "must not name a position twice")
    return [number - 1 for number in numbers]


def numbers_to_pb(pieces: Iterable[int]) -> list[int]:
    """Returns pieces or positions as they travel: plus one."""
    return [piece + 1 for piece in pieces]


def proof_to_pb(deal: Deal, levels: Sequence[list[bytes]], position: int) -> pb.PositionProof:
    """Returns the proof of one position, from 0."""
    return pb.PositionProof(
        position=position + 1,
        piece=deal.order[position] + 1,
        salt=deal.salts[position],
        path=merkle.path(levels, position),
    )


def record_to_pb(secret: HandSecret) -> pb.DealRecord:
    """Returns the record of a hand; of one that was never dealt, without what a deal adds."""
    terms = secret.terms
    record = pb.DealRecord(
        algorithm=shuffle.ALGORITHM,
        table_id=terms.table_id,
        hand_id=terms.hand_id,
        ruleset=terms.ruleset,
        size=terms.size,
        first_below=terms.first_below,
        seats=terms.seats,
        commitment=shuffle.commitment(terms, secret.seed),
        seed=secret.seed,
    )
    if secret.contributions is not None:
        deal = secret.deal()
        record.contributions.extend(contributions_to_pb(secret.contributions))
        record.order.extend(numbers_to_pb(deal.order))
        record.first_starter = deal.first_starter + 1
        record.chance = deal.chance
        record.root = merkle.root(merkle.grow(deal.salts, deal.order))
    return record
