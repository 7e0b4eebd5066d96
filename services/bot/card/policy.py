"""The ranking of the moves of the card game 101: judged by what a card does, then played out."""

import random
from dataclasses import replace
from typing import Final

from engine.card.moves import Move
from engine.card.state import has_ended
from engine.card.view import View, moves_in
from services.bot.card.judgement import GOES_OUT, judge
from services.bot.card.playouts import played_out
from services.bot.decision import Estimate, Ranking, wins
from services.bot.effort import Effort, Expired

TRUST: Final = 3.0
"""The playouts that the judgement counts for."""
ENOUGH: Final = 400
"""Evaluations below which playouts say less than the judgement does."""
MOST: Final = 6
"""Moves that are played out: the best by judgement."""


def to_move(view: View) -> bool:
    """Tells whether the viewer is to move."""
    return view.viewer == view.seat and not has_ended(view.phase)


def only_move(view: View) -> Move | None:
    """Returns the only legal move; ``None`` where there are others."""
    moves = moves_in(view)
    return moves[0] if len(moves) == 1 else None


def rank(view: View, chance: random.Random, budget: int, expired: Expired) -> Ranking:
    """Returns the moves of the seat whose view it is, best first."""
    effort = Effort(budget, expired)
    moves = moves_in(view)
    if len(moves) == 1:
        return Ranking((Estimate(moves[0], 0.0, ("ONLY_MOVE",)),), evaluations=0)
    estimates = sorted((judge(view, move) for move in moves), key=_points)
    if GOES_OUT in estimates[0].reasons:
        return Ranking(wins(estimates, lambda each: GOES_OUT in each.reasons), evaluations=0)
    tried = sorted(_tried(view, estimates[:MOST], chance, effort), key=_points)
    # The others were not played out, and are taken for no better than those that were.
    least = _points(tried[-1])
    others = [replace(each, expected_points=max(_points(each), least)) for each in estimates[MOST:]]
    return Ranking((*tried, *others), effort.spent, effort.cut_short)


def _points(estimate: Estimate) -> float:
    return estimate.expected_points


def _tried(view: View, estimates: list[Estimate], chance: random.Random, effort: Effort) -> list[Estimate]:
    """Returns estimates corrected by playouts."""
    if not effort.affords(ENOUGH):
        return estimates
    sums, rounds = played_out(view, [each.move for each in estimates], chance, effort)
    if not rounds:
        return estimates
    weight = TRUST + rounds
    return [
        replace(each, expected_points=(TRUST * each.expected_points + total) / weight)
        for each, total in zip(estimates, sums, strict=True)
    ]
