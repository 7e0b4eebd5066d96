"""How long a benchmark runs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """What one run of all benchmarks may take."""

    rounds: int
    """How often each benchmark and its baseline are measured."""
    seconds: float
    """The CPU seconds that one measurement of something in-process should take."""
    calls: int
    """The calls that one measurement of a server makes."""


FULL = Effort(rounds=5, seconds=1.0, calls=10_000)
QUICK = Effort(rounds=2, seconds=0.1, calls=1_000)
