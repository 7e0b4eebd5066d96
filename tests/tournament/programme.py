"""Who plays whom: the levels in order, and the best against the yardsticks, by preset and in teams."""

from collections.abc import Iterator

from tests.tournament.pairing import Pairing
from tests.tournament.playing import Table

LADDER = (("high", "medium"), ("medium", "low"), ("low", "random"))
OKEY = (
    Table("okey", "table", 4),
    Table("okey", "classic", 4),
    Table("okey", "table", 4, (("teams", True),)),
)
CARD = (Table("card", "base", 3), Table("card", "five", 4), Table("card", "popular", 3))
LEAD_OVER_GREEDY = 25.0
"""Points a hand by which high is to be better than greedy."""
FAIR_SHARE = 0.25
"""The share of matches that one of four equal players wins."""
GOOD_SHARE = 0.35
"""The share of matches that high is to win against three greedy players."""
COST_OF_WAITING = -2.0
"""Points a hand: what waiting with an opening must surely not cost."""


def programme() -> Iterator[Pairing]:
    """Yields every pairing of the tournament."""
    for table in OKEY:
        yield Pairing(table, "high", "greedy", LEAD_OVER_GREEDY)
        yield from (Pairing(table, one, other) for one, other in LADDER)
    for table in OKEY[:2]:
        yield Pairing(table, "high", "greedy", FAIR_SHARE, GOOD_SHARE, matches=True)
    yield Pairing(OKEY[0], "high", "keen")
    yield Pairing(OKEY[0], "high", "prompt", COST_OF_WAITING)
    for table in CARD:
        yield Pairing(table, "high", "greedy")
        yield from (Pairing(table, one, other) for one, other in LADDER)
