"""A plain player of the card game 101, as a yardstick: it sheds the most points that it can, now.

A queen names the suit of which most cards stay in the hand. It never draws where a card can be played.
"""

import random
from collections.abc import Sequence
from typing import Any

from engine.card.cards import SUITED, rank_of, size
from engine.card.moves import Draw
from engine.card.score import value
from engine.card.view import View


def choose(view: View, moves: Sequence[Any], chance: random.Random) -> Any:
    """Returns the greedy player's move out of the legal ones."""
    plays = [move for move in moves if not isinstance(move, Draw)]
    return max(plays, key=lambda move: _worth(view, move)) if plays else moves[0]


def _worth(view: View, move: Any) -> tuple[int, int, int]:
    named = 0 if move.suit is None else size(view.hand & SUITED[move.suit])
    return value(view.rules, move.card), named, -rank_of(move.card)
