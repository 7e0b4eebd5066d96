"""What a token holds: the secret of one hand, before or after its deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine import shuffle
from engine.shuffle import Terms

_FIXED_FIELDS = 8
"""Three names, four numbers, the seed; a dealt hand has one field a seat more."""


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
    numbers = (shuffle.ALGORITHM, terms.size, terms.first_below, terms.seats)
    names = (terms.table_id.encode(), terms.hand_id.encode(), terms.ruleset)
    fields = [*names, *(number.to_bytes(4, "big") for number in numbers), secret.seed]
    if secret.contributions is not None:
        fields += [secret.contributions.get(seat, b"") for seat in range(terms.seats)]
    return shuffle.encode(fields)


def from_bytes(plain: bytes) -> HandSecret:
    """Returns the secret that ``to_bytes`` wrote.

    Raises:
        UnknownAlgorithm: A later release wrote it.
    """
    table_id, hand_id, ruleset, *numbers, seed = (fields := list(_decode(plain)))[:_FIXED_FIELDS]
    algorithm, size, first_below, seats = map(int.from_bytes, numbers)
    contributed = fields[_FIXED_FIELDS:]
    if algorithm != shuffle.ALGORITHM:
        raise UnknownAlgorithm
    return HandSecret(
        Terms(table_id.decode(), hand_id.decode(), ruleset, size, first_below, seats),
        seed,
        {seat: value for seat, value in enumerate(contributed) if value} if contributed else None,
    )


def _decode(plain: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(plain):
        start = at + 4
        at = start + int.from_bytes(plain[at:start])
        yield plain[start:at]
