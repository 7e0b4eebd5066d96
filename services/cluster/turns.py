"""One turn in a few lines: its number, who plays it, the moves, and below them the melds laid."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console
from rich.text import Text

from services.cluster.screen import Told, joined, name_of

_INDENT: Final = 13
_LEAST_WIDTH: Final = 20


@dataclass(slots=True)
class Turn:
    """The moves of a turn so far."""

    number: int
    """From 0, in the hand."""
    seat: int
    """From 1."""
    moves: list[Told] = field(default_factory=list)


def lines(turn: Turn, console: Console) -> list[Text]:
    """Returns a turn for a console, wrapped under its moves."""
    width = max(console.width - _INDENT, _LEAST_WIDTH)
    said = joined([move.phrase for move in turn.moves], " · ").wrap(console, width)
    head = f"{turn.number + 1:>4}  {name_of(turn.seat):<6} "
    body = [Text.assemble((head, "bold"), said[0]), *_indented(said[1:], _INDENT)]
    below = [line for move in turn.moves for each in move.below for line in each.wrap(console, width - 2)]
    return body + _indented(below, _INDENT + 2)


def _indented(texts: Sequence[Text], columns: int) -> list[Text]:
    return [Text(" " * columns) + text for text in texts]
