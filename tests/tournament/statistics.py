"""Means with intervals that hold although one looks at them again and again.

A pairing is looked at after certain numbers of deals and stops when its interval excludes a bound. The chance
of error of 5 % is divided by the number of looks (Bonferroni), so that the interval of any look holds.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
LOOKS = (200, 300, 450, 650, 900, 1200, 1600, 2000)
"""Deals after which a pairing is looked at."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and how far the truth may lie from it."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """Returns the lower end."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """Returns the upper end."""
        return self.mean + self.margin

    def excludes(self, bound: float) -> bool:
        """Tells whether a bound lies outside."""
        return not self.low <= bound <= self.high

    def __str__(self) -> str:
        return f"{self.mean:.1f} +- {self.margin:.1f}"


@dataclass(slots=True)
class Sample:
    """Numbers that are counted one by one."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Counts one more."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """Returns the mean; 0 without numbers."""
        return self.total / self.count if self.count else 0.0

    def interval(self, looks: int = 1) -> Interval:
        """Returns the mean with its interval at 95 %, corrected for a number of looks."""
        if self.count < 2:
            return Interval(self.mean, float("inf"))
        variance = max(0.0, (self.squares - self.count * self.mean**2) / (self.count - 1))
        return Interval(self.mean, z(looks) * sqrt(variance / self.count))


def sample_of(numbers: Iterable[float]) -> Sample:
    """Returns some numbers, counted."""
    sample = Sample()
    for number in numbers:
        sample.add(number)
    return sample


def z(looks: int = 1) -> float:
    """Returns how many standard errors an interval reaches, for a number of looks."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / looks / 2)
