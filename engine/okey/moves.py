"""The moves of 101 Okey, as frozen values. RULES.md A3."""

from dataclasses import dataclass

from engine.okey.melds import Placed
from engine.okey.tiles import Tile

Layout = tuple[Placed, ...]
"""The tiles of one meld as a player lays them, in any order."""


@dataclass(frozen=True, slots=True)
class DrawFromStock:
    """Draws the top tile of the stock. Rule A3.3."""


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Takes the left neighbour's last discard. Rules A3.3, A4."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Returns the tile taken in this turn to the pile it came from. Rule A4.4."""


@dataclass(frozen=True, slots=True)
class OpenSeries:
    """Opens with runs and groups. Rule A6.1."""

    melds: tuple[Layout, ...]


@dataclass(frozen=True, slots=True)
class OpenPairs:
    """Opens with pairs. Rule A6.3."""

    pairs: tuple[Layout, ...]


@dataclass(frozen=True, slots=True)
class LaySeries:
    """Lays one more run or group after opening. Rule A8.3."""

    meld: Layout


@dataclass(frozen=True, slots=True)
class LayPair:
    """Lays one more pair after opening. Rules A8.4, A8.5."""

    pair: Layout


@dataclass(frozen=True, slots=True)
class LayOff:
    """Adds one tile to a meld on the table. Rule A8.2."""

    meld: int
    """The meld, from 0, in the order in which melds came to the table."""
    placed: Placed


@dataclass(frozen=True, slots=True)
class ClaimOkey:
    """Puts a tile in the place of the OKEY that stands for it, and takes the OKEY. Rule A9.1."""

    meld: int
    """The meld, from 0, in the order in which melds came to the table."""
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """Ends the turn with one tile. Rules A3.1, A10.1."""

    tile: Tile
    on_indicator: bool = False
    """Whether it goes onto the indicator, which only the tile that ends the hand may."""


Move = (
    DrawFromStock
    | TakeDiscard
    | PutBack
    | OpenSeries
    | OpenPairs
    | LaySeries
    | LayPair
    | LayOff
    | ClaimOkey
    | Discard
)
