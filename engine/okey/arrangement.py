"""What an arrangement of a hand is, and which of two is the better one.

Of two arrangements with the same total, or as many pairs, the one that spends fewer OKEYs is better, then
the one with fewer melds, then the one that is *written* first. Runs and groups are written groups before
runs; groups from 13 down, of one number by colour; runs by colour, of one colour from 13 down, shorter
before longer. Pairs are written from 13 down, of one number by colour.
"""

from typing import NamedTuple

from engine.okey.melds import Placed
from engine.okey.moves import Layout
from engine.okey.tiles import Face, Hand, colour_of, number_of, own_face

Faces = tuple[Face, ...]


class Arrangement(NamedTuple):
    """Disjoint melds of a hand."""

    melds: tuple[Layout, ...]
    """In the order they are written, each in its canonical order; every OKEY with what it stands for."""
    left: Hand
    """What stays in the hand."""
    total: int
    """Points of the runs and groups (rule A6.2), or the number of pairs."""


def faces_of(layout: Layout, okey: Face) -> Faces:
    """Returns what the tiles of a meld count as."""
    return tuple(meaning(each, okey) for each in layout)


def meaning(placed: Placed, okey: Face) -> Face:
    """Returns what a tile of an arrangement counts as."""
    return own_face(placed.tile, okey) if placed.stands_for is None else placed.stands_for


def written(faces: Faces) -> tuple[int, ...]:
    """Returns what orders melds as they are written: lower is earlier."""
    first, last = faces[0], faces[-1]
    if number_of(first) == number_of(last):
        return (0, -number_of(first), *(colour_of(each) for each in faces))
    return (1, colour_of(first), -number_of(last), len(faces))


def rank(arrangement: Arrangement, okey: Face) -> tuple[int, int, int, list[tuple[int, ...]]]:
    """Returns what orders arrangements: lower is better."""
    melds = arrangement.melds
    okeys = sum(each.stands_for is not None for layout in melds for each in layout)
    return -arrangement.total, okeys, len(melds), [written(faces_of(layout, okey)) for layout in melds]
