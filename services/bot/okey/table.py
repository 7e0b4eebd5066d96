"""What to do on the table: open, lay, lay off, claim, in which order, or nothing."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.okey.arrange import best_series
from engine.okey.floors import series_floor
from engine.okey.listing import legal_moves
from engine.okey.moves import ClaimOkey, Discard, LayOff, Move, OpenPairs, OpenSeries, PutBack
from engine.okey.play import apply
from engine.okey.state import Phase, State
from engine.okey.tiles import Hand, remove
from engine.okey.view import View
from engine.okey.view import view as view_of
from services.bot.decision import Estimate
from services.bot.effort import Effort
from services.bot.okey.discards import FINISHES, rank_discards
from services.bot.okey.outlook import Outlook, outlook_of
from services.bot.okey.plans import Prospect, prospect

WORSE: Final = 8.0
"""What an action outside the plan is taken to cost more than the plan."""
UNTOUCHED: Final = 10.0
"""What it is taken to cost at least to leave the table alone where the plan acts."""
PATIENT: Final = 3
"""Own draws to come, below which nothing is waited for."""
MARGIN: Final = 15.0
"""By how much waiting must be better than opening with pairs."""
LOOK: Final = 250
"""Evaluations that judge whether to wait."""
GLANCE: Final = 20
"""Evaluations that judge discards which are not going to be the best."""
PLAYED_AGAIN: Final = 60.0
"""What a hand that is void and played again costs on average. Rule A13.3."""
OPENING = (OpenSeries, OpenPairs)


def rank_actions(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[Estimate]:
    """Returns the moves of a seat that has opened and can act on the table."""
    found = prospect(view, state, moves, outlook, chance, effort)
    first = found.moves[0] if found.moves else None
    others = [move for move in moves if not isinstance(move, Discard) and move != first]
    estimates = [
        Estimate(move, found.points + WORSE, (_reason(move),), admissible=_is_other(move, found))
        for move in others
    ]
    if first is None or isinstance(first, Discard):
        return rank_discards(view, state, moves, outlook, chance, effort) + estimates
    return [
        Estimate(first, found.points, _reasons(first, found)),
        *estimates,
        *_untouched(view, state, moves, outlook, found, chance, effort),
    ]


def _is_other(move: Move, found: Prospect) -> bool:
    """Tells whether a move leads elsewhere than the plan, and nowhere absurd."""
    return move not in found.moves and not isinstance(move, PutBack)


def _untouched(
    view: View,
    state: State,
    moves: Sequence[Move],
    outlook: Outlook,
    found: Prospect,
    chance: random.Random,
    effort: Effort,
) -> list[Estimate]:
    """Returns what it costs to discard at once, and to keep what the plan would lay."""
    ranked = rank_discards(view, state, moves, outlook, chance, effort.part(0))
    least = found.points + UNTOUCHED
    return [replace(each, expected_points=max(each.expected_points, least)) for each in ranked]


def rank_openings(
    view: View,
    state: State,
    moves: Sequence[Move],
    outlook: Outlook,
    chance: random.Random,
    effort: Effort,
    waiting: bool,
) -> list[Estimate]:
    """Returns the moves of a seat that can open; it does, unless waiting is allowed and worth much more."""
    openings: list[Move] = [move for move in moves if isinstance(move, OPENING)]
    openings += _sparing(view, outlook, effort)
    opened = [_opened(view, state, move, chance, effort) for move in openings]
    pairs_only = not any(isinstance(move, OpenSeries) for move in openings)
    waits = waiting and pairs_only and outlook.turns >= PATIENT and effort.affords(LOOK)
    looked = effort.part(LOOK if waits else GLANCE)
    held_back = rank_discards(view, state, moves, outlook, chance, looked)
    best = min(each.expected_points for each in opened)
    surely = min((each.expected_points for each in held_back), default=best) + MARGIN < best
    least = 0.0 if waits and surely else best + UNTOUCHED
    return opened + [
        replace(each, expected_points=max(each.expected_points, least), reasons=("HOLDS_BACK",))
        for each in held_back
    ]


def _opened(view: View, state: State, move: Move, chance: random.Random, effort: Effort) -> Estimate:
    """Returns what an opening is worth, by the rest of the turn after it."""
    after = apply(state, state.seat, move)
    reasons = ("OPENS_WITH_PAIRS" if isinstance(move, OpenPairs) else "OPENS",)
    if after.phase is Phase.VOID:
        return Estimate(move, PLAYED_AGAIN, (*reasons, "VOIDS_HAND"))
    seen = replace(view_of(after, view.seat), hand_sizes=view.hand_sizes)
    found = prospect(seen, after, legal_moves(after), outlook_of(seen, after), chance, effort)
    return Estimate(move, found.points, (FINISHES, *reasons) if found.finishes else reasons)


def _sparing(view: View, outlook: Outlook, effort: Effort) -> list[Move]:
    """Returns the opening that keeps the OKEYs, where the other tiles reach the floor."""
    wild = Hand(view.hand & outlook.wild)
    if not wild or view.taken is not None or not effort.affords(1):
        return []
    effort.spend()
    best = best_series(remove(view.hand, wild), view.okey, None, keep=0)
    floor = series_floor(view.rules, view.openings, view.seat)
    return [OpenSeries(best.melds)] if best.total >= floor else []


def _reasons(move: Move, found: Prospect) -> tuple[str, ...]:
    return (FINISHES, _reason(move)) if found.finishes else (_reason(move),)


def _reason(move: Move) -> str:
    match move:
        case ClaimOkey():
            return "CLAIMS_OKEY"
        case LayOff():
            return "LAYS_OFF"
        case PutBack():
            return "PUTS_BACK"
        case _:
            return "LAYS"
