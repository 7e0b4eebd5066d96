"""What a move tells the table: one event, which the mover may see more of than others do."""

from dataclasses import dataclass

from engine.header import Events
from engine.okey.melds import Meld, yielded
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    Move,
    PutBack,
    TakeDiscard,
)
from engine.okey.state import SEATS, Phase, State
from engine.okey.tiles import Hand, Tile


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand has begun."""

    starter: int
    indicator: Tile
    hand: Hand | None
    """The seat's own tiles; ``None`` in the public event."""


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew from the stock."""

    seat: int
    stock: int
    """Tiles left in the stock."""
    tile: Tile | None
    """The tile, for the seat that drew it; ``None`` in the public event."""


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took its left neighbour's last discard."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class ReturnedTile:
    """A seat put the taken tile back."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid melds."""

    seat: int
    opening: bool
    """Whether this was the seat's opening."""
    melds: tuple[Meld, ...]
    """The last on the table, in order."""


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A seat added a tile to a meld."""

    seat: int
    meld: int
    tile: Tile
    after: Meld


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat put a tile in the place of an OKEY and took the OKEY."""

    seat: int
    meld: int
    tile: Tile
    okey: Tile
    """The OKEY that went into the hand."""
    after: Meld


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat ended its turn."""

    seat: int
    tile: Tile
    on_indicator: bool
    penalty: int
    """Points booked for this discard, 0 or 101. Rule A11.1."""
    ended: bool
    """Whether the hand ended with it."""
    finished: bool
    """Whether it was the seat's last tile."""


Event = Dealt | Drew | Took | ReturnedTile | Laid | LaidOff | Claimed | Discarded


def dealt(state: State) -> Events:
    """Returns the events of a first position."""
    private = {seat: Dealt(state.starter, state.indicator, state.hands[seat]) for seat in range(SEATS)}
    return Events(Dealt(state.starter, state.indicator, None), private)


def events(before: State, seat: int, move: Move, after: State) -> Events:
    """Returns the events of an accepted move."""
    if isinstance(move, DrawFromStock):
        tile = Tile((after.hands[seat] ^ before.hands[seat]).bit_length() - 1)
        return Events(Drew(seat, after.stock, None), {seat: Drew(seat, after.stock, tile)})
    return Events(_open_event(before, seat, move, after))


def _open_event(before: State, seat: int, move: Move, after: State) -> Event:
    """Returns the event of a move that hides nothing."""
    match move:
        case TakeDiscard():
            return Took(seat, before.discards[before.left][-1])
        case PutBack():
            return ReturnedTile(seat, after.discards[before.left][-1])
        case LayOff():
            return LaidOff(seat, move.meld, move.placed.tile, after.melds[move.meld])
        case ClaimOkey():
            grown = after.melds[move.meld]
            wild = yielded(before.melds[move.meld], grown)
            return Claimed(seat, move.meld, move.tile, wild, grown)
        case Discard():
            penalty = after.penalties[seat] - before.penalties[seat]
            ended = after.phase is Phase.ENDED
            return Discarded(seat, move.tile, move.on_indicator, penalty, ended, after.finish is not None)
        case _:
            opening = before.openings[seat] is None
            return Laid(seat, opening, after.melds[len(before.melds) :])
