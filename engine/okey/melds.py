"""Runs, groups and pairs: what may lie on the table, what fits them, what an OKEY there yields.

Source: RULES.md A5, A8.2, A9. A meld is read off the faces of its tiles, so the order in which a
player names them does not matter; on the table it lies in its canonical order (a run upwards, a
group by colour, natural tiles before the OKEY that shares their face).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from engine.okey.reasons import OkeyReason
from engine.okey.tiles import (
    COLOURS,
    NUMBERS,
    Face,
    Hand,
    Tile,
    colour_of,
    face,
    is_okey,
    is_open,
    number_of,
    okey_tiles,
    open_face,
    own_face,
    printed,
)
from engine.refusal import Refusal

LONGEST_RUN: Final = 13
LARGEST_GROUP: Final = 4
SHORTEST_SERIES: Final = 3


class Shape(StrEnum):
    """The three kinds of meld. Runs and groups together are series melds."""

    RUN = "RUN"
    GROUP = "GROUP"
    PAIR = "PAIR"


class Binding(StrEnum):
    """What an OKEY in a group stands for: the switch ``group_okey_binding``. Rule A9.4."""

    DECLARED = "declared"
    LAZY = "lazy"


class Placed(NamedTuple):
    """A tile as a player lays it."""

    tile: Tile
    stands_for: Face | None = None
    """What an OKEY stands for. Any other tile stands for itself, and naming it is harmless."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld in canonical order."""

    shape: Shape
    tiles: tuple[Tile, ...]
    faces: tuple[Face, ...]
    """What each tile counts as, in the order of ``tiles``."""
    missing: tuple[Face, ...] = field(init=False, compare=False, repr=False)
    """The faces of which one more natural tile fits. Rules A8.2 and A9.4.

    A lazy OKEY holds no colour: every colour without a natural tile is missing until the group is full.
    """
    fitting: Hand = field(init=False, compare=False, repr=False)
    """The tiles that carry a missing face, wild or not."""

    def __post_init__(self) -> None:
        """Works out what fits: a meld is made once and looked at many times."""
        missing = _missing(self.shape, self.faces)
        object.__setattr__(self, "missing", missing)
        object.__setattr__(self, "fitting", printed(missing))

    @property
    def is_series(self) -> bool:
        """Tells whether this is a run or a group."""
        return self.shape is not Shape.PAIR

    @property
    def value(self) -> int:
        """Returns the sum of the numbers represented. Rule A6.2."""
        return sum(number_of(each) for each in self.faces)


def series(placed: Sequence[Placed], okey: Face, binding: Binding) -> Meld | Refusal:
    """Returns the run or group that some tiles make, or the rule they break.

    Tiles of one number are read as a group, others as a run.
    """
    if len({each.tile for each in placed}) != len(placed):
        return Refusal(OkeyReason.TILE_NAMED_TWICE, "A5.5")
    if len(placed) < SHORTEST_SERIES:
        return Refusal(OkeyReason.MELD_TOO_SHORT, "A5.1", {"tiles": str(len(placed))})
    members = []
    for each in placed:
        meant = meaning(each, okey)
        if meant is None:
            return Refusal(OkeyReason.OKEY_MEANING_MISSING, "A5.6")
        members.append((meant, each.tile))
    if len({number_of(meant) for meant, _ in members}) == 1:
        return _group(members, okey, binding)
    return _run(members)


def pair(placed: Sequence[Placed], okey: Face) -> Meld | Refusal:
    """Returns the pair that two tiles make, or the rule they break. Rules A5.3 and A5.4."""
    tiles = [each.tile for each in placed]
    if len(set(tiles)) != len(tiles):
        return Refusal(OkeyReason.TILE_NAMED_TWICE, "A5.5")
    if len(tiles) != 2:
        return Refusal(OkeyReason.NOT_A_PAIR, "A5.3")
    if all(is_okey(tile, okey) for tile in tiles):
        return Meld(Shape.PAIR, (min(tiles), max(tiles)), (okey, okey))
    first, second = (meaning(each, okey) for each in placed)
    if first is None or second is None or is_open(first) or is_open(second):
        return Refusal(OkeyReason.OKEY_MEANING_MISSING, "A5.6")
    if first != second:
        return Refusal(OkeyReason.NOT_A_PAIR, "A5.3")
    tiles.sort(key=lambda tile: (is_okey(tile, okey), tile))
    return Meld(Shape.PAIR, (tiles[0], tiles[1]), (first, first))


def meaning(placed: Placed, okey: Face) -> Face | None:
    """Returns what a placed tile counts as; ``None`` when an OKEY's meaning is not named."""
    return placed.stands_for if is_okey(placed.tile, okey) else own_face(placed.tile, okey)


def _run(members: list[tuple[Face, Tile]]) -> Meld | Refusal:
    members.sort()
    faces = tuple(each for each, _ in members)
    if is_open(faces[-1]):
        return Refusal(OkeyReason.OKEY_MEANING_MISSING, "A5.6")
    consecutive = all(high - low == 1 for low, high in pairwise(faces))
    if colour_of(faces[0]) != colour_of(faces[-1]) or not consecutive:
        return Refusal(OkeyReason.NOT_A_RUN, "A5.1")
    return Meld(Shape.RUN, tuple(tile for _, tile in members), faces)


def _group(members: list[tuple[Face, Tile]], okey: Face, binding: Binding) -> Meld | Refusal:
    named = [colour_of(each) for each, _ in members if not is_open(each)]
    if len(members) > LARGEST_GROUP or len(set(named)) != len(named):
        return Refusal(OkeyReason.NOT_A_GROUP, "A5.2")
    if binding is Binding.DECLARED and len(named) < len(members):
        return Refusal(OkeyReason.OKEY_MEANING_MISSING, "A9.4")
    return _laid_group(members, okey, binding)


def _laid_group(members: list[tuple[Face, Tile]], okey: Face, binding: Binding) -> Meld:
    """Returns a group in order; under lazy binding its OKEYs lose the colour they do not need."""
    if binding is Binding.LAZY:
        number = number_of(members[0][0])
        natural = {colour_of(own_face(tile, okey)) for _, tile in members if not is_okey(tile, okey)}
        missing = [colour for colour in range(COLOURS) if colour not in natural]
        free = face(missing[0], number) if len(missing) == 1 else open_face(number)
        members = [(free if is_okey(tile, okey) else own_face(tile, okey), tile) for _, tile in members]
    members.sort()
    return Meld(Shape.GROUP, tuple(tile for _, tile in members), tuple(each for each, _ in members))


def _missing(shape: Shape, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Returns the faces that a meld of some faces lacks; none for what is no meld."""
    if shape is Shape.PAIR or not faces:
        return ()
    if shape is Shape.RUN:
        low, high = faces[0], faces[-1]
        below = (Face(low - 1),) if number_of(low) > 1 else ()
        return (*below, Face(high + 1)) if number_of(high) < NUMBERS else below
    if len(faces) >= LARGEST_GROUP:
        return ()
    taken = {colour_of(each) for each in faces if not is_open(each)}
    return tuple(face(colour, number_of(faces[0])) for colour in range(COLOURS) if colour not in taken)


def lay_off(meld: Meld, placed: Placed, okey: Face, binding: Binding) -> Meld | Refusal:
    """Returns a meld with one more tile, or the rule it breaks. Rule A8.2."""
    if meld.shape is Shape.PAIR:
        return Refusal(OkeyReason.PAIR_IS_FULL, "A8.2")
    meant = meaning(placed, okey)
    if meant is None:
        return Refusal(OkeyReason.OKEY_MEANING_MISSING, "A5.6")
    fitting = meld.missing
    if is_open(meant):
        if meld.shape is Shape.RUN or binding is Binding.DECLARED:
            return Refusal(OkeyReason.OKEY_MEANING_MISSING, "A5.6" if meld.shape is Shape.RUN else "A9.4")
        fitting = tuple(open_face(number_of(each)) for each in fitting)
    if meant not in fitting:
        return Refusal(OkeyReason.TILE_DOES_NOT_FIT, "A8.2")
    members = [*zip(meld.faces, meld.tiles, strict=True), (meant, placed.tile)]
    if meld.shape is Shape.GROUP:
        return _laid_group(members, okey, binding)
    members.sort()
    return Meld(Shape.RUN, tuple(tile for _, tile in members), tuple(each for each, _ in members))


def claimable(meld: Meld, okey: Face) -> tuple[tuple[Face, Tile], ...]:
    """Returns the faces that claim an OKEY of a meld, each with the OKEY it yields. Rules A9.1-A9.5."""
    first, second = okey_tiles(okey)
    if first not in meld.tiles and second not in meld.tiles:
        return ()
    placed = zip(meld.faces, meld.tiles, strict=True)
    wild = [(stands, tile) for stands, tile in placed if is_okey(tile, okey)]
    if meld.shape is Shape.PAIR and len(wild) == len(meld.tiles):
        return ()
    if not is_open(wild[0][0]):
        return tuple(wild)
    if len(meld.tiles) < LARGEST_GROUP:
        return ()
    natural = {colour_of(stands) for stands in meld.faces if not is_open(stands)}
    number = number_of(meld.faces[0])
    return tuple((face(colour, number), wild[0][1]) for colour in range(COLOURS) if colour not in natural)


def claim(meld: Meld, tile: Tile, okey: Face, binding: Binding) -> Meld | Refusal:
    """Returns a meld in which a natural tile has taken an OKEY's place, or the rule it breaks. Rule A9.1."""
    if is_okey(tile, okey):
        return Refusal(OkeyReason.OKEY_CANNOT_CLAIM, "A9.1")
    meant = own_face(tile, okey)
    wild = dict(claimable(meld, okey)).get(meant)
    if wild is None:
        return Refusal(OkeyReason.NOTHING_TO_CLAIM, "A9.5" if meld.shape is not Shape.GROUP else "A9.4")
    members = [
        (meant, tile) if each == wild else (stands, each)
        for stands, each in zip(meld.faces, meld.tiles, strict=True)
    ]
    if meld.shape is Shape.GROUP:
        return _laid_group(members, okey, binding)
    members.sort()
    return Meld(meld.shape, tuple(each for _, each in members), tuple(stands for stands, _ in members))


def yielded(before: Meld, after: Meld) -> Tile:
    """Returns the OKEY that a claim took from a meld."""
    return next(tile for tile in before.tiles if tile not in after.tiles)
