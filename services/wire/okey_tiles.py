"""Tiles, faces, melds and openings of 101 Okey on the wire: each number travels plus one."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from game101.v1 import okey_pb2 as pb

from engine.okey.melds import Meld, Shape
from engine.okey.state import SEATS, Opening
from engine.okey.tiles import TILES, Face, Hand, Tile, hand_of, hand_of_bits, size, tiles_of
from services.wire.numbers import one_based
from services.wire.status import Malformed

FACES: Final = 65
_MELDS: Final = 1 << 14
"""Melds that are remembered: those of about two thousand tables."""
_LONGEST_MELD: Final = 128
"""Bytes of a meld that is worth remembering; no legal one has more."""
_PLUS_ONE: Final = bytes((number + 1) % 256 for number in range(256))
_LESS_ONE: Final = bytes((number - 1) % 256 for number in range(256))
_SHAPES: Final = {
    Shape.RUN: pb.MELD_SHAPE_RUN,
    Shape.GROUP: pb.MELD_SHAPE_GROUP,
    Shape.PAIR: pb.MELD_SHAPE_PAIR,
}
_SHAPE_OF: Final[Mapping[int, Shape]] = {number: shape for shape, number in _SHAPES.items()}


def tile_from_pb(number: int, field: str) -> Tile:
    """Returns a tile."""
    return Tile(one_based(number, TILES, field))


def face_from_pb(number: int, field: str) -> Face:
    """Returns a face."""
    return Face(one_based(number, FACES, field))


def tiles_from_pb(numbers: Iterable[int], field: str) -> tuple[Tile, ...]:
    """Returns tiles in their order, from a repeated field or from bytes."""
    return cast("tuple[Tile, ...]", _less_one(numbers, TILES, field))


def _less_one(numbers: Iterable[int], most: int, field: str) -> tuple[int, ...]:
    """Returns numbers in ``[1, most]``, each less one."""
    given = tuple(numbers)
    if given and not 1 <= min(given) <= max(given) <= most:
        raise Malformed(field, f"has a number not in [1, {most}]")
    return tuple([number - 1 for number in given])


def packed_from_pb(numbers: bytes, field: str) -> bytes:
    """Returns tiles in their order, one byte each, from bytes of the same kind."""
    if numbers and not 1 <= min(numbers) <= max(numbers) <= TILES:
        raise Malformed(field, f"has a number not in [1, {TILES}]")
    return numbers.translate(_LESS_ONE)


def packed_to_pb(tiles: Iterable[Tile] | bytes) -> bytes:
    """Returns tiles in their order, one byte each."""
    return bytes(tiles).translate(_PLUS_ONE)


def hand_from_pb(numbers: Iterable[int], field: str) -> Hand:
    """Returns a set of tiles; each may come once."""
    tiles = tiles_from_pb(numbers, field)
    hand = hand_of(tiles)
    if size(hand) != len(tiles):
        raise Malformed(field, "has a tile twice")
    return hand


def set_from_pb(bits: bytes, field: str) -> Hand:
    """Returns a set of tiles from its bits."""
    try:
        return hand_of_bits(bits)
    except ValueError:
        raise Malformed(field, f"has a bit beyond the {TILES} tiles") from None


def tiles_to_pb(tiles: Iterable[int]) -> list[int]:
    """Returns tiles in their order."""
    return [tile + 1 for tile in tiles]


def hand_to_pb(hand: Hand) -> list[int]:
    """Returns a set of tiles, ascending."""
    return tiles_to_pb(tiles_of(hand))


def optional_tile_from_pb(number: int, field: str) -> Tile | None:
    """Returns a tile, or ``None`` for zero."""
    return tile_from_pb(number, field) if number else None


def optional_to_pb(number: int | None) -> int:
    """Returns a number that may be absent."""
    return 0 if number is None else number + 1


@lru_cache(maxsize=_MELDS)
def meld_to_pb(meld: Meld, owner: int | None = None) -> pb.OkeyMeld:
    """Returns a meld's message, with the seat that laid it; to be copied, not changed."""
    return pb.OkeyMeld(
        shape=_SHAPES[meld.shape],
        tiles=tiles_to_pb(meld.tiles),
        faces=tiles_to_pb(meld.faces),
        owner=optional_to_pb(owner),
    )


def melds_to_pb(melds: Sequence[Meld], owners: Sequence[int]) -> list[pb.OkeyMeld]:
    """Returns the messages of melds with their owners."""
    return [meld_to_pb(meld, owner) for meld, owner in zip(melds, owners, strict=True)]


def melds_from_pb(messages: Iterable[pb.OkeyMeld], field: str) -> tuple[tuple[Meld, ...], tuple[int, ...]]:
    """Returns melds and their owners, as they are named: whether they are melds is for ``check`` to say."""
    melds, owners = [], []
    for at, message in enumerate(messages):
        try:
            meld, owner = _laid(message)
        except Malformed as error:
            raise Malformed(f"{field}[{at}].{error.field}", error.problem) from None
        melds.append(meld)
        owners.append(owner)
    return tuple(melds), tuple(owners)


def _laid(message: pb.OkeyMeld) -> tuple[Meld, int]:
    raw = message.SerializeToString()
    return _read(raw) if len(raw) > _LONGEST_MELD else _remembered(raw)


@lru_cache(maxsize=_MELDS)
def _remembered(raw: bytes) -> tuple[Meld, int]:
    # What lies on a table comes again with each of its moves.
    return _read(raw)


def _read(raw: bytes) -> tuple[Meld, int]:
    message = pb.OkeyMeld.FromString(raw)
    return _meld_from_pb(message), one_based(message.owner, SEATS, "owner")


def _meld_from_pb(message: pb.OkeyMeld) -> Meld:
    if message.shape not in _SHAPE_OF:
        raise Malformed("shape", "is unspecified or unknown")
    tiles = tiles_from_pb(message.tiles, "tiles")
    faces = cast("tuple[Face, ...]", _less_one(message.faces, FACES, "faces"))
    if len(faces) != len(tiles):
        raise Malformed("faces", "must be one a tile")
    return Meld(_SHAPE_OF[message.shape], tiles, faces)


def opening_to_pb(opening: Opening | None) -> pb.OkeyOpening | None:
    """Returns an opening's message."""
    if opening is None:
        return None
    return pb.OkeyOpening(pairs=opening.pairs, count=opening.count, turn=opening.turn)


def opening_from_pb(message: pb.OkeySeatState | pb.OkeySeatView) -> Opening | None:
    """Returns the opening of a seat."""
    if not message.HasField("opening"):
        return None
    return Opening(message.opening.pairs, message.opening.count, message.opening.turn)
