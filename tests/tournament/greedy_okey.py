"""Plain players of 101 Okey, as yardsticks: they plan nothing and count nothing.

The greedy player opens as soon as its hand can, with the highest total, and with pairs where series do not
reach; lays all that it can; and discards the tile of least use in its own best arrangement, one that is not
fined where it has any. It draws from the stock. The keen one is the same, but takes the left tile whenever
that opens or fits on the table at once.
"""

import random
from collections.abc import Sequence
from typing import Any

from engine.okey import arrange
from engine.okey.floors import pairs_floor, series_floor
from engine.okey.legal import fined_tiles
from engine.okey.melds import claimable
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    LayPair,
    LaySeries,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.tiles import Hand, Tile, add, holds, is_okey, number_of, only, own_face, remove
from engine.okey.view import View

LAYING = (OpenSeries, OpenPairs, LaySeries, LayPair, ClaimOkey, LayOff)
"""From the first to the last that is tried."""


def greedy(view: View, moves: Sequence[Any], chance: random.Random) -> Any:
    """Returns the greedy player's move out of the legal ones."""
    if DrawFromStock() in moves:
        return DrawFromStock()
    for kind in LAYING:
        laid = [move for move in moves if isinstance(move, kind)]
        if laid:
            return max(laid, key=lambda move: _points(view, move))
    discards = [move for move in moves if isinstance(move, Discard)]
    return min(discards, key=lambda move: _use(view, move.tile)) if discards else PutBack()


def keen(view: View, moves: Sequence[Any], chance: random.Random) -> Any:
    """Returns the keen player's move out of the legal ones."""
    return TakeDiscard() if TakeDiscard() in moves and _takes(view) else greedy(view, moves, chance)


def _takes(view: View) -> bool:
    """Tells whether the tile on the left opens, or fits on the table as it is."""
    tile = view.discards[(view.seat - 1) % 4][-1]
    hand = add(view.hand, tile)
    if view.openings[view.seat] is None:
        series = arrange.best_series(hand, view.okey, tile).total
        pairs = arrange.best_pairs(hand, view.okey, tile).total
        floors = (view.rules, view.openings, view.seat)
        return series >= series_floor(*floors) or pairs >= pairs_floor(*floors)
    meant = own_face(tile, view.okey)
    for meld in view.melds:
        if meant in meld.missing or any(meant == each for each, _ in claimable(meld, view.okey)):
            return not is_okey(tile, view.okey) and not view.openings[view.seat].pairs
    return False


def _points(view: View, move: Any) -> int:
    """Returns the sum of the numbers that a move puts on the table."""
    match move:
        case OpenSeries():
            placed = [each for meld in move.melds for each in meld]
        case OpenPairs():
            placed = [each for pair in move.pairs for each in pair]
        case LaySeries():
            placed = list(move.meld)
        case LayPair():
            placed = list(move.pair)
        case LayOff():
            placed = [move.placed]
        case _:
            return 0
    return sum(number_of(own_face(each.tile, view.okey)) for each in placed)


def _use(view: View, tile: Tile) -> tuple[bool, bool, int, int]:
    """Returns how much a tile helps: fined last, OKEYs last, then what its loss costs the arrangement.

    Of tiles that help alike, the lowest number before opening and the highest after it goes first.
    """
    fined = view.rules.penalties and holds(fined_tiles(_Table(view)), tile)
    rest = Hand(remove(view.hand, only(tile)))
    loss = arrange.series_total(view.hand, view.okey, keep=0) - arrange.series_total(rest, view.okey, keep=0)
    number = number_of(own_face(tile, view.okey))
    opened = view.openings[view.seat] is not None
    return bool(fined), is_okey(tile, view.okey), loss, -number if opened else number


class _Table:
    """What ``fined_tiles`` looks at: the melds, the okey, the rules."""

    def __init__(self, view: View) -> None:
        self.melds, self.okey, self.rules = view.melds, view.okey, view.rules
