"""What an arrangement may aim at, and the one integer that ranks arrangements under an aim."""

from typing import Final

SERIES: Final = 0
"""The highest sum of the numbers represented: the aim of an opening. Rule A6.2."""
TILES: Final = 1
"""The most tiles: the aim of laying out a whole hand. Rule A6.6."""
LEFT: Final = 2
"""The most OKEYs, then the highest sum of the numbers of all other tiles: the aim after opening.

An OKEY left counts 101 (rule A12.3), more than any tile that it could take the place of.
"""
ABOVE: Final = 1000
"""What an OKEY counts under ``LEFT``: more than all numbers of a hand."""
SERIES_FREELY: Final = 3
"""As ``SERIES``, but OKEYs are not spared: the fewest melds come right after the total."""

TOTAL: Final = 64
"""A score is ``TOTAL`` times the total, less ``OKEY`` for each OKEY spent, less one for each meld."""
OKEY: Final = 16


def total_of(score: int) -> int:
    """Returns the total in a score: points, tiles, or what counts under ``LEFT``, by aim."""
    return -(-score // TOTAL)
