"""What is counted over many deals, and how likely such counts are if all orders are equally likely.

Position 0 (the indicator) is drawn from 104 tiles and the rest from what remains, so each deal is taken
apart: the *indicator*, uniform over 104, and the *rest*, the other 105 tiles numbered by rank, which is then
a uniform permutation of 105 that does not depend on the indicator. For such a permutation the laws below
are exact, up to the usual approximation of counts by normal or chi-square values. OKEYs and FALSEs are
counted by tile, not by rank.
"""

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tests.audit.distributions import chi_square_above, normal_two_sided
from tests.audit.shuffles import FIRST_BELOW, SEATS, SIZE, Orders, okey_kind

REST = SIZE - 1
PATTERN_LENGTHS = (3, 4, 5)
LAGS = (1, 2, 3)
REGIONS = (22, 21, 21, 21, 20)
"""Tiles of the starter, of the next seats in turn order, and of the stock (Rule A2.1)."""
_REGION_OF = np.repeat(np.arange(len(REGIONS)), REGIONS)
_PAIRS = tuple(combinations_with_replacement(range(len(REGIONS)), 2))

Counts = NDArray[np.int64]


def _zeros(*shape: int) -> Counts:
    return np.zeros(shape, dtype=np.int64)


@dataclass
class Tally:
    """Counts over the deals so far."""

    deals: int = 0
    indicators: Counts = field(default_factory=lambda: _zeros(FIRST_BELOW))
    starters: Counts = field(default_factory=lambda: _zeros(SEATS))
    places: Counts = field(default_factory=lambda: _zeros(REST, REST))
    """Of the rest: how often each rank lay at each place."""
    patterns: dict[int, Counts] = field(
        default_factory=lambda: {length: _zeros(factorial(length)) for length in PATTERN_LENGTHS}
    )
    """The relative order of the first tiles of the rest."""
    steps: Counts = field(default_factory=lambda: _zeros(REST))
    """The difference between neighbours of the rest, modulo 105."""
    indicator_steps: Counts = field(default_factory=lambda: _zeros(FIRST_BELOW))
    """The difference between the indicators of consecutive deals, modulo 104."""
    matches: Counts = field(default_factory=lambda: _zeros(len(LAGS)))
    """Places that hold the same rank in two deals so far apart."""
    correlations: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(LAGS)))
    """The sums of the rank correlations of such two deals."""
    okeys: Counts = field(default_factory=lambda: _zeros(SEATS, len(_PAIRS)))
    """By start seat: in whose hands (or the stock) the two OKEYs lay."""
    falses: Counts = field(default_factory=lambda: _zeros(SEATS, len(_PAIRS)))
    pairs: Counts = field(default_factory=lambda: _zeros(len(LAGS)))
    """Pairs of deals compared, by lag."""
    beginnings: list[Counts] = field(default_factory=list)
    """The first 16 tiles of each deal, as two numbers; no two perfect deals ever share them."""
    _last: NDArray[np.int64] = field(default_factory=lambda: _zeros(0, SIZE))

    def add(self, orders: Orders, starters: Counts) -> None:
        """Counts a batch of consecutive deals."""
        indicators = orders[:, 0]
        rest = orders[:, 1:] - (orders[:, 1:] > indicators[:, None])
        self.deals += len(orders)
        self.beginnings.append(beginnings(orders))
        self.indicators += np.bincount(indicators, minlength=FIRST_BELOW)[:FIRST_BELOW]
        self.starters += np.bincount(starters, minlength=SEATS)
        flat = np.arange(REST) * REST + rest
        self.places += np.bincount(flat.ravel(), minlength=REST * REST).reshape(REST, REST)
        for length in PATTERN_LENGTHS:
            self.patterns[length] += _patterns(rest[:, :length])
        self.steps += np.bincount((np.diff(rest, axis=1) % REST).ravel(), minlength=REST)
        okeys = orders // 2 == okey_kind(indicators)[:, None]
        self.okeys += _regions(okeys, starters)
        self.falses += _regions(orders >= FIRST_BELOW, starters)
        self._add_serial(np.column_stack([indicators, rest]))

    def _add_serial(self, taken_apart: NDArray[np.int64]) -> None:
        """Compares each deal with those shortly before it."""
        before = len(self._last)
        rows = np.concatenate([self._last, taken_apart])
        for at, lag in enumerate(LAGS):
            start = max(before, lag)
            new, old = rows[start:], rows[start - lag : len(rows) - lag]
            self.pairs[at] += len(new)
            self.matches[at] += (new[:, 1:] == old[:, 1:]).sum()
            centre = (REST - 1) / 2
            products = ((new[:, 1:] - centre) * (old[:, 1:] - centre)).sum()
            self.correlations[at] += products / (REST * (REST**2 - 1) / 12)
            if lag == 1:
                steps = (new[:, 0] - old[:, 0]) % FIRST_BELOW
                self.indicator_steps += np.bincount(steps, minlength=FIRST_BELOW)
        self._last = rows[-max(LAGS) :]

    def p_values(self) -> dict[str, float]:
        """Returns, by name of the test, how likely counts as far off are under a perfect shuffle."""
        return {
            "indicator": _even(self.indicators),
            "first starter": _even(self.starters),
            "repeated deals": 0.0 if repeats(np.concatenate(self.beginnings)) else 1.0,
            "place by tile": self._places_p(),
            **{f"place {at + 1} of the rest": _even(row) for at, row in enumerate(self.places)},
            **{f"order of the first {length}": _even(counts) for length, counts in self.patterns.items()},
            **{f"step of {step} between neighbours": self._step_p(step) for step in range(1, REST)},
            "step between indicators": _even(self.indicator_steps),
            **{f"matches at lag {lag}": self._match_p(at) for at, lag in enumerate(LAGS)},
            **{f"correlation at lag {lag}": self._correlation_p(at) for at, lag in enumerate(LAGS)},
            **{f"OKEYs, start seat {seat + 1}": _located(row) for seat, row in enumerate(self.okeys)},
            **{f"FALSEs, start seat {seat + 1}": _located(row) for seat, row in enumerate(self.falses)},
        }

    def _places_p(self) -> float:
        """Tests the whole table: its rows and columns have fixed sums, hence the factor and the degrees."""
        expected = self.deals / REST
        value = (REST - 1) / REST * ((self.places - expected) ** 2 / expected).sum()
        return chi_square_above(float(value), (REST - 1) ** 2)

    def _step_p(self, step: int) -> float:
        """A uniform permutation has each step 1 time on average, with variance 1."""
        return normal_two_sided((self.steps[step] - self.deals) / self.deals**0.5)

    def _match_p(self, at: int) -> float:
        """Two uniform permutations agree at 1 place on average, with variance 1."""
        return normal_two_sided((self.matches[at] - self.pairs[at]) / self.pairs[at] ** 0.5)

    def _correlation_p(self, at: int) -> float:
        """The rank correlation of two uniform permutations of n has mean 0 and variance 1 / (n - 1)."""
        return normal_two_sided(self.correlations[at] * ((REST - 1) / self.pairs[at]) ** 0.5)


def verdict(p_values: dict[str, float], false_alarm: float) -> dict[str, float]:
    """Returns the tests that fail. Bonferroni: a perfect shuffle fails any with at most this probability."""
    limit = false_alarm / len(p_values)
    return {name: p for name, p in p_values.items() if p < limit}


def beginnings(orders: Orders) -> Counts:
    """Returns the first 16 tiles of each deal, as two numbers of 56 bits."""
    digits = 128 ** np.arange(8)
    return np.column_stack([orders[:, :8] @ digits, orders[:, 8:16] @ digits])


def repeats(begun: Counts) -> int:
    """Returns how many deals begin as an earlier one did."""
    rows = np.ascontiguousarray(begun).view([("", begun.dtype)] * 2)
    return len(rows) - len(np.unique(rows))


def location_chances() -> NDArray[np.float64]:
    """Returns how likely each pair of regions is for two tiles of the rest."""
    sizes = np.array(REGIONS)
    ways = [sizes[a] * (sizes[a] - 1) / 2 if a == b else sizes[a] * sizes[b] for a, b in _PAIRS]
    return np.array(ways) / (REST * (REST - 1) / 2)


def _patterns(first: NDArray[np.int64]) -> Counts:
    length = first.shape[1]
    codes = np.argsort(first, axis=1) @ length ** np.arange(length)
    known = np.sort(np.array(list(permutations(range(length)))) @ length ** np.arange(length))
    return np.bincount(np.searchsorted(known, codes), minlength=len(known))


def _regions(marked: NDArray[np.bool_], starters: Counts) -> Counts:
    """Counts where the two marked tiles of each deal lie, by start seat."""
    places = np.nonzero(marked[:, 1:])[1].reshape(-1, 2)
    table = np.full((len(REGIONS), len(REGIONS)), -1)
    for at, pair in enumerate(_PAIRS):
        table[pair] = at
    codes = table[_REGION_OF[places[:, 0]], _REGION_OF[places[:, 1]]]
    flat = np.bincount(starters * len(_PAIRS) + codes, minlength=SEATS * len(_PAIRS))
    return flat.reshape(SEATS, len(_PAIRS))


def _even(counts: Counts) -> float:
    return _fits(counts, np.full(len(counts), counts.sum() / len(counts)))


def _located(counts: Counts) -> float:
    return _fits(counts, counts.sum() * location_chances())


def _fits(counts: Counts, expected: NDArray[np.float64]) -> float:
    return chi_square_above(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)
