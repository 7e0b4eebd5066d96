"""Every move that a request could name after the draw, for hands of few tiles: the long way round."""

from collections.abc import Iterator
from itertools import chain, combinations, product

from engine.okey import Move, State
from engine.okey.legal import judge
from engine.okey.melds import Meld, Placed
from engine.okey.moves import ClaimOkey, Discard, LayOff, LayPair, LaySeries
from engine.okey.tiles import KINDS, NUMBERS, Face, Tile, is_okey, kind_of, tiles_of

MEANINGS = (None, *map(Face, range(KINDS + NUMBERS)))
"""All that a request can say of an OKEY, and that it says nothing."""


def candidates(state: State) -> Iterator[Move]:
    """Yields every discard, lay-off, claim, and lay of some tiles of the mover's hand, legal or not."""
    hand = list(tiles_of(state.hands[state.seat]))
    for tile in hand:
        yield Discard(tile)
        yield Discard(tile, on_indicator=True)
        for meld in range(len(state.melds)):
            yield ClaimOkey(meld, tile)
            yield from (LayOff(meld, placed) for placed in _placings(state, tile))
    for tiles in chain.from_iterable(combinations(hand, count) for count in range(2, len(hand) + 1)):
        for layout in product(*(_placings(state, tile) for tile in tiles)):
            yield LaySeries(layout)
            yield LayPair(layout)


def _placings(state: State, tile: Tile) -> list[Placed]:
    if not is_okey(tile, state.okey):
        return [Placed(tile)]
    return [Placed(tile, meaning) for meaning in MEANINGS]


def outcome(state: State, move: Move) -> tuple[object, ...]:
    """Returns what a legal move does, up to the choice between two tiles of one print."""
    formed = judge(state, state.seat, move)
    assert isinstance(formed, tuple)
    melds = tuple(tuple(zip(map(kind_of, meld.tiles), meld.faces, strict=True)) for meld in formed)
    match move:
        case LayOff() | ClaimOkey():
            return type(move), move.meld, melds, _came(state.melds[move.meld], formed[0])
        case LaySeries() | LayPair():
            return type(move), melds
        case _:
            return (move,)


def _came(before: Meld, after: Meld) -> tuple[int, ...]:
    return tuple(kind_of(tile) for tile in after.tiles if tile not in before.tiles)
