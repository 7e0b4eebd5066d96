"""What every game says about a position and a move, in terms that know no game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class HandState(StrEnum):
    """Where a hand (a round, in the card game) stands."""

    PLAYING = "PLAYING"
    OVER = "OVER"
    """Ended, and it counts."""
    VOID = "VOID"
    """Ended, and it is played again with the same starter."""


@dataclass(frozen=True, slots=True)
class Header:
    """The part of a position that a table may know without knowing the game."""

    ply: int
    """Moves accepted so far in the hand."""
    turn: int
    """Turns begun before this one. The clock runs per turn: it starts anew when this grows."""
    seat: int
    """The seat to move; where the hand has ended, the seat that moved last."""
    state: HandState
    seats: int
    """How many play."""


@dataclass(frozen=True, slots=True)
class Deck:
    """What the dealer must shuffle for a game."""

    size: int
    """The number of pieces, at least 1. Pieces count from 0."""
    first_below: int
    """Position 0 of the order is drawn from the pieces below this, in ``[1, size]``."""


@dataclass(frozen=True, slots=True)
class Events:
    """What a move (or the deal) tells: to everybody, and more to some seats."""

    public: Any
    """The game's event as everybody may see it."""
    private: Mapping[int, Any] = field(default_factory=dict)
    """By seat: the event as that seat alone may see it, in place of the public one."""
