"""How much a decision may still look at: a budget of evaluations, and the caller's time."""

from collections.abc import Callable

Expired = Callable[[], bool]
"""Tells whether the time is up."""


class Effort:
    """Counts evaluations. An evaluation is one hand arranged by the kernel, or a playout's turn.

    Whoever asks first whether a step is afforded never goes beyond the budget.
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

    @property
    def left(self) -> int:
        """Returns how many evaluations the budget still allows."""
        return self._budget - self.spent

    def spend(self, evaluations: int = 1) -> None:
        """Counts evaluations that are being made."""
        self.spent += evaluations
        if self._whole is not None:
            self._whole.spend(evaluations)

    def part(self, most: int) -> "Effort":
        """Returns the right to some of the evaluations that are left, at most so many."""
        return Effort(min(most, self.left), self.is_late, self)

    def affords(self, evaluations: int, share: float = 1.0) -> bool:
        """Tells whether so many evaluations are left, less than a share is spent, and there is time."""
        if evaluations > self.left or self.spent >= self._budget * share:
            return False
        return not self.is_late()

    def is_late(self) -> bool:
        """Tells whether the time is up; the decision is then cut short."""
        if not self.cut_short and self._expired():
            self.cut_short = True
        return self.cut_short
