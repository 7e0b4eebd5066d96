"""What every game's scores have in common: lines that add up, totals, places.

Scores are penalties: the lowest total wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a breakdown. The points of all lines add up to the seat's score."""

    code: str
    """A stable code for translation, such as ``TILES_LEFT``."""
    text: str
    """The same in English, ready to show."""
    points: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What one seat scores in a hand."""

    points: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class HandScore:
    """The result of a hand (a round, in the card game)."""

    seats: tuple[SeatScore, ...]
    """By seat. Empty when the hand is void."""
    winner: int | None
    """The seat that finished; ``None`` when nobody did."""
    flags: tuple[str, ...]
    """How it ended, in stable codes of the game, such as ``OKEY`` or ``STOCK_OUT``."""
    multiplier: int
    """The factor that the flags make, at least 1."""
    void: bool
    """Whether the hand does not count and is played again."""

    @property
    def points(self) -> tuple[int, ...]:
        """Returns the scores by seat."""
        return tuple(seat.points for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two hands."""

    totals: tuple[int, ...]
    """By seat."""
    hands_played: int
    """Hands that counted; void ones do not."""
    starter: int
    """The seat that starts the next hand (that would start it, once the match is over)."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, or a team of seats, in the standing."""

    seats: tuple[int, ...]
    total: int
    place: int
    """From 1. Equal totals share a place, and the next place counts those before it: 1, 1, 3."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The order of the sides, best first, and who has lost."""

    sides: tuple[Side, ...]
    losers: tuple[int, ...] = ()
    """The seats that the game names as losers, where it names any."""


def new_match(seats: int, starter: int) -> Match:
    """Returns a match before its first hand."""
    return Match(totals=(0,) * seats, hands_played=0, starter=starter)


def rank(sides: Sequence[tuple[tuple[int, ...], int]]) -> tuple[Side, ...]:
    """Returns the sides with their places, lowest total first, equal totals by seat."""
    ordered = sorted(sides, key=lambda side: (side[1], side[0]))
    return tuple(
        Side(seats, total, 1 + sum(1 for _, other in sides if other < total)) for seats, total in ordered
    )
