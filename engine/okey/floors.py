"""What an opening must reach: the minimum, and the rising floor of katlamali. RULES.md A6, A7."""

from collections.abc import Sequence

from engine.okey.ruleset import RuleSet
from engine.okey.state import Opening, partner_of


def series_floor(rules: RuleSet, openings: Sequence[Opening | None], seat: int) -> int:
    """Returns the points that a series opening of a seat must reach, inclusive. Rules A6.1 and A7.1."""
    return max(rules.open_min_series, 1 + _highest(rules, openings, seat, pairs=False))


def pairs_floor(rules: RuleSet, openings: Sequence[Opening | None], seat: int) -> int:
    """Returns the pairs that a pairs opening of a seat must reach, inclusive. Rules A6.3 and A7.1."""
    return max(rules.open_min_pairs, 1 + _highest(rules, openings, seat, pairs=True))


def _highest(rules: RuleSet, openings: Sequence[Opening | None], seat: int, pairs: bool) -> int:
    """Returns the highest opening of a kind that counts for a seat, 0 without one. Rule A7.3."""
    if not rules.katlamali:
        return 0
    left_out = partner_of(seat) if rules.teams and rules.katlamali_scope == "opponents" else seat
    return max(
        (
            opening.count
            for other, opening in enumerate(openings)
            if opening is not None and opening.pairs is pairs and other != left_out
        ),
        default=0,
    )
