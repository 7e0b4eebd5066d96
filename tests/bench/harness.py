"""Benchmarks in pairs: ours and a baseline, in the same run, round by round.

The absolute figures hold for one machine and one moment; the ratio is what is compared with a target. Both
sides of a round run one after the other, the order changes from round to round, and the ratio is the median
of the rounds' ratios.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Measure = Callable[[], float]
"""Does some work once and returns the figure, such as operations per CPU second."""


class Absent(Exception):
    """A baseline is not installed here. The message says which."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A figure, what it is compared with, and what it is to reach."""

    name: str
    """Begins with its area: ``okey playouts``, ``card playouts``, ``arrange``, ``deal``, ``move``, ``bot`` or
    ``call``."""
    unit: str
    ours: Measure
    baseline: Measure
    baseline_name: str
    target: float | None = None
    """The ratio of ours to the baseline that is to be reached; ``None`` is not judged."""
    bound: Literal["at least", "at most"] = "at least"
    """Whether much is good or little is."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the rounds of a benchmark came to."""

    benchmark: Benchmark
    ours: float
    """The median of the rounds."""
    baseline: float | None
    """The median of the rounds; ``None`` where the baseline is not installed."""
    ratio: float | None
    """The median of the rounds' ratios."""
    spread: float | None
    """How far the ratios lie apart: the greatest less the least, as a share of the median."""

    @property
    def reached(self) -> bool | None:
        """Tells whether the target is reached; ``None`` without a target or a baseline."""
        if self.benchmark.target is None or self.ratio is None:
            return None
        if self.benchmark.bound == "at most":
            return self.ratio <= self.benchmark.target
        return self.ratio >= self.benchmark.target

    def record(self) -> dict[str, Any]:
        """Returns what stands in ``build/bench.json``."""
        return {
            "name": self.benchmark.name,
            "unit": self.benchmark.unit,
            "ours": self.ours,
            "baseline": self.baseline,
            "baseline_name": self.benchmark.baseline_name,
            "ratio": self.ratio,
            "spread": self.spread,
            "target": self.benchmark.target,
            "bound": self.benchmark.bound,
            "reached": self.reached,
        }


def run(benchmarks: Sequence[Benchmark], rounds: int, tell: Callable[[str], None]) -> list[Result]:
    """Returns the results of benchmarks, measured in turn, each ``rounds`` times beside its baseline."""
    pairs: dict[str, list[tuple[float, float | None]]] = {each.name: [] for each in benchmarks}
    for number in range(rounds):
        for each in benchmarks:
            tell(f"round {number + 1} of {rounds}: {each.name}")
            pairs[each.name].append(_pair(each, baseline_first=number % 2 == 1))
    return [result_of(each, pairs[each.name]) for each in benchmarks]


def result_of(benchmark: Benchmark, pairs: Sequence[tuple[float, float | None]]) -> Result:
    """Returns what pairs of figures, ours and the baseline's, come to."""
    ours = statistics.median(own for own, _ in pairs)
    complete = [(own, other) for own, other in pairs if other is not None]
    if not complete:
        return Result(benchmark, ours, None, None, None)
    ratios = [own / other for own, other in complete]
    ratio = statistics.median(ratios)
    baseline = statistics.median(other for _, other in complete)
    return Result(benchmark, ours, baseline, ratio, (max(ratios) - min(ratios)) / ratio)


def per_cpu_second(work: Callable[[], int], seconds: float) -> float:
    """Returns how many operations of this process a CPU second allows.

    Args:
        work: Does a few operations and returns how many.
        seconds: CPU time to spend at least.
    """
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def _pair(benchmark: Benchmark, baseline_first: bool) -> tuple[float, float | None]:
    other = _baseline(benchmark) if baseline_first else None
    own = benchmark.ours()
    return own, other if baseline_first else _baseline(benchmark)


def _baseline(benchmark: Benchmark) -> float | None:
    try:
        return benchmark.baseline()
    except Absent:
        return None
