"""Tiles, melds, moves and whole positions as text, lossless both ways. The grammar is in RULES.md.

A move's text depends on no position: ``R5`` is always the first copy of the red 5, ``R5'`` the second.
"""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    Layout,
    LayPair,
    LaySeries,
    Move,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.reading import read_meld, read_position, read_rules
from engine.okey.tiles import Tile
from engine.okey.words import (
    Cursor,
    read_bare,
    read_layout,
    read_number,
    read_placed,
    write_layout,
    write_placed,
    write_tile,
)
from engine.okey.writing import write_meld, write_position, write_rules

__all__ = [
    "read_meld",
    "read_move",
    "read_position",
    "read_rules",
    "read_tile",
    "write_meld",
    "write_move",
    "write_position",
    "write_rules",
    "write_tile",
]


def read_tile(text: str) -> Tile:
    """Returns the tile that a text describes.

    Raises:
        BadText: The text is no tile.
    """
    cursor = Cursor(text)
    tile = read_bare(cursor.take())
    cursor.expect_end()
    return tile


_PLAIN: Final = {DrawFromStock: "draw", TakeDiscard: "take", PutBack: "put-back"}


def write_move(move: Move) -> str:
    """Returns a move as text, such as ``open R11 R12 R13 / R9 Y9 K9`` or ``lay-off R8 on 2``."""
    match move:
        case DrawFromStock() | TakeDiscard() | PutBack():
            return _PLAIN[type(move)]
        case OpenSeries():
            return _write_opening("open", move.melds)
        case OpenPairs():
            return _write_opening("open-pairs", move.pairs)
        case LaySeries():
            return f"lay {write_layout(move.meld)}"
        case LayPair():
            return f"pair {write_layout(move.pair)}"
        case LayOff():
            return f"lay-off {write_placed(move.placed)} on {move.meld + 1}"
        case ClaimOkey():
            return f"claim {write_tile(move.tile)} on {move.meld + 1}"
        case Discard():
            return f"discard {write_tile(move.tile)}" + (" onto indicator" if move.on_indicator else "")
        case _:
            assert_never(move)


def read_move(text: str) -> Move:
    """Returns the move that a text describes; whether it is legal is not asked.

    Raises:
        BadText: The text is no move.
    """
    cursor = Cursor(text)
    verb = cursor.take()
    if verb.text not in _READERS:
        raise verb.bad(f"no move: {', '.join(_READERS)}")
    move = _READERS[verb.text](cursor)
    cursor.expect_end()
    return move


def _write_opening(verb: str, melds: tuple[Layout, ...]) -> str:
    return f"{verb} {' / '.join(map(write_layout, melds))}".rstrip()


def _read_opening(cursor: Cursor) -> tuple[Layout, ...]:
    if not cursor.peek().text:
        return ()
    melds = [read_layout(cursor)]
    while cursor.accept("/"):
        melds.append(read_layout(cursor))
    return tuple(melds)


def _read_layoff(cursor: Cursor) -> LayOff:
    placed = read_placed(cursor.take())
    return LayOff(_read_target(cursor), placed)


def _read_claim(cursor: Cursor) -> ClaimOkey:
    tile = read_bare(cursor.take())
    return ClaimOkey(_read_target(cursor), tile)


def _read_target(cursor: Cursor) -> int:
    """Returns the meld, from 0, of ``on 1``; melds count from 1 in text."""
    cursor.expect("on")
    return read_number(cursor.take(), least=1) - 1


def _read_discard(cursor: Cursor) -> Discard:
    tile = read_bare(cursor.take())
    on_indicator = cursor.accept("onto")
    if on_indicator:
        cursor.expect("indicator")
    return Discard(tile, on_indicator)


_READERS: Final[Mapping[str, Callable[[Cursor], Move]]] = {
    "draw": lambda _: DrawFromStock(),
    "take": lambda _: TakeDiscard(),
    "put-back": lambda _: PutBack(),
    "open": lambda cursor: OpenSeries(_read_opening(cursor)),
    "open-pairs": lambda cursor: OpenPairs(_read_opening(cursor)),
    "lay": lambda cursor: LaySeries(read_layout(cursor)),
    "pair": lambda cursor: LayPair(read_layout(cursor)),
    "lay-off": _read_layoff,
    "claim": _read_claim,
    "discard": _read_discard,
}
