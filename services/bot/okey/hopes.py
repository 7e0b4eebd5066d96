"""How near an unopened hand is to its opening, counted by drawing unseen tiles.

A sample adds the tiles of the next few turns to the hand and looks at the best arrangement of all. That is
kinder than play, which has to discard in between; but it is as kind to every hand that is compared.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Final

from engine.okey.floors import pairs_floor, series_floor
from engine.okey.tiles import Hand, Tile, hand_of, holds, most_pairs, only, remove
from engine.okey.view import View
from services.bot.effort import Effort
from services.bot.okey.outlook import Outlook
from services.bot.okey.sorting import best_total, for_total

FARTHEST: Final = 3
"""Draws that a sample adds at most."""
SHARE: Final = 0.7
"""Of the budget, after which no sample is begun; the rest is for what a discard gives to others."""
SOFTNESS: Final = 9.0
"""Points of a total over which a chance of opening goes from small to large."""
ONE_PAIR_SHORT: Final = 0.15
OPENED_SERIES: Final = 45.0
"""What a seat scores on average that opens with series."""
OPENED_PAIRS: Final = 75.0
"""What a seat scores on average that opens with pairs, before the factor of its tiles."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What the viewer has to reach, and what that spares."""

    series: int
    pairs: int
    unopened: float
    saved_by_series: float
    saved_by_pairs: float


def goal_of(view: View) -> Goal:
    """Returns the goal of a seat that has not opened. Rules A6.1, A6.3, A7.1, A12."""
    rules, openings, seat = view.rules, view.openings, view.seat
    unopened = float(rules.unopened_score)
    return Goal(
        series=series_floor(rules, openings, seat),
        pairs=pairs_floor(rules, openings, seat),
        unopened=unopened,
        saved_by_series=unopened - OPENED_SERIES,
        saved_by_pairs=max(0.0, unopened - OPENED_PAIRS * rules.pairs_hand_factor),
    )


def expected(
    hand: Hand, discards: Sequence[Tile], outlook: Outlook, goal: Goal, chance: random.Random, effort: Effort
) -> list[float]:
    """Returns what a seat is expected to score after each of some discards from its hand.

    Args:
        hand: The hand before the discard.
        discards: What to compare, at least one.
        outlook: What may be drawn.
        goal: What has to be reached.
        chance: Decides the draws; every discard is looked at with the same ones.
        effort: Is asked before each sample.
    """
    saved = [0.0] * len(discards)
    farthest = max(1, min(FARTHEST, outlook.turns))
    samples = 0
    while effort.affords(1 + len(discards), SHARE):
        drawn = hand_of(outlook.draws(chance, 1 + samples % farthest))
        _add(saved, Hand(hand | drawn), discards, outlook, goal, effort)
        samples += 1
    return [goal.unopened - each / max(samples, 1) for each in saved]


def _add(
    saved: list[float], hand: Hand, discards: Sequence[Tile], outlook: Outlook, goal: Goal, effort: Effort
) -> None:
    """Adds what a hand saves without each of the discards."""
    okey = outlook.okey
    total, left = for_total(hand, okey)
    effort.spend()
    pairs = most_pairs(hand, okey)
    unused = saving(goal, total, pairs)
    if unused < 1.0:
        return
    for at, tile in enumerate(discards):
        rest = remove(hand, only(tile))
        fewer = most_pairs(rest, okey)
        if holds(left, tile) and fewer == pairs:
            saved[at] += unused
            continue
        if not holds(left, tile):
            effort.spend()
            saved[at] += saving(goal, best_total(rest, okey), fewer)
        else:
            saved[at] += saving(goal, total, fewer)


def saving(goal: Goal, total: int, pairs: int) -> float:
    """Returns the points that an arrangement saves, by how near it is to an opening."""
    by_series = goal.saved_by_series * _nearness(total - goal.series)
    if pairs < goal.pairs - 1:
        return by_series
    return max(by_series, goal.saved_by_pairs * (1.0 if pairs >= goal.pairs else ONE_PAIR_SHORT))


@lru_cache(maxsize=512)
def _nearness(above: int) -> float:
    """Returns how likely a total that is so far above the floor, or below it, opens."""
    return 1 / (1 + exp(-(above + 3) / SOFTNESS))
