"""A player that draws lots: hands that wander where no plan would lead."""

from collections.abc import Iterator
from random import Random

from engine.okey import PRESETS, RuleSet, State, apply, configure, legal_moves, start
from engine.okey.moves import Move, OpenPairs, OpenSeries
from engine.shuffle import shuffled

RULES = (
    *PRESETS.values(),
    configure("table", {"group_okey_binding": "lazy", "katlamali": True, "open_min_series": 30}),
    configure("classic", {"open_min_series": 20, "open_min_pairs": 2, "teams": True}),
)
"""Both presets, and two rule sets under which many seats open."""


def deal(seed: int, rules: RuleSet) -> State:
    """Returns the first position of a hand."""
    return start(rules, 4, seed % 4, shuffled(seed, 106, 104), b"")


def choose(state: State, lots: Random) -> Move | None:
    """Returns any legal move, an opening half of the time where one is listed; none at the end."""
    moves = legal_moves(state)
    openings = [move for move in moves if isinstance(move, OpenSeries | OpenPairs)]
    if openings and lots.random() < 0.5:
        return lots.choice(openings)
    return lots.choice(moves) if moves else None


def play(seed: int) -> Iterator[tuple[State, Move | None]]:
    """Yields the positions of a hand, each with the move made there."""
    lots, state = Random(seed), deal(seed, RULES[seed % len(RULES)])
    while (move := choose(state, lots)) is not None:
        yield state, move
        state = apply(state, state.seat, move)
    yield state, None
