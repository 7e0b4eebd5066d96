"""What a tile is worth to a hand: how near it is to a meld, counted over the tiles not yet seen."""

from typing import Final

from engine.okey.tiles import (
    COLOURS,
    NUMBERS,
    Face,
    Hand,
    Tile,
    colour_of,
    face,
    is_okey,
    number_of,
    own_face,
    tiles_of,
)

HELD: Final = 3.0
"""What a fitting neighbour in the hand adds."""
OPEN: Final = 0.7
"""What a fitting neighbour that may still come adds, each of up to two copies."""
OKEY: Final = 100.0
"""An OKEY is worth more than anything else."""


def worths(hand: Hand, unseen: Hand, okey: Face) -> dict[Tile, float]:
    """Returns the worth of each tile of a hand, in no unit: only the order matters."""
    held = _counts(hand, okey)
    coming = _counts(unseen, okey)
    return {tile: _worth(tile, held, coming, okey) for tile in tiles_of(hand)}


def _counts(tiles: Hand, okey: Face) -> list[int]:
    counts = [0] * (COLOURS * NUMBERS)
    for tile in tiles_of(tiles):
        if not is_okey(tile, okey):
            counts[own_face(tile, okey)] += 1
    return counts


def _worth(tile: Tile, held: list[int], coming: list[int], okey: Face) -> float:
    if is_okey(tile, okey):
        return OKEY
    meant = own_face(tile, okey)
    value = sum([_link(each, held, coming) for each in _NEIGHBOURS[meant]])
    if held[meant] > 1:
        value = value / held[meant] + 1.0
    return value + number_of(meant) / 20


def _neighbours(meant: Face) -> list[tuple[Face, float]]:
    """Returns the faces that can lie in one meld with a face, each with how well it fits."""
    colour, number = colour_of(meant), number_of(meant)
    run = [
        (face(colour, number + step), 1.0 if abs(step) == 1 else 0.5)
        for step in (-2, -1, 1, 2)
        if 1 <= number + step <= NUMBERS
    ]
    group = [(face(other, number), 0.8) for other in range(COLOURS) if other != colour]
    return run + group


_NEIGHBOURS: Final = tuple(_neighbours(Face(meant)) for meant in range(COLOURS * NUMBERS))


def _link(neighbour: tuple[Face, float], held: list[int], coming: list[int]) -> float:
    meant, fit = neighbour
    return fit * (HELD if held[meant] else OPEN * coming[meant])
