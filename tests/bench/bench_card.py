"""Random rounds of the card game 101, beside random rounds of its relatives in OpenSpiel and RLCard.

They are other games with rounds of another length, so rounds and moves are told apart and nothing more is
claimed. OpenSpiel's game is played by as many as ours.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from engine.card import legal_moves, start
from engine.card.cards import CARDS
from engine.card.play import advance
from engine.card.ruleset import PRESETS, RuleSet
from engine.shuffle import CHANCE_BYTES
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark
from tests.bench.playouts import (
    Playout,
    hands_per_second,
    measured,
    moves_per_second,
    open_spiel,
    rlcard,
)

SEATS = 2
AT_LEAST = 1.0
"""Rounds for each round that OpenSpiel plays in the same time."""
BASELINES = {
    "OpenSpiel crazy_eights": open_spiel("crazy_eights", players=SEATS),
    "RLCard uno": rlcard("uno"),
}


def random_round(rules: RuleSet, chance: Random) -> int:
    """Plays a round between random players, dealt by lot, and returns how many moves they made."""
    order = list(range(CARDS))
    chance.shuffle(order)
    state = start(rules, SEATS, chance.randrange(SEATS), order, chance.randbytes(CHANCE_BYTES))
    while moves := legal_moves(state):
        state = advance(state, chance.choice(moves))
    return state.ply


def _playout(rules: RuleSet) -> Playout:
    return lambda chance: random_round(rules, chance)


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Gives the benchmarks of random play, by preset."""
    found = []
    for preset, rules in PRESETS.items():
        playout = _playout(rules)
        for name, baseline in BASELINES.items():
            for unit, figure in (("rounds", hands_per_second), ("moves", moves_per_second)):
                judged = unit == "rounds" and name.startswith("OpenSpiel")
                found.append(
                    Benchmark(
                        name=f"card playouts, {preset}, {unit}, beside {name.split()[0]}",
                        unit=f"{unit} per CPU second",
                        ours=measured(lambda playout=playout: playout, figure, effort.seconds),
                        baseline=measured(baseline, figure, effort.seconds),
                        baseline_name=name,
                        target=AT_LEAST if judged else None,
                    )
                )
    yield found
