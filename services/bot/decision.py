"""What a decision is, and how a level deviates from the best. RULES.md A13.7.

A policy ranks the moves of a view; this file, which knows no game, chooses among them.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final, Protocol

from services.bot.effort import Expired


class Level(IntEnum):
    """How well a bot plays."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3


DEVIATION: Final = {Level.LOW: 0.32, Level.MEDIUM: 0.12, Level.HIGH: 0.02}
"""The share of the decisions that deviate from the best, of those that have an admissible other."""

FAITH: Final = {Level.LOW: 0.8, Level.MEDIUM: 0.65, Level.HIGH: 0.5}
"""How much less likely each admissible other is than the one before it, where a decision deviates."""

BUDGET: Final = {Level.LOW: 60, Level.MEDIUM: 90, Level.HIGH: 2000}
"""Evaluations that a level spends on one decision."""

MOST_ALTERNATIVES: Final = 5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A move with what the bot thinks of it."""

    move: Any
    expected_points: float
    """The points that the seat is expected to score in the hand; few are good."""
    reasons: tuple[str, ...]
    """Why, in stable codes, weightiest first."""
    admissible: bool = True
    """Whether a weaker person might choose it: never absurd, never fined without need."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The moves of a view, best first; never empty."""

    estimates: tuple[Estimate, ...]
    evaluations: int
    cut_short: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A move chosen, and what it was chosen from."""

    move: Any
    deviated: bool
    ranking: Ranking


class Policy(Protocol):
    """What a game must offer to be played by bots."""

    def to_move(self, view: Any) -> bool:
        """Tells whether the seat whose view it is is to move."""

    def only_move(self, view: Any) -> Any | None:
        """Returns the only legal move, where that shows at a glance; else ``None``."""

    def rank(self, view: Any, chance: random.Random, budget: int, expired: Expired) -> Ranking:
        """Returns the moves of the seat whose view it is, best first.

        Args:
            view: What the seat may know; the seat is to move.
            chance: The source of all chance, so that the same inputs give the same answer.
            budget: The most evaluations to spend, at least 1.
            expired: Asked now and then.
        """


def decide(policy: Policy, view: Any, level: Level, seed: int, budget: int, expired: Expired) -> Decision:
    """Returns the move that a bot of a level makes. One call is one decision."""
    chance = random.Random(seed)
    roll, pick = chance.random(), chance.random()
    ranking = policy.rank(view, chance, budget, expired)
    best = ranking.estimates[0]
    others = [each for each in ranking.estimates[1:] if each.admissible]
    if others and roll < DEVIATION[level]:
        return Decision(_weaker(others, pick, FAITH[level]).move, True, ranking)
    return Decision(best.move, False, ranking)


def wins(estimates: Sequence[Estimate], does: Callable[[Estimate], bool]) -> tuple[Estimate, ...]:
    """Returns moves of which the best wins: one that does not is absurd, whatever the level."""
    return tuple(each if does(each) else replace(each, admissible=False) for each in estimates)


def only_choice(policy: Policy, view: Any) -> Decision | None:
    """Returns the decision where only one move is legal and that shows at a glance; else ``None``."""
    move = policy.only_move(view)
    if move is None:
        return None
    return Decision(move, False, Ranking((Estimate(move, 0.0, ("ONLY_MOVE",)),), evaluations=0))


def _weaker(others: Sequence[Estimate], pick: float, faith: float) -> Estimate:
    """Returns one of the admissible others, each likelier than the next by a factor."""
    weights = [faith**rank for rank in range(len(others))]
    mark = pick * sum(weights)
    for each, weight in zip(others, weights, strict=True):
        if mark < weight:
            return each
        mark -= weight
    return others[-1]
