"""What a game has to offer so that a person can play it."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from game101.v1.game_pb2 import GameEvent, GameMove, GameView
from rich.text import Text

from services.cluster.play.seat import Seat


class Unclear(Exception):
    """What was typed cannot be read; the key of a text and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts: Final = facts


class Hand(Protocol):
    """The functions of a game at the table of a person."""

    def table(self, view: GameView, width: int) -> Sequence[Text]:
        """Returns what lies open, a line a text."""

    def holds(self, view: GameView, aside: Any, width: int) -> Sequence[Text]:
        """Returns the player's own pieces; ``aside`` is what ``arranged`` returned last."""

    def status(self, view: GameView) -> Text:
        """Returns what belongs into the first line."""

    def draft(self, seat: Seat, width: int) -> Sequence[Text]:
        """Returns the move that is being composed, and what it comes to."""

    def event(self, view: GameView, event: GameEvent, name: Any) -> Text:
        """Returns a move in words; ``name`` gives the name of a seat."""

    def move(self, view: GameView, move: GameMove) -> Text:
        """Returns a move that may be made, in words."""

    def commands(self) -> Sequence[tuple[str, str]]:
        """Returns what can be typed, each with the key of its explanation."""

    async def arranged(self, seat: Seat, choice: str) -> Any:
        """Returns the player's pieces in order; ``choice`` is an order that the game knows."""

    async def obey(self, seat: Seat, words: Sequence[str]) -> bool:
        """Does what was typed, and tells whether it was a command of the game.

        Raises:
            Unclear: It cannot be read.
            grpc.aio.AioRpcError: It is refused.
        """
