"""What to do on the table: open, lay, lay off, claim, and in which order; or leave an OKEY in the hand."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.okey.arrange import Plan, best_series, least_left
from engine.okey.floors import series_floor
from engine.okey.moves import ClaimOkey, Discard, LayOff, Move, OpenPairs, OpenSeries, PutBack
from engine.okey.play import apply
from engine.okey.state import Phase, State
from engine.okey.tiles import EMPTY, Hand, is_okey, only, remove, size
from engine.okey.view import View
from engine.okey.view import view as view_of
from services.bot.decision import Estimate
from services.bot.effort import Effort
from services.bot.okey.discards import rank_discards
from services.bot.okey.leaving import Playouts
from services.bot.okey.outlook import Outlook, outlook_of

SAMPLES: Final = 12
"""Playouts for a choice between plans."""
WORSE: Final = 8.0
"""What an action outside the plan is taken to cost more than the plan."""
UNTOUCHED: Final = 10.0
"""What it is taken to cost at least to leave the table alone where the plan acts."""
PLAYED_AGAIN: Final = 60.0
"""What a hand that is void and played again costs on average. Rule A13.3."""
OPENING = (OpenSeries, OpenPairs)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A plan for the rest of the turn, and what the seat is expected to score with it."""

    plan: Plan
    points: float

    @property
    def finishes(self) -> bool:
        """Tells whether the plan ends the hand."""
        return self.plan.left == 0 and self.plan.fine == 0 and isinstance(self.plan.moves[-1], Discard)


def prospect(view: View, state: State, outlook: Outlook, chance: random.Random, effort: Effort) -> Prospect:
    """Returns the best rest of the turn for a seat that has opened.

    That is the plan that leaves the least, or the one that leaves the least beside the OKEYs, where keeping
    them is worth more.
    """
    plan = least_left(view)
    best = Prospect(plan, _points_of(view, state, plan, outlook, chance, effort))
    wild = Hand(view.hand & outlook.wild)
    if not wild or wild == view.hand or best.finishes or view.taken is not None:
        return best
    kept = least_left(_without(view, wild))
    other = Prospect(kept, _points_of(view, state, kept, outlook, chance, effort))
    return other if other.points < best.points else best


def _without(view: View, tiles: Hand) -> View:
    hand = remove(view.hand, tiles)
    sizes = tuple(size(hand) if seat == view.viewer else each for seat, each in enumerate(view.hand_sizes))
    return replace(view, hand=hand, hand_sizes=sizes, known=(EMPTY,) * len(view.known))


def _points_of(
    view: View, state: State, plan: Plan, outlook: Outlook, chance: random.Random, effort: Effort
) -> float:
    """Returns what a seat is expected to score that goes on with a plan."""
    last = plan.moves[-1]
    if not isinstance(last, Discard):
        return float(plan.left)
    for move in plan.moves[:-1]:
        state = apply(state, state.seat, move)
    hand = remove(state.hands[state.seat], only(last.tile))
    if not hand:
        return outlook.finish * (2 if is_okey(last.tile, view.okey) else 1)
    if len(plan.moves) > 1:
        outlook = outlook_of(view, state)
    return Playouts(outlook, chance, SAMPLES).values([hand], effort)[0] + plan.fine


def rank_actions(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[Estimate]:
    """Returns the moves of a seat that has opened and can act on the table."""
    found = prospect(view, state, outlook, chance, effort)
    first = found.plan.moves[0]
    others = [move for move in moves if not isinstance(move, Discard) and move != first]
    estimates = [
        Estimate(move, found.points + WORSE, (_reason(move),), admissible=move not in found.plan.moves)
        for move in others
    ]
    if isinstance(first, Discard):
        return rank_discards(view, state, moves, outlook, chance, effort) + estimates
    return [
        Estimate(first, found.points, _reasons(first, found)),
        *estimates,
        *_untouched(view, state, moves, outlook, found, chance),
    ]


def _untouched(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, found: Prospect, chance: random.Random
) -> list[Estimate]:
    """Returns what it costs to discard at once, and to keep what the plan would lay."""
    ranked = rank_discards(view, state, moves, outlook, chance, Effort(1, lambda: False))
    least = found.points + UNTOUCHED
    return [replace(each, expected_points=max(each.expected_points, least)) for each in ranked]


def rank_openings(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, chance: random.Random, effort: Effort
) -> list[Estimate]:
    """Returns the moves of a seat that can open."""
    openings: list[Move] = [move for move in moves if isinstance(move, OPENING)]
    openings += _sparing(view, outlook)
    estimates = []
    for move in openings:
        after = apply(state, state.seat, move)
        reasons = ("OPENS_WITH_PAIRS" if isinstance(move, OpenPairs) else "OPENS",)
        if after.phase is Phase.VOID:
            estimates.append(Estimate(move, PLAYED_AGAIN, (*reasons, "VOIDS_HAND")))
            continue
        seen = replace(view_of(after, view.seat), hand_sizes=view.hand_sizes)
        found = prospect(seen, after, outlook_of(seen, after), chance, effort)
        estimates.append(Estimate(move, found.points, ("FINISHES", *reasons) if found.finishes else reasons))
    held_back = rank_discards(view, state, moves, outlook, chance, Effort(20, lambda: False))
    return estimates + [replace(each, reasons=("HOLDS_BACK",)) for each in held_back]


def _sparing(view: View, outlook: Outlook) -> list[Move]:
    """Returns the opening that keeps the OKEYs, where the other tiles reach the floor."""
    wild = Hand(view.hand & outlook.wild)
    if not wild or view.taken is not None:
        return []
    best = best_series(remove(view.hand, wild), view.okey, None, keep=0)
    floor = series_floor(view.rules, view.openings, view.seat)
    return [OpenSeries(best.melds)] if best.total >= floor else []


def _reasons(move: Move, found: Prospect) -> tuple[str, ...]:
    return ("FINISHES", _reason(move)) if found.finishes else (_reason(move),)


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
