"""The ranking of the moves of 101 Okey."""

import random

from engine.okey.listing import legal_moves
from engine.okey.moves import Discard, DrawFromStock, Move
from engine.okey.state import SEATS, Phase
from engine.okey.view import View
from services.bot.decision import Estimate, Ranking, wins
from services.bot.effort import Effort, Expired
from services.bot.okey.discards import FINISHES, FINISHES_WITH_OKEY, rank_discards
from services.bot.okey.draws import rank_draws
from services.bot.okey.outlook import outlook_of
from services.bot.okey.sight import position_of
from services.bot.okey.table import OPENING, rank_actions, rank_openings


def to_move(view: View) -> bool:
    """Tells whether the viewer is to move."""
    return view.viewer == view.seat and view.phase not in {Phase.ENDED, Phase.VOID}


def only_move(view: View) -> Move | None:
    """Returns the draw from the stock, where nothing else is possible; else ``None``."""
    nothing_to_take = view.phase is Phase.DRAW and not view.discards[(view.seat - 1) % SEATS]
    return DrawFromStock() if nothing_to_take or view.phase is Phase.DRAW_STOCK else None


def rank(view: View, chance: random.Random, budget: int, expired: Expired, waiting: bool = True) -> Ranking:
    """Returns the moves of the seat whose view it is, best first.

    Without ``waiting`` a seat that can open does.
    """
    state = position_of(view)
    moves = list(legal_moves(state))
    if len(moves) == 1:
        return Ranking((Estimate(moves[0], 0.0, ("ONLY_MOVE",)),), evaluations=0)
    effort = Effort(budget, expired)
    now = (view, state, moves, outlook_of(view, state), chance, effort)
    if view.phase is Phase.DRAW:
        estimates = rank_draws(*now)
    elif any(isinstance(move, OPENING) for move in moves):
        estimates = rank_openings(*now, waiting)
    elif view.openings[view.seat] is not None and not all(isinstance(move, Discard) for move in moves):
        estimates = rank_actions(*now)
    else:
        estimates = rank_discards(*now)
    estimates.sort(key=lambda each: each.expected_points)
    if _finishes(estimates[0]):
        return Ranking(wins(estimates, _finishes), effort.spent, effort.cut_short)
    return Ranking(tuple(estimates), effort.spent, effort.cut_short)


def _finishes(estimate: Estimate) -> bool:
    return estimate.reasons[0] in {FINISHES, FINISHES_WITH_OKEY}
