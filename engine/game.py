"""The verbs a game offers, and which games exist.

A game is a folder. The names below stand at the top level of its package, and mypy checks that
the module fits. Seats count from 0 in turn order; a piece (tile, card) is an int from 0.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from engine import card, okey
from engine.header import Deck, Events, Header
from engine.refusal import Refusal
from engine.score import HandScore, Match, Standing

State = TypeVar("State")
Move = TypeVar("Move")
View_co = TypeVar("View_co", covariant=True)
Rules = TypeVar("Rules")


class Game(Protocol[State, Move, View_co, Rules]):
    """The functions that every game module defines at top level."""

    @property
    def NAME(self) -> str:
        """The game's name: the key in ``GAMES`` and the first word of its position notation."""

    @property
    def PRESETS(self) -> Mapping[str, Rules]:
        """The named rule configurations, the default first."""

    def configure(self, preset: str, overrides: Mapping[str, Any]) -> Rules:
        """Returns a preset with some switches set otherwise; an empty preset is the default one.

        Raises:
            BadRules: The preset or a switch is unknown, a value is out of range, or values
                contradict each other.
        """

    def deck(self, rules: Rules) -> Deck:
        """Returns what the dealer must shuffle."""

    def seats(self, rules: Rules) -> range:
        """Returns the numbers of seats that the rules allow."""

    def start(self, rules: Rules, seats: int, starter: int, order: Sequence[int], chance: bytes) -> State:
        """Returns the first position of a hand.

        Args:
            rules: The table's configuration.
            seats: How many play.
            starter: The seat that starts (that deals, where the preset says so).
            order: Every piece once, position 0 first, as ``deck`` asks for it.
            chance: 32 secret bytes for shuffles during play, kept in the position.

        Raises:
            BadPosition: The order is not the deck, or seats, starter or chance are out of range.
        """

    def header(self, state: State) -> Header:
        """Returns what a table may know of a position."""

    def legal_moves(self, state: State) -> Sequence[Move]:
        """Returns the moves of the seat to move; none when the hand has ended."""

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Returns the rule that a move breaks, or ``None`` when it is legal."""

    def apply(self, state: State, seat: int, move: Move) -> State:
        """Returns the position after a move.

        Raises:
            IllegalMove: The rules refuse the move; see its ``refusal``.
        """

    def dealt(self, state: State) -> Events:
        """Returns the events of a first position."""

    def events(self, before: State, seat: int, move: Move, after: State) -> Events:
        """Returns the events of an accepted move."""

    def seen(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Returns by seat the positions of the order whose pieces it has seen so far, ascending."""

    def view(self, state: State, seat: int | None) -> View_co:
        """Returns what a seat may know; ``None`` is a spectator."""

    def score(self, state: State) -> HandScore:
        """Returns the result of an ended hand.

        Raises:
            ValueError: The hand is still being played.
        """

    def settle(
        self, rules: Rules, match: Match, hands: int, points: Sequence[int] | None, winner: int | None
    ) -> Match:
        """Returns the match after a hand.

        Args:
            rules: The table's configuration.
            match: The match before the hand; its ``starter`` started it.
            hands: The agreed number of hands, for the games that count them.
            points: The scores by seat, computed or entered; ``None`` for a void hand.
            winner: The seat that finished, if any.
        """

    def standing(self, rules: Rules, match: Match) -> Standing:
        """Returns the order of the sides after the hands played so far."""

    def write_position(self, state: State) -> str:
        """Returns a position as one line of text, lossless; it names hidden pieces."""

    def read_position(self, text: str) -> State:
        """Returns the position that a text describes.

        Raises:
            BadText: The text is no notation.
            BadPosition: It reads, but no play can reach it.
        """

    def write_move(self, move: Move) -> str:
        """Returns a move as short text."""

    def read_move(self, text: str) -> Move:
        """Returns the move that a text describes.

        Raises:
            BadText: The text is no notation.
        """


GAMES: Final[Mapping[str, Game[Any, Any, Any, Any]]] = {okey.NAME: okey, card.NAME: card}
