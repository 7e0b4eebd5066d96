"""Random playouts of the games that others publish, to set ours beside."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.bench.harness import Absent, Measure, per_cpu_second

try:
    import pyspiel
except ImportError:
    pyspiel = None
try:
    import rlcard as library
except ImportError:
    library = None

Playout = Callable[[Random], int]
"""Plays one random hand from the deal to its end and returns how many moves players made."""


def hands_per_second(playout: Playout, seconds: float, seed: int = 1) -> float:
    """Returns the random hands that one process plays in a CPU second."""
    chance = Random(seed)

    def one() -> int:
        playout(chance)
        return 1

    return per_cpu_second(one, seconds)


def moves_per_second(playout: Playout, seconds: float, seed: int = 1) -> float:
    """Returns the moves of random hands that one process plays in a CPU second."""
    chance = Random(seed)
    return per_cpu_second(lambda: playout(chance), seconds)


def measured(
    load: Callable[[], Playout], figure: Callable[[Playout, float], float], seconds: float
) -> Measure:
    """Returns the measure of a playout that is loaded when it is first asked for."""
    return lambda: figure(load(), seconds)


def open_spiel(game: str, **parameters: Any) -> Callable[[], Playout]:
    """Returns what loads a game of OpenSpiel; it raises ``Absent`` where that is not installed."""

    def load() -> Playout:
        if pyspiel is None:
            raise Absent("open-spiel")
        rules = pyspiel.load_game(game, parameters)

        def playout(chance: Random) -> int:
            state, moves = rules.new_initial_state(), 0
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(chance.choice(state.legal_actions()))
            return moves

        return playout

    return load


def rlcard(game: str) -> Callable[[], Playout]:
    """Returns what loads a game of RLCard; it raises ``Absent`` where that is not installed."""

    def load() -> Playout:
        if library is None:
            raise Absent("rlcard")
        environment = library.make(game)

        def playout(chance: Random) -> int:
            state, _ = environment.reset()
            moves = 0
            while not environment.is_over():
                state, _ = environment.step(chance.choice(list(state["legal_actions"])))
                moves += 1
            return moves

        return playout

    return load
