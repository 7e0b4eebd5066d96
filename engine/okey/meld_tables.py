"""What ``kernel`` looks up: the faces of runs and groups, and every way to lay groups of one number.

A *count* is how many tiles of one number the hand has by colour, two bits each: 00 none, 01 one, 11 two.
An *option* is one choice of up to three groups, packed into a word:

===== ==================================================================
Bits  Meaning
===== ==================================================================
0-7   what the choice subtracts from the count
8-9   OKEYs it needs
10-13 tiles it lays, OKEYs included
14-15 groups
16-27 the colours of each group, four bits a group, the first group lowest
===== ==================================================================
"""

from array import array
from itertools import combinations_with_replacement, product
from typing import Final

UNARY: Final = (0b00, 0b01, 0b11)
MOST_OKEYS: Final = 2
MOST_GROUPS: Final = 3
"""All eight tiles of a number and an OKEY make three groups; no hand makes a fourth."""


def _colours_of(mask: int) -> tuple[int, ...]:
    return tuple(colour for colour in range(4) if mask >> colour & 1)


GROUP_FACES: Final = [
    tuple(13 * colour + place for colour in _colours_of(mask)) for mask in range(16) for place in range(13)
]
"""The faces of a group, at ``13 * colours + number - 1``."""
RUN_FACES: Final = [
    tuple(range(13 * colour + low, 13 * colour + high + 1))
    for colour in range(4)
    for low in range(13)
    for high in range(13)
]
"""The faces of a run, at ``169 * colour + 13 * (lowest number - 1) + highest number - 1``."""

_GROUPS: Final = sorted((mask for mask in range(16) if mask.bit_count() >= 3), key=_colours_of)


def _written_first(masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Orders choices as arrangements are written: by the first group that differs, none coming last."""
    return [_colours_of(mask) for mask in masks] + [(4,)]


_CHOICES: Final = sorted(
    (masks for groups in (1, 2, 3) for masks in combinations_with_replacement(_GROUPS, groups)),
    key=_written_first,
)


def _options(counts: tuple[int, ...], okeys: int) -> list[int]:
    """Returns the choices that some counts and so many OKEYs allow, in the order they are written.

    Of choices that take the same tiles the first written stays.
    """
    options: dict[tuple[int, ...], int] = {}
    for masks in _CHOICES:
        used = [sum(mask >> colour & 1 for mask in masks) for colour in range(4)]
        taken = [min(pair) for pair in zip(used, counts, strict=True)]
        needed = sum(used) - sum(taken)
        if needed <= okeys:
            option = needed << 8 | sum(used) << 10 | len(masks) << 14
            for colour, (have, gone) in enumerate(zip(counts, taken, strict=True)):
                option |= UNARY[have] - UNARY[have - gone] << 2 * colour
            for group, mask in enumerate(masks):
                option |= mask << 16 + 4 * group
            options.setdefault((*taken, needed), option)
    return list(options.values())


def _largest(options: list[int], okeys: int) -> int:
    """Returns ``tiles << 2 | groups`` of the largest choice that needs so many OKEYs, 0 if there is none."""
    return max(
        ((option >> 10 & 15) << 2 | option >> 14 & 3 for option in options if option >> 8 & 3 == okeys),
        default=0,
    )


def _tables() -> tuple["array[int]", "array[int]", "array[int]"]:
    counts_of = {
        sum(UNARY[have] << 2 * colour for colour, have in enumerate(counts)): counts
        for counts in product(range(3), repeat=4)
    }
    first, options, largest = array("q"), array("q"), array("q", bytes(8 * 3 * 256))
    for okeys in range(MOST_OKEYS + 1):
        for count in range(256):
            first.append(len(options))
            if count in counts_of:
                options.extend(_options(counts_of[count], okeys))
    first.append(len(options))
    for count in counts_of:
        allowed = options[first[512 + count] : first[512 + count + 1]].tolist()
        for okeys in range(MOST_OKEYS + 1):
            largest[3 * count + okeys] = _largest(allowed, okeys)
    return first, options, largest


FIRST, OPTIONS, LARGEST = _tables()
"""Where the options of ``256 * okeys + count`` begin in ``OPTIONS``; the options; and by ``3 * count +
okeys`` the largest option that needs exactly so many OKEYs, as ``tiles << 2 | groups``."""
