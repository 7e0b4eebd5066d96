"""The position of a hand of 101 Okey: one frozen value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.header import HandState, Header
from engine.okey.melds import Meld
from engine.okey.ruleset import RuleSet
from engine.okey.tiles import EMPTY, Face, Hand, Tile, okey_face

SEATS: Final = 4


class Phase(StrEnum):
    """What the seat to move must do next."""

    DRAW = "DRAW"
    """Draw from the stock or take the left discard. Rule A3.4."""
    DRAW_STOCK = "DRAW_STOCK"
    """Draw from the stock: a tile was put back in this turn. Rule A4.4."""
    PLAY = "PLAY"
    """Any table actions, then one discard. Rule A3.1."""
    ENDED = "ENDED"
    """Nothing: the hand is over."""
    VOID = "VOID"
    """Nothing: the hand is void. Rule A13.3."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a seat opened in this hand."""

    pairs: bool
    """Whether with pairs; else with series. Fixed for the hand. Rule A6.4."""
    count: int
    """What the opening action laid: points of a series opening, pairs of a pairs opening. Rule A7.2."""
    turn: int
    """The turn of the hand, from 0, in which it happened."""


class State(NamedTuple):
    """A position. Seats count from 0 in turn order; the right-hand neighbour is the next.

    A named tuple, because ``_replace`` is four times as fast as it is for a frozen dataclass, and
    every move makes one.
    """

    rules: RuleSet
    order: bytes
    """The deal: position 0 the indicator, 22 tiles to the starter, 21 each in turn order, then the
    stock, top first. Rule A2.1."""
    starter: int
    hands: tuple[Hand, ...]
    """By seat."""
    stock: int
    """Tiles left in the stock: the last so many of ``order``."""
    discards: tuple[tuple[Tile, ...], ...]
    """By the seat that discarded, oldest first."""
    melds: tuple[Meld, ...]
    """On the table, in the order laid."""
    owners: tuple[int, ...]
    """The seat that laid each meld."""
    openings: tuple[Opening | None, ...]
    """By seat."""
    penalties: tuple[int, ...]
    """Points booked in play, by seat. Rule A11."""
    seat: int
    """The seat to move; after the end, the seat that moved last."""
    phase: Phase
    turn: int = 0
    """Turns begun before this one."""
    taken: Tile | None = None
    """The tile taken from the left in this turn, while the duty to use it is open. Rule A4."""
    layoffs: int = 0
    """Tiles laid off in this turn. Rule A8.6."""
    ply: int = 0
    """Moves accepted so far."""
    known: tuple[Hand, ...] = (EMPTY,) * SEATS
    """By seat: tiles of its hand that lay open before, taken from a pile or claimed from a meld."""
    finish: Tile | None = None
    """The discard that finished the hand, if one did. Rule A10."""

    @property
    def indicator(self) -> Tile:
        """Returns the tile set apart face up. Rule A1.3."""
        return Tile(self.order[0])

    @property
    def okey(self) -> Face:
        """Returns the face that is wild. Rule A1.4."""
        return okey_face(Tile(self.order[0]))

    @property
    def left(self) -> int:
        """Returns the seat whose last discard the seat to move may take. Rule A2.2."""
        return (self.seat - 1) % SEATS


def partner_of(seat: int) -> int:
    """Returns the opposite seat. Rule A13.4."""
    return (seat + 2) % SEATS


def header(state: State) -> Header:
    """Returns what a table may know of a position."""
    ended = {Phase.ENDED: HandState.OVER, Phase.VOID: HandState.VOID}
    playing = ended.get(state.phase, HandState.PLAYING)
    return Header(state.ply, state.turn, state.seat, playing, SEATS)
