"""One turn in a few lines: its number, who plays it, the moves, and below them the melds laid."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console
from rich.text import Text

from services.cluster.screen import Row, Told, joined, name_of

_LEAST_WIDTH: Final = 20
_ANY: Final = Console()
"""Wrapping asks for a console, and takes nothing from it."""


@dataclass(slots=True)
class Turn:
    """The moves of a turn so far."""

    number: int
    """From 0, in the hand."""
    seat: int
    """From 1."""
    moves: list[Told] = field(default_factory=list)


def lines(turn: Turn, width: int) -> list[Text]:
    """Returns a turn in lines of at most a width."""
    head = Text(f"{turn.number + 1:>4}  {name_of(turn.seat):<6} ", "bold")
    said = joined([move.phrase for move in turn.moves], " · ")
    below = [Row(Text(" " * (len(head) + 2)), each) for move in turn.moves for each in move.below]
    return hanging([Row(head, said), *below], width)


def hanging(rows: Iterable[Row], width: int) -> list[Text]:
    """Returns rows as lines of at most a width; what follows the first line of a row is indented."""
    lines = []
    for row in rows:
        room = max(width - len(row.head), _LEAST_WIDTH)
        first, *others = row.body.wrap(_ANY, room) or [Text()]
        indent = " " * len(row.head)
        lines += [Text.assemble(row.head, first), *(Text.assemble(indent, other) for other in others)]
    return lines
