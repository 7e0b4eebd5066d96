"""The rest of a turn after opening: what to lay, in which order, and what the seat scores with it.

With budget enough the plan is exact, and OKEYs are kept where that is worth more than laying them. With
less the better of two orders is taken: own melds first, or lay-offs first; or what uses a taken tile.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.okey.arrange import Plan, least_left
from engine.okey.moves import ClaimOkey, Discard, LayOff, Layout, LayPair, LaySeries, Move, PutBack
from engine.okey.play import apply
from engine.okey.state import State
from engine.okey.tiles import EMPTY, Hand, holds, is_okey, only, remove, size
from engine.okey.view import View
from services.bot.effort import Effort
from services.bot.okey.leaving import Playouts
from services.bot.okey.outlook import Outlook, outlook_of
from services.bot.okey.sorting import for_least

EXACT: Final = 150
"""Evaluations that an exact plan counts for, and that must be left to make one."""
SAMPLES: Final = 12
"""Playouts that judge what a plan leaves."""
PRESSING: Final = 0.1
"""The chance that another seat ends the hand, from which on a quick plan keeps no OKEY."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What to do, and what the seat is expected to score."""

    moves: tuple[Move, ...]
    """The plan, the discard included where it is exact; empty where there is nothing to do but to discard."""
    points: float
    finishes: bool = False


def prospect(
    view: View, state: State, moves: Sequence[Move], outlook: Outlook, chance: random.Random, effort: Effort
) -> Prospect:
    """Returns the best rest of the turn for a seat that has opened.

    Args:
        view: What the seat sees.
        state: The same as a position.
        moves: The legal moves.
        outlook: What the view says about the rest of the hand.
        chance: Decides the draws of playouts.
        effort: An exact plan is made where it has enough left.
    """
    if effort.affords(EXACT):
        return _exact(view, state, outlook, chance, effort)
    return _quick(view, state, moves, outlook, effort)


def _exact(view: View, state: State, outlook: Outlook, chance: random.Random, effort: Effort) -> Prospect:
    """Returns the plan that leaves the least, or the least beside the OKEYs where keeping them is better."""
    effort.spend(EXACT)
    best = _judged(view, state, least_left(view, effort.is_late), outlook, chance, effort)
    wild = Hand(view.hand & outlook.wild)
    if not wild or wild == view.hand or best.finishes or view.taken is not None or not effort.affords(EXACT):
        return best
    effort.spend(EXACT)
    kept = _judged(view, state, least_left(_without(view, wild), effort.is_late), outlook, chance, effort)
    return kept if kept.points < best.points else best


def _without(view: View, tiles: Hand) -> View:
    hand = remove(view.hand, tiles)
    sizes = tuple(size(hand) if seat == view.viewer else each for seat, each in enumerate(view.hand_sizes))
    return replace(view, hand=hand, hand_sizes=sizes, known=(EMPTY,) * len(view.known))


def _judged(
    view: View, state: State, plan: Plan, outlook: Outlook, chance: random.Random, effort: Effort
) -> Prospect:
    last = plan.moves[-1]
    if not isinstance(last, Discard):
        return Prospect(plan.moves, float(plan.left))
    for move in plan.moves[:-1]:
        state = apply(state, state.seat, move)
    hand = remove(state.hands[state.seat], only(last.tile))
    if not hand:
        doubled = 2 if is_okey(last.tile, view.okey) else 1
        return Prospect(plan.moves, outlook.finish * doubled, finishes=True)
    if len(plan.moves) > 1:
        outlook = outlook_of(view, state)
    points = Playouts(outlook, chance, SAMPLES).values([hand], effort)[0] + plan.fine
    return Prospect(plan.moves, points)


def _quick(view: View, state: State, moves: Sequence[Move], outlook: Outlook, effort: Effort) -> Prospect:
    """Returns the better of two orders of what can be laid, without a look at what follows."""
    natural = remove(view.hand, outlook.wild)
    layable = Hand(natural & outlook.layable)
    found = []
    for first in (EMPTY, layable):
        melds, rest = _melds(remove(view.hand, first), outlook, effort)
        laid = [LaySeries(meld) for meld in melds]
        last = [move for move in moves if _lays_off(move, Hand(layable & (first or rest)))]
        actions: list[Move] = [*last, *laid] if first else [*laid, *last]
        found.append((outlook.points(remove(rest, layable)), actions, remove(rest, layable)))
    points, actions, left = min(found, key=lambda each: each[0])
    actions += [move for move in moves if isinstance(move, LayPair)]
    if outlook.hazard >= PRESSING or not outlook.turns:
        actions += [
            move for move in moves if isinstance(move, LayOff) and holds(outlook.wild, move.placed.tile)
        ]
    legal = [move for move in actions if move in moves]
    if view.taken is not None:
        legal = [move for move in legal if apply(state, state.seat, move).taken is None] or [PutBack()]
    if size(left) <= 1 and legal and not isinstance(legal[0], PutBack):
        return Prospect(tuple(legal[:1]), outlook.finish * _doubling(left, outlook), finishes=True)
    return Prospect(tuple(legal[:1]), points)


def _doubling(last: Hand, outlook: Outlook) -> int:
    """Returns the factor of a finish with a tile. Rule A10.3."""
    return 2 if last & outlook.wild else 1


def _lays_off(move: Move, tiles: Hand) -> bool:
    match move:
        case ClaimOkey():
            return holds(tiles, move.tile)
        case LayOff():
            return holds(tiles, move.placed.tile)
        case _:
            return False


def _melds(hand: Hand, outlook: Outlook, effort: Effort) -> tuple[tuple[Layout, ...], Hand]:
    """Returns the runs and groups that leave the least of a hand, and what they leave; none unaffordably."""
    if not outlook.series or size(hand) <= 2 or not effort.left:
        return (), hand
    effort.spend()
    return for_least(hand, outlook.okey)


def starts_with_put_back(found: Prospect) -> bool:
    """Tells whether all that can be done with the tile taken is to put it back."""
    return bool(found.moves) and isinstance(found.moves[0], PutBack)
