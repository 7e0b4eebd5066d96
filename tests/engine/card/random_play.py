"""A player that draws lots, under rule sets drawn by lot: rounds that wander where no plan would lead."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.card import PRESETS, apply, configure, legal_moves, seats, start
from engine.card.moves import Move
from engine.card.ruleset import CHOICES, RuleSet
from engine.card.state import State
from engine.shuffle import shuffled


class Step(NamedTuple):
    """One move of a round."""

    before: State
    move: Move
    after: State


def some_rules(lots: Random) -> RuleSet:
    """Returns a preset, or a rule set with every switch drawn by lot."""
    if lots.random() < 0.5:
        return lots.choice(list(PRESETS.values()))
    return configure("base", {switch: lots.choice(list(words)) for switch, words in CHOICES.items()})


def deal(seed: int, rules: RuleSet | None = None, players: int | None = None) -> State:
    """Returns the first position of a round."""
    lots = Random(seed)
    rules = rules or some_rules(lots)
    players = players or lots.choice(seats(rules))
    return start(rules, players, lots.randrange(players), shuffled(seed, 36, 36), lots.randbytes(32))


def play(state: State, seed: int) -> Iterator[Step]:
    """Yields the moves of a round, each drawn by lot from those that are legal."""
    lots = Random(seed)
    while moves := legal_moves(state):
        move = lots.choice(moves)
        after = apply(state, state.seat, move)
        yield Step(state, move, after)
        state = after


def positions(seed: int) -> list[State]:
    """Returns all positions of a round, the first and the last included."""
    first = deal(seed)
    return [first, *(step.after for step in play(first, seed))]
