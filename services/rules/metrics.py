"""What the rules count beside their calls: the moves that they refuse, by reason."""

from typing import Final

from prometheus_client import Counter

import engine.game  # noqa: F401 - with the games their reasons are there
from engine.refusal import Reason, Refusal

REFUSALS: Final = Counter(
    "game101_rules_refusals",
    "Moves that the rules refused, by reason, whichever game it was; a move that is sent again counts again.",
    ["reason"],
)


def reasons() -> frozenset[str]:
    """Returns every reason that a game refuses for."""
    return frozenset(reason.value for game in Reason.__subclasses__() for reason in game)


def count(refusal: Refusal) -> None:
    """Counts a move that was refused."""
    REFUSALS.labels(refusal.reason.value).inc()


for _reason in sorted(reasons()):
    REFUSALS.labels(_reason)
