"""The position of a round of the card game 101: one frozen value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.card.cards import Card, Hand, Suit
from engine.card.places import Places
from engine.card.ruleset import Direction, RuleSet
from engine.header import HandState, Header

MOST_MOVES: Final = 1000
"""A round that this many moves have not ended is a stalemate. Rule C16."""


class Phase(StrEnum):
    """What the seat to move is up against."""

    LEAD = "LEAD"
    """An empty pile: any card may be played. Rules C1, C2."""
    TURN = "TURN"
    """The top card or the named suit. Rules C3, C9."""
    COVER = "COVER"
    """Its own six, which it must cover. Rule C5."""
    HIT = "HIT"
    """A pending draw. Rules C6, C10, C11."""
    BOUND = "BOUND"
    """An ace that binds, with an answer in hand. Rule C8."""
    OVER = "OVER"
    """Nothing: the seat that moved last went out. Rule C13."""
    STALEMATE = "STALEMATE"
    """Nothing: nobody went out in time. Rule C16."""


LEAD, TURN, COVER, HIT, BOUND, OVER, STALEMATE = Phase
"""The phases by their bare names: every move compares some, and a lookup in the class costs more."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is fixed when a round is dealt."""

    rules: RuleSet
    seats: int
    """How many play."""
    starter: int
    """The seat that moves first; under five cards the dealer. Rules C1, C2."""
    order: tuple[Card, ...]
    """The shuffled deck: one card at a time to each seat from the starter on, then the stock, top first."""
    chance: bytes
    """32 secret bytes, from which the stock is renewed."""


class State(NamedTuple):
    """A position. Seats count from 0, clockwise round the table.

    A named tuple, as are its places: every move builds one, and this is the quickest frozen value.
    """

    deal: Deal
    places: Places
    phase: Phase
    seat: int
    """The seat to move; after the end, the seat that moved last."""
    step: int
    """The direction of play: 1 clockwise, -1 counter-clockwise. Rule C7."""
    suit: Suit | None = None
    """The suit that the queen on top has named. Rule C9."""
    pending: int = 0
    """Cards that the seat to move has to draw or to pass on. Rule C11."""
    drew: bool = False
    """Whether the seat has drawn its one card for covering in this turn. Rule C5, ``draw_mode=one``."""
    ply: int = 0
    """Moves accepted so far."""
    turn: int = 0
    """Turns begun before this one."""

    @property
    def rules(self) -> RuleSet:
        """Returns the table's configuration."""
        return self.deal.rules

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Returns the hands by seat."""
        return self.places.hands

    @property
    def hand(self) -> Hand:
        """Returns the hand of the seat to move."""
        return self.places.hands[self.seat]

    @property
    def stock(self) -> tuple[Card, ...]:
        """Returns the stock, top first."""
        return self.places.stock

    @property
    def pile(self) -> tuple[Card, ...]:
        """Returns the played cards, oldest first."""
        return self.places.pile

    @property
    def shown(self) -> Hand:
        """Returns every card that has been on the pile in this round."""
        return self.places.shown

    @property
    def renewals(self) -> int:
        """Returns how often the stock has been renewed."""
        return self.places.renewals

    @property
    def winner(self) -> int | None:
        """Returns the seat that went out, if one did. Rule C13."""
        return self.seat if self.phase is OVER else None


def has_ended(phase: Phase) -> bool:
    """Tells whether no move is left."""
    return phase is OVER or phase is STALEMATE


def step_of(direction: Direction) -> int:
    """Returns what leads from a seat to the next in a direction."""
    return 1 if direction is Direction.CLOCKWISE else -1


def direction_of(step: int) -> Direction:
    """Returns the direction of a step."""
    return Direction.CLOCKWISE if step == 1 else Direction.COUNTER_CLOCKWISE


def header(state: State) -> Header:
    """Returns what a table may know of a position."""
    over = HandState.OVER if has_ended(state.phase) else HandState.PLAYING
    return Header(state.ply, state.turn, state.seat, over, len(state.hands))
