"""How much a decision may still look at: a budget of evaluations, and the caller's time."""

from collections.abc import Callable

Expired = Callable[[], bool]
"""Tells whether the time is up."""


class Effort:
    """Counts evaluations. An evaluation is one hand looked at, by the kernel or in a playout's turn.

    What is begun within the budget is finished: one sample may go beyond it.
    """

    __slots__ = ("_budget", "_expired", "_whole", "cut_short", "spent")

    def __init__(self, budget: int, expired: Expired, whole: "Effort | None" = None) -> None:
        """Allows so many evaluations while the time is not up, each of which counts in a whole, too."""
        self._budget = budget
        self._expired = expired
        self._whole = whole
        self.spent = 0
        self.cut_short = False
        """Whether the time was up before the budget was spent."""

    def spend(self, evaluations: int = 1) -> None:
        """Counts evaluations that are being made."""
        self.spent += evaluations
        if self._whole is not None:
            self._whole.spend(evaluations)

    def part(self, most: int) -> "Effort":
        """Returns the right to some of the evaluations that are left, at most so many."""
        return Effort(min(most, self._budget - self.spent), self._is_late, self)

    def affords(self, evaluations: int) -> bool:
        """Tells whether so many evaluations may still be made, and there is time."""
        return self.spent + evaluations <= self._budget and self.goes_on()

    def goes_on(self, share: float = 1.0) -> bool:
        """Tells whether there is time, and budget: less than a share of it is spent."""
        if self.spent >= self._budget * share:
            return False
        return not self._is_late()

    def _is_late(self) -> bool:
        if not self.cut_short and self._expired():
            self.cut_short = True
        return self.cut_short
