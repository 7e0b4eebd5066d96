"""What a position's text leaves out: the unnamed tiles find a place, always the same one.

Unnamed tiles are dealt in a scattered order, the OKEYs last: to the hands in seat order, then to the
stock, and what is left lies at the bottom of the pile of the seat to move.
"""

from dataclasses import dataclass
from typing import Final

from engine.okey.melds import Meld
from engine.okey.play import OTHER_TILES, STARTER_TILES, STOCK_TILES
from engine.okey.sections import Heap
from engine.okey.state import Phase
from engine.okey.tiles import TILES, Tile, is_okey, okey_face
from engine.refusal import BadPosition

_STRIDE: Final = 37
"""Has no divisor in common with 106: neighbours differ in colour and number, twins are 43 steps apart."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The tiles that a text names, by where they lie."""

    indicator: Tile
    seat: int
    phase: Phase
    hands: tuple[Heap, ...]
    stock: Heap
    discards: tuple[tuple[Tile, ...], ...]
    melds: tuple[Meld, ...]
    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Where all the hidden tiles and the discards lie."""

    hands: tuple[tuple[Tile, ...], ...]
    stock: tuple[Tile, ...]
    """Top first."""
    discards: tuple[tuple[Tile, ...], ...]


def fill(sketch: Sketch) -> Places:
    """Returns the places of all tiles.

    Raises:
        BadPosition: A hand or the stock is said to have more unnamed tiles than there are.
    """
    unnamed = _unnamed(sketch)
    hands = []
    for seat, heap in enumerate(sketch.hands):
        hands.append(_filled(f"hands[{seat}]", heap, _usual_hand(sketch, seat), unnamed))
    finished = sketch.phase is Phase.ENDED and not hands[sketch.seat]
    played_out = sketch.phase is Phase.ENDED and not finished
    stock = _filled("stock", sketch.stock, 0 if played_out else STOCK_TILES, unnamed)
    discards = list(sketch.discards)
    discards[sketch.seat] = (*reversed(unnamed), *discards[sketch.seat])
    return Places(tuple(hands), stock, tuple(discards))


def _unnamed(sketch: Sketch) -> list[Tile]:
    named = {sketch.indicator, *sketch.stock.tiles}
    named.update(tile for heap in sketch.hands for tile in heap.tiles)
    named.update(tile for pile in sketch.discards for tile in pile)
    named.update(tile for meld in sketch.melds for tile in meld.tiles)
    okey = okey_face(sketch.indicator)
    scattered = [Tile(step * _STRIDE % TILES) for step in range(TILES)]
    return sorted((tile for tile in scattered if tile not in named), key=lambda tile: is_okey(tile, okey))


def _usual_hand(sketch: Sketch, seat: int) -> int:
    """Returns the size of a hand whose seat has laid its melds alone, and at least one tile. Rule A2.1."""
    in_turn = seat == sketch.seat and sketch.phase in {Phase.PLAY, Phase.VOID}
    owned = zip(sketch.owners, sketch.melds, strict=True)
    laid = sum(len(meld.tiles) for owner, meld in owned if owner == seat)
    return max(1, (STARTER_TILES if in_turn else OTHER_TILES) - laid)


def _filled(field: str, heap: Heap, usual: int, unnamed: list[Tile]) -> tuple[Tile, ...]:
    """Returns a heap with its unnamed tiles, which it takes from the front of the list."""
    more = heap.more
    if more is None:
        more = min(len(unnamed), max(0, usual - len(heap.tiles)))
    if more > len(unnamed):
        raise BadPosition(field, f"{more} unnamed tiles are wanted and {len(unnamed)} are left")
    taken, unnamed[:more] = unnamed[:more], []
    return (*heap.tiles, *taken)
