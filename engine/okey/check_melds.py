"""Whether a meld that somebody hands in is one: fast, since every move asks it of the whole table."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.okey.melds import (
    LARGEST_GROUP,
    SHORTEST_SERIES,
    Binding,
    Meld,
    Placed,
    Shape,
    pair,
    series,
)
from engine.okey.tiles import COLOURS, KINDS, NUMBERS, TILES, Face, Tile, face, is_okey, own_face

_WILD: Final = 255
_RUNS: Final = (
    tuple(face(colour, number) for number in range(low, high + 1))
    for colour in range(COLOURS)
    for low in range(1, NUMBERS + 1)
    for high in range(low + SHORTEST_SERIES - 1, NUMBERS + 1)
)
_GROUPS: Final = (
    tuple(face(colour, number) for colour in colours)
    for number in range(1, NUMBERS + 1)
    for count in (SHORTEST_SERIES, LARGEST_GROUP)
    for colours in combinations(range(COLOURS), count)
)
_PAIRS: Final = ((Face(kind), Face(kind)) for kind in range(KINDS))
NATURAL: Final[Mapping[tuple[Face, ...], Shape]] = {
    **dict.fromkeys(_RUNS, Shape.RUN),
    **dict.fromkeys(_GROUPS, Shape.GROUP),
    **dict.fromkeys(_PAIRS, Shape.PAIR),
}
"""The faces of every meld without OKEYs: 264 runs, 65 groups and 52 pairs. Rules A5.1 to A5.3."""


def first_wrong(melds: Sequence[Meld], okey: Face, binding: Binding) -> int | None:
    """Returns the first of some melds that is none in its order, from 0; tiles are in ``[0, 105]``.

    A meld without OKEYs is looked up; one with OKEYs is laid anew with their meanings.
    """
    own_faces = _own_faces(okey)
    for at, meld in enumerate(melds):
        own = bytes(meld.tiles).translate(own_faces)
        if not (_is_as_laid(meld, okey, binding) if _WILD in own else _is_natural(meld, tuple(own))):
            return at
    return None


@lru_cache(maxsize=KINDS)
def _own_faces(okey: Face) -> bytes:
    """Returns by tile the face that it counts as, and ``_WILD`` for an OKEY."""
    tiles = map(Tile, range(TILES))
    faces = (_WILD if is_okey(tile, okey) else own_face(tile, okey) for tile in tiles)
    return bytes(faces).ljust(256, bytes([_WILD]))


def _is_natural(meld: Meld, own: tuple[int, ...]) -> bool:
    """Tells whether a meld without OKEYs is legal, given the faces of its tiles."""
    if own != meld.faces or NATURAL.get(meld.faces) is not meld.shape:
        return False
    return len(own) > 2 or meld.tiles[0] < meld.tiles[1]


def _is_as_laid(meld: Meld, okey: Face, binding: Binding) -> bool:
    """Tells whether a meld is what its tiles make when they are laid with its meanings."""
    if len(meld.tiles) != len(meld.faces):
        return False
    layout = [Placed(tile, meant) for tile, meant in zip(meld.tiles, meld.faces, strict=True)]
    return meld == (pair(layout, okey) if meld.shape is Shape.PAIR else series(layout, okey, binding))
