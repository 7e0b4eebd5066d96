"""What a token holds: the secret of one hand, before or after its deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from struct import Struct

from engine import shuffle
from engine.shuffle import Terms

_HEAD = Struct(f">B?HHHHHH{shuffle.SEED_BYTES}s")
"""Algorithm, dealt or not, size, first_below, seats, the lengths of the three names, the seed.

The names follow, and then each contribution: the seat, the length, the bytes.
"""


class UnknownAlgorithm(Exception):
    """The hand is bound to an algorithm of a later release."""


@dataclass(frozen=True, slots=True)
class HandSecret:
    """A committed hand, and once it is dealt what the seats have contributed."""

    terms: Terms
    seed: bytes = field(repr=False)
    contributions: Mapping[int, bytes] | None = None
    """By seat from 0; ``None`` before the deal."""

    def deal(self) -> shuffle.Deal:
        """Returns the deal of a dealt hand."""
        return shuffle.deal(self.terms, self.seed, self.contributions or {})


def to_bytes(secret: HandSecret) -> bytes:
    """Returns the secret as bytes, for sealing."""
    terms = secret.terms
    names = (terms.table_id.encode(), terms.hand_id.encode(), terms.ruleset)
    numbers = (terms.size, terms.first_below, terms.seats, *map(len, names))
    dealt = secret.contributions is not None
    head = _HEAD.pack(shuffle.ALGORITHM, dealt, *numbers, secret.seed)
    given = (b"%c%c%b" % (seat, len(value), value) for seat, value in (secret.contributions or {}).items())
    return b"".join([head, *names, *given])


def from_bytes(plain: bytes) -> HandSecret:
    """Returns the secret that ``to_bytes`` wrote.

    Raises:
        UnknownAlgorithm: A later release wrote it.
    """
    algorithm, dealt, size, first_below, seats, table, hand, ruleset, seed = _HEAD.unpack_from(plain)
    if algorithm != shuffle.ALGORITHM:
        raise UnknownAlgorithm
    after_table = _HEAD.size + table
    after_hand = after_table + hand
    end = after_hand + ruleset
    table_id = plain[_HEAD.size : after_table].decode()
    hand_id = plain[after_table:after_hand].decode()
    terms = Terms(table_id, hand_id, plain[after_hand:end], size, first_below, seats)
    return HandSecret(terms, seed, dict(_contributions(plain, end)) if dealt else None)


def _contributions(plain: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    while at < len(plain):
        seat, length = plain[at], plain[at + 1]
        yield seat, plain[at + 2 : at + 2 + length]
        at += 2 + length
