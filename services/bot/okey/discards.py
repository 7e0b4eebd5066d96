"""Which tile to give up: what the hand is worth without it, and what the table makes of it."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.okey.legal import fined_tiles
from engine.okey.moves import Discard, Move
from engine.okey.play import PENALTY
from engine.okey.state import State
from engine.okey.tiles import Tile, hand_of, holds, is_okey, kind_of, only, remove, size
from engine.okey.view import View
from services.bot.decision import Estimate
from services.bot.effort import Effort
from services.bot.okey import hopes
from services.bot.okey.danger import dangers
from services.bot.okey.leaving import Playouts
from services.bot.okey.outlook import Outlook
from services.bot.okey.worth import worths

FINISHES: Final = "FINISHES"
FINISHES_WITH_OKEY: Final = "FINISHES_WITH_OKEY"
"""The reasons of moves that end the hand for the seat, in this turn."""
WORTH: Final = 0.5
"""The points that a unit of worth stands for: it decides where playouts see no difference."""
GIFT: Final = 1.0
"""What it costs to leave a tile to the next seat that it can lay at once."""
CLOSE: Final = 7
"""Discards that are compared by what they give to the next seat, too."""


def rank_discards(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[Estimate]:
    """Returns the discards, one of each print, with what the seat is expected to score after each."""
    discards = [move for move in moves if isinstance(move, Discard)]
    if size(view.hand) == 1:
        return [_finishing(move, outlook) for move in discards]
    kept = {kind_of(move.tile): move for move in discards}
    tiles = [move.tile for move in kept.values()]
    fined = fined_tiles(state)
    prior = worths(view.hand, hand_of(outlook.hidden), view.okey)
    points = _points(view, tiles, outlook, chance, effort)
    estimates = [
        _estimate(view, move, each + WORTH * prior[move.tile], holds(fined, move.tile))
        for move, each in zip(kept.values(), points, strict=True)
    ]
    estimates.sort(key=lambda each: each.expected_points)
    return [*_weighed(view, estimates[:CLOSE], outlook, chance, effort), *estimates[CLOSE:]]


def _weighed(
    view: View, estimates: list[Estimate], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[Estimate]:
    """Returns the best discards with what they give to the next seat."""
    given = dangers(view, [each.move.tile for each in estimates], outlook, chance, effort)
    return [
        replace(each, expected_points=each.expected_points + cost)
        for each, cost in zip(estimates, given, strict=True)
    ]


def _finishing(move: Discard, outlook: Outlook) -> Estimate:
    doubled = is_okey(move.tile, outlook.okey)
    reason = FINISHES_WITH_OKEY if doubled else FINISHES
    return Estimate(move, outlook.finish * (2 if doubled else 1), (reason,), admissible=False)


def _points(
    view: View, tiles: list[Tile], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[float]:
    if view.openings[view.seat] is None:
        return hopes.expected(view.hand, tiles, outlook, hopes.goal_of(view), chance, effort)
    hands = [remove(view.hand, only(tile)) for tile in tiles]
    return Playouts(outlook, chance).values(hands, effort)


def _estimate(view: View, move: Discard, points: float, playable: bool) -> Estimate:
    wild = is_okey(move.tile, view.okey)
    opened = view.openings[view.seat] is not None
    fined = playable and view.rules.penalties
    reasons = ["SHEDS_POINTS" if opened else "LEAST_USEFUL"]
    if fined:
        points += PENALTY
        reasons.append("FINED")
    elif playable:
        points += GIFT
        reasons.append("PLAYABLE")
    return Estimate(move, points, tuple(reasons), admissible=not fined and not wild)
