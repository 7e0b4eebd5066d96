"""The 106 tiles of Okey as small integers, and sets of them as bitmasks.

A *tile* is one physical piece; a *kind* is what is printed on it; a *face* is what it counts as
on the table. The box has two tiles of each kind, so ``kind = tile >> 1``.

====== ======================= ==========================================================
Tile   0 .. 105                ``kind * 2 + copy``; 104 and 105 are the two FALSE
Kind   0 .. 51, 52 FALSE       ``colour * 13 + number - 1``
Face   0 .. 51                 the kind that a tile counts as; a FALSE counts as the okey face
Face   52 .. 64                number 1 .. 13 in a colour left open (a group's OKEY, rule A9.4)
Hand   106-bit mask            bit ``t`` is set when tile ``t`` is in it
====== ======================= ==========================================================

Colours are 0 red, 1 yellow, 2 blue, 3 black. Nothing outside this file shifts bits.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NewType

Tile = NewType("Tile", int)
Kind = NewType("Kind", int)
Face = NewType("Face", int)
Hand = NewType("Hand", int)

TILES: Final = 106
NUMBERED: Final = 104
"""Tiles below this carry a number; the indicator is one of them. Rule A1.3."""
KINDS: Final = 52
FALSE: Final = Kind(52)
COLOURS: Final = 4
NUMBERS: Final = 13
EMPTY: Final = Hand(0)
BOX: Final = Hand((1 << TILES) - 1)
"""All tiles. Rule A1.2."""
FALSES: Final = Hand(3 << NUMBERED)
"""The two FALSE."""
_FIRST_COPIES: Final = sum(1 << tile for tile in range(0, TILES, 2))


def kind_of(tile: Tile) -> Kind:
    """Returns what is printed on a tile."""
    return Kind(tile >> 1)


def tile_of(kind: Kind, copy: int) -> Tile:
    """Returns the tile of a print; ``copy`` is 0 or 1."""
    return Tile(kind * 2 + copy)


def okey_face(indicator: Tile) -> Face:
    """Returns the face that is wild: the indicator's colour, the next number, 1 after 13. Rule A1.4."""
    kind = indicator >> 1
    return Face(kind + 1 if kind % NUMBERS < NUMBERS - 1 else kind + 1 - NUMBERS)


def is_okey(tile: Tile, okey: Face) -> bool:
    """Tells whether a tile is wild. Rule A1.4."""
    return tile >> 1 == okey


def own_face(tile: Tile, okey: Face) -> Face:
    """Returns what a tile counts as where it is not wild: its kind, a FALSE the okey face. Rule A1.6."""
    kind = tile >> 1
    return okey if kind == FALSE else Face(kind)


@lru_cache(maxsize=KINDS)
def numbers(okey: Face) -> tuple[int, ...]:
    """Returns the number, by tile, that each tile counts where it is not wild."""
    return tuple(number_of(own_face(Tile(tile), okey)) for tile in range(TILES))


@lru_cache(maxsize=KINDS)
def _numbered(okey: Face) -> tuple[Hand, ...]:
    """Returns the tiles that count each number, from 13 down."""
    number = numbers(okey)
    return tuple(
        hand_of(Tile(tile) for tile in range(TILES) if number[tile] == each) for each in range(NUMBERS, 0, -1)
    )


@lru_cache(maxsize=KINDS)
def _number_bits(okey: Face) -> tuple[Hand, ...]:
    """Returns the tiles whose number has a one at each binary place, the lowest first."""
    number = numbers(okey)
    places = range(NUMBERS.bit_length())
    return tuple(hand_of(Tile(tile) for tile in range(TILES) if number[tile] >> at & 1) for at in places)


def sum_of_numbers(hand: Hand, okey: Face) -> int:
    """Returns the sum of the numbers that some tiles count where they are not wild."""
    ones, twos, fours, eights = _number_bits(okey)
    return (
        (hand & ones).bit_count()
        + 2 * (hand & twos).bit_count()
        + 4 * (hand & fours).bit_count()
        + 8 * (hand & eights).bit_count()
    )


def highest(hand: Hand, okey: Face) -> Tile:
    """Returns the tile that counts the highest number, of several the lowest tile; there is one at least."""
    there = next(hand & same for same in _numbered(okey) if hand & same)
    return Tile((there & -there).bit_length() - 1)


def counting_as(face: Face, okey: Face) -> Hand:
    """Returns the tiles that count as a face without being wild: two of its kind, or the two FALSE."""
    return Hand(3 << 2 * (FALSE if face == okey else face))


def printed(faces: tuple[Face, ...]) -> Hand:
    """Returns the tiles that carry one of some faces, wild or not."""
    mask = 0
    for each in faces:
        mask |= 3 << 2 * each
    return Hand(mask)


def okey_tiles(okey: Face) -> tuple[Tile, Tile]:
    """Returns the two wild tiles. Rule A1.4."""
    return Tile(2 * okey), Tile(2 * okey + 1)


def okeys(okey: Face) -> Hand:
    """Returns the set of the two wild tiles. Rule A1.4."""
    return Hand(3 << 2 * okey)


def face(colour: int, number: int) -> Face:
    """Returns the face of a colour in ``[0, 3]`` and a number in ``[1, 13]``."""
    return Face(colour * NUMBERS + number - 1)


def open_face(number: int) -> Face:
    """Returns the face of a number in ``[1, 13]`` whose colour is left open. Rule A9.4."""
    return Face(KINDS + number - 1)


def is_open(face: Face) -> bool:
    """Tells whether a face leaves its colour open."""
    return face >= KINDS


def colour_of(face: Face) -> int:
    """Returns the colour, in ``[0, 3]``, of a face that has one."""
    return face // NUMBERS


def number_of(face: Face) -> int:
    """Returns the number, in ``[1, 13]``, of any face."""
    return face % NUMBERS + 1


def twin_of(tile: Tile) -> Tile:
    """Returns the other tile of the same print. Rule A4.1."""
    return Tile(tile ^ 1)


def hand_of(tiles: Iterable[Tile]) -> Hand:
    """Returns a set of tiles."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return Hand(mask)


_PACKED_SIZE: Final = (TILES + 7) // 8
_BY_BYTE: Final = tuple(
    tuple(bytes(8 * at + bit for bit in range(8) if held >> bit & 1) for held in range(256))
    for at in range(_PACKED_SIZE)
)
"""By the place of a byte in a set, then by its value: the tiles that it stands for."""


def bits_of(hand: Hand) -> bytes:
    """Returns a set as 14 bytes, the least significant first: bit ``t`` stands for tile ``t``."""
    return hand.to_bytes(_PACKED_SIZE, "little")


def hand_of_bits(bits: bytes) -> Hand:
    """Returns the set of ``bits_of``, of any length.

    Raises:
        ValueError: A bit stands for no tile.
    """
    hand = int.from_bytes(bits, "little")
    if hand > BOX:
        raise ValueError("a bit stands for no tile")
    return Hand(hand)


def packed(hand: Hand) -> bytes:
    """Returns the tiles of a set, lowest first, one byte each."""
    if not hand:
        return b""
    bits = zip(_BY_BYTE, bits_of(hand), strict=True)
    return b"".join([tiles[byte] for tiles, byte in bits])


def tiles_of(hand: Hand) -> Iterator[Tile]:
    """Yields the tiles of a set, lowest first."""
    return map(Tile, packed(hand))


def holds(hand: Hand, tile: Tile) -> bool:
    """Tells whether a tile is in a set."""
    return bool(hand >> tile & 1)


def holds_all(hand: Hand, tiles: Hand) -> bool:
    """Tells whether every tile of the second set is in the first."""
    return hand & tiles == tiles


def add(hand: Hand, tile: Tile) -> Hand:
    """Returns a set with one more tile."""
    return Hand(hand | 1 << tile)


def remove(hand: Hand, tiles: Hand) -> Hand:
    """Returns a set without the tiles of another."""
    return Hand(hand & ~tiles)


def only(tile: Tile) -> Hand:
    """Returns the set of one tile."""
    return Hand(1 << tile)


def size(hand: Hand) -> int:
    """Returns how many tiles are in a set."""
    return hand.bit_count()


def doubled(hand: Hand) -> Hand:
    """Returns the tiles of a set whose twins are in it too."""
    lower = hand & hand >> 1 & _FIRST_COPIES
    return Hand(lower | lower << 1)


def most_pairs(hand: Hand, okey: Face) -> int:
    """Returns a number that the pairs of a set never exceed: prints held twice, and each OKEY again."""
    return (hand & hand >> 1 & _FIRST_COPIES).bit_count() + (hand & okeys(okey)).bit_count()
