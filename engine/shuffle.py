"""A seed's order of any deck: a pure function that every language can repeat.

All randomness comes from SHAKE256 (FIPS 202) over a list of fields, each preceded by its length in
four big-endian bytes; numbers are four big-endian bytes, text is UTF-8. The first field is the
version of the algorithm, the second the purpose, so that no two purposes share a byte:

==============  ===========================================================  ====================
purpose         further fields                                               output
==============  ===========================================================  ====================
``commitment``  table, hand, ruleset, size, first_below, seats, seed         32 bytes
``order``       the same, then each seat's contribution, empty where none    draws
``salts``       as ``order``                                                 32 bytes a position
``chance``      as ``order``                                                 32 bytes
``renewal``     chance, number of the renewal (from 1)                       draws
``shuffled``    seed                                                         draws
==============  ===========================================================  ====================

A *draw* below n takes the fewest bytes, at least one, that can hold n - 1, big-endian; a number that
is not below the greatest multiple of n in their range is thrown away and the next bytes are taken;
the answer is its remainder by n. So every answer has exactly as many preimages as every other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import shake_256
from itertools import chain
from struct import unpack
from typing import Final

ALGORITHM: Final = 1
"""The version of everything in this file. Outputs never change under one version."""
SEED_BYTES: Final = 80
"""640 bits: more than the 2^512 deals of the 106 tiles that differ in face."""
CHANCE_BYTES: Final = 32
SALT_BYTES: Final = 32
COMMITMENT_BYTES: Final = 32
MAX_CONTRIBUTION_BYTES: Final = 64

_VERSION: Final = b"game101.deal.v1"
_FIRST_SQUEEZE: Final = 272
"""Two blocks of SHAKE256: enough for 106 tiles nearly always, and the rest is squeezed on demand."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a deal is bound to before its seed is drawn."""

    table_id: str
    hand_id: str
    ruleset: bytes
    """The rule configuration, opaque here."""
    size: int
    """The number of pieces, at least 1."""
    first_below: int
    """Position 0 is drawn from the pieces below this, in ``[1, size]``."""
    seats: int
    """How many play, at least 1."""

    def __post_init__(self) -> None:
        _check_deck(self.size, self.first_below)
        if self.seats < 1:
            raise ValueError(f"seats {self.seats} is not at least 1")


@dataclass(frozen=True, slots=True)
class Deal:
    """What a seed and the contributions make of the terms."""

    order: tuple[int, ...]
    """The piece at each position: every piece in ``[0, size)`` once."""
    first_starter: int
    """A seat by lot, in ``[0, seats)``."""
    chance: bytes
    """32 bytes for shuffles during play."""
    salts: tuple[bytes, ...]
    """32 bytes a position, for the position's commitment."""


def commitment(terms: Terms, seed: bytes) -> bytes:
    """Returns the 32 bytes that bind a dealer to a seed.

    Raises:
        ValueError: The seed has not 80 bytes.
    """
    return _xof("commitment", encode(_bound(terms, seed)))(COMMITMENT_BYTES)


def deal(terms: Terms, seed: bytes, contributions: Mapping[int, bytes]) -> Deal:
    """Returns the order, the lot for the first starter, the chance and the salts of a hand.

    Args:
        terms: What the seed was committed for.
        seed: 80 secret bytes.
        contributions: By seat from 0, 1 to 64 bytes each; a seat may be absent.

    Raises:
        ValueError: The seed has not 80 bytes, or a contribution's seat or length is out of range.
    """
    fields = encode([*_bound(terms, seed), *_by_seat(contributions, terms.seats)])
    source = _stream("order", fields)
    order = order_from(source, terms.size, terms.first_below)
    first_starter = draw(source, terms.seats)
    salts = _xof("salts", fields)(SALT_BYTES * terms.size)
    return Deal(
        order=order,
        first_starter=first_starter,
        chance=_xof("chance", fields)(CHANCE_BYTES),
        salts=unpack(f"{SALT_BYTES}s" * terms.size, salts),
    )


def renewed(chance: bytes, number: int, pile: Sequence[int]) -> tuple[int, ...]:
    """Returns a pile of pieces shuffled during play.

    Args:
        chance: The 32 bytes of the deal.
        number: Which shuffle of the hand it is, from 1.
        pile: The pieces, in an order that everybody can tell.

    Raises:
        ValueError: The chance has not 32 bytes, or the number is below 1.
    """
    if len(chance) != CHANCE_BYTES or number < 1:
        raise ValueError(f"a renewal needs {CHANCE_BYTES} bytes of chance and a number from 1")
    if not pile:
        return ()
    source = _stream("renewal", encode([chance, _word(number)]))
    return tuple(pile[at] for at in order_from(source, len(pile), len(pile)))


def shuffled(seed: bytes | int, size: int, first_below: int) -> tuple[int, ...]:
    """Returns an order of a deck from a bare seed, bound to no table: for tests and studies.

    An int stands for its decimal digits.

    Raises:
        ValueError: ``first_below`` is not in ``[1, size]``.
    """
    text = str(seed).encode() if isinstance(seed, int) else seed
    return order_from(_stream("shuffled", encode([text])), size, first_below)


def order_from(source: Iterator[int], size: int, first_below: int) -> tuple[int, ...]:
    """Returns an order of the pieces in ``[0, size)``, drawn from a stream of bytes.

    Position 0 is uniform over the pieces below ``first_below``, and given it every order of the
    others is equally likely (Rule A1.3): the Fisher-Yates shuffle from the front.

    Raises:
        ValueError: ``first_below`` is not in ``[1, size]``.
    """
    pieces = list(range(size))
    # The draws are made here and not by `draw`: half of a shuffle's time would go into calling it.
    for at, below, width, ceiling in _steps(size, first_below):
        for number in _numbers(source, width) if width > 1 else source:
            if number < ceiling:
                break
        else:
            raise ValueError("the source of bytes has ended")
        other = at + number % below
        pieces[at], pieces[other] = pieces[other], pieces[at]
    return tuple(pieces)


def draw(source: Iterator[int], below: int) -> int:
    """Returns a number in ``[0, below)``, all equally likely when the source's bytes are.

    Raises:
        ValueError: ``below`` is not at least 1, or the source has ended.
    """
    if below < 1:
        raise ValueError(f"no number is below {below}")
    width, ceiling = _frame(below)
    for number in _numbers(source, width):
        if number < ceiling:
            return number % below
    raise ValueError("the source of bytes has ended")


def encode(fields: Iterable[bytes]) -> bytes:
    """Returns fields joined without ambiguity: each after its length in four big-endian bytes."""
    return b"".join([part for field in fields for part in (_word(len(field)), field)])


@lru_cache(maxsize=16)
def _steps(size: int, first_below: int) -> tuple[tuple[int, int, int, int], ...]:
    """Returns the draws of a shuffle: the position, the bound, and the bound's frame."""
    _check_deck(size, first_below)
    bounds = (first_below, *range(size - 1, 1, -1))
    return tuple((at, below, *_frame(below)) for at, below in enumerate(bounds))


def _frame(below: int) -> tuple[int, int]:
    """Returns how many bytes a draw takes, and the greatest multiple of its bound in their range."""
    width = max(1, (below - 1).bit_length() + 7 >> 3)
    span = 1 << 8 * width
    return width, span - span % below


def _numbers(source: Iterator[int], width: int) -> Iterator[int]:
    """Returns the numbers that each so many bytes make."""
    return map(int.from_bytes, zip(*[source] * width, strict=False))


def _xof(purpose: str, fields: bytes) -> Callable[[int], bytes]:
    """Returns the function that gives any number of first bytes of a purpose's output.

    ``fields`` are encoded already: the encoding of a list is that of its parts, joined.
    """
    return shake_256(encode([_VERSION, purpose.encode()]) + fields).digest


def _stream(purpose: str, fields: bytes) -> Iterator[int]:
    """Returns a purpose's output byte by byte, without end."""
    return chain.from_iterable(_blocks(_xof(purpose, fields)))


def _blocks(first_bytes: Callable[[int], bytes]) -> Iterator[bytes]:
    start, end = 0, _FIRST_SQUEEZE
    while True:
        yield first_bytes(end)[start:]
        start, end = end, 2 * end


def _bound(terms: Terms, seed: bytes) -> list[bytes]:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed of {len(seed)} bytes is not one of {SEED_BYTES}")
    numbers = (terms.size, terms.first_below, terms.seats)
    names = (terms.table_id.encode(), terms.hand_id.encode(), terms.ruleset)
    return [*names, *map(_word, numbers), seed]


def _by_seat(contributions: Mapping[int, bytes], seats: int) -> list[bytes]:
    for seat, value in contributions.items():
        if not 0 <= seat < seats or not 1 <= len(value) <= MAX_CONTRIBUTION_BYTES:
            raise ValueError(f"the contribution of seat {seat} is out of range")
    return [contributions.get(seat, b"") for seat in range(seats)]


def _word(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _check_deck(size: int, first_below: int) -> None:
    if not 1 <= first_below <= size:
        raise ValueError(f"first_below {first_below} is not in [1, {size}]")
