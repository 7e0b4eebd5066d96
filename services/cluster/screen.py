"""What a game has to offer so that a match of it can be watched.

A screen is a module with the functions below. They are pure: from messages to text, from one board to the
next. A *board* is what a spectator has learned of the present hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from game101.v1.game_pb2 import GameEvent, GameRules
from rich.text import Text

NAMES: Final = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot")
"""The players of a demo, by seat; their initials are the seats in notation."""


@dataclass(frozen=True, slots=True)
class Told:
    """A move in words."""

    phrase: Text
    """What goes into the line of the turn."""
    below: tuple[Text, ...] = ()
    """Lines that go below it, such as the melds laid."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line with a head, under which nothing goes when the rest needs more lines."""

    head: Text
    body: Text


class Screen(Protocol):
    """The functions of a game's screen."""

    @property
    def TITLE(self) -> str:  # noqa: N802
        """The game's name, for people."""

    @property
    def HAND(self) -> str:  # noqa: N802
        """What a hand is called: ``Hand`` or ``Round``."""

    @property
    def SEATS(self) -> int:  # noqa: N802
        """How many play in a demo."""

    @property
    def PAUSE_SECONDS(self) -> float:  # noqa: N802
        """The pause after each move with which a demo can be followed."""

    def rules(self, preset: str) -> GameRules:
        """Returns the rules of a preset; an empty name is the game's default."""

    def preset(self, rules: GameRules) -> str:
        """Returns the name of the preset."""

    def board(self, dealt: GameEvent) -> Any:
        """Returns the board of a hand that has just been dealt."""

    def follow(self, board: Any, event: GameEvent) -> Any:
        """Returns the board after a move."""

    def deal_line(self, board: Any) -> Text:
        """Returns what was turned up with the deal."""

    def told(self, board: Any, event: GameEvent) -> Told:
        """Returns a move in words; ``board`` is the one after it."""

    def table(self, board: Any) -> Sequence[Row]:
        """Returns what lies on the table."""

    def ending(self, flags: Sequence[str]) -> str:
        """Returns how a hand ended, in words: what follows the name of the seat that finished, if any."""


def name_of(seat: int) -> str:
    """Returns the player on a seat, which counts from 1."""
    return NAMES[seat - 1]


def joined(parts: Sequence[Text | str], separator: str = " ") -> Text:
    """Returns texts in one line."""
    return Text(separator).join(part if isinstance(part, Text) else Text(part) for part in parts)
