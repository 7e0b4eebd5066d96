"""How much a decision may still look at: a budget of evaluations, and the caller's time."""

from collections.abc import Callable

Expired = Callable[[], bool]
"""Tells whether the time is up."""


class Effort:
    """Counts evaluations. An evaluation is one hand looked at, by the kernel or in a playout's turn."""

    __slots__ = ("_budget", "_expired", "cut_short", "spent")

    def __init__(self, budget: int, expired: Expired) -> None:
        """Allows so many evaluations while the time is not up."""
        self._budget = budget
        self._expired = expired
        self.spent = 0
        self.cut_short = False
        """Whether the time was up before the budget was spent."""

    def spend(self, evaluations: int = 1) -> None:
        """Counts evaluations that are being made."""
        self.spent += evaluations

    def affords(self, evaluations: int) -> bool:
        """Tells whether so many evaluations may still be made, and there is time."""
        return self.spent + evaluations <= self._budget and self.goes_on()

    def goes_on(self, share: float = 1.0) -> bool:
        """Tells whether there is time, and budget: less than a share of it is spent."""
        if self.spent >= self._budget * share:
            return False
        if not self.cut_short and self._expired():
            self.cut_short = True
        return not self.cut_short
