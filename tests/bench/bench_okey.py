"""Random hands of 101 Okey, beside random hands of gin rummy as OpenSpiel and RLCard play it.

They are other games with hands of another length, so hands and moves are told apart and nothing more is
claimed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from engine.okey import configure
from tests.bench.effort import Effort
from tests.bench.harness import Benchmark
from tests.bench.playouts import hands_per_second, measured, moves_per_second, open_spiel, rlcard
from tests.engine.okey.player import deal, steps

AT_LEAST = 1.0
"""Hands for each hand that OpenSpiel plays in the same time."""
RULES = configure("table", {})
BASELINES = {"OpenSpiel gin_rummy": open_spiel("gin_rummy"), "RLCard gin-rummy": rlcard("gin-rummy")}


def random_hand(seed: int) -> int:
    """Plays the hand that a seed deals, between four random players, and returns how many moves they made."""
    return sum(1 for _ in steps(deal(RULES, seed), Random(seed)))


def random_okey(chance: Random) -> int:
    """Plays a hand drawn by lot and returns how many moves were made."""
    return random_hand(chance.randrange(2**32))


@contextmanager
def benchmarks(effort: Effort) -> Iterator[list[Benchmark]]:
    """Gives the benchmarks of random play."""
    found = []
    for name, baseline in BASELINES.items():
        for unit, figure in (("hands", hands_per_second), ("moves", moves_per_second)):
            judged = unit == "hands" and name.startswith("OpenSpiel")
            found.append(
                Benchmark(
                    name=f"okey playouts, {unit}, beside {name.split()[0]}",
                    unit=f"{unit} per CPU second",
                    ours=measured(lambda: random_okey, figure, effort.seconds),
                    baseline=measured(baseline, figure, effort.seconds),
                    baseline_name=name,
                    target=AT_LEAST if judged else None,
                )
            )
    yield found
