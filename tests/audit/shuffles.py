"""The dealer's shuffle, and bad ones as controls, as batches of Okey deals.

A batch is an array of orders, one deal a row (the indicator first), and the first starter of each deal.
"""

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.shuffle import Terms, deal
from services.dealer.entropy import Entropy

SIZE, FIRST_BELOW, SEATS = 106, 104, 4
BATCH = 20_000

Orders = NDArray[np.int64]
Batch = tuple[Orders, NDArray[np.int64]]
Shuffle = Callable[[np.random.Generator, int], Orders]


def dealt(total: int) -> Iterator[Batch]:
    """Yields real deals: seeds from the operating system, one table, hand after hand."""
    entropy = Entropy()
    for start in range(0, total, BATCH):
        terms = (Terms("audit", str(hand), b"", SIZE, FIRST_BELOW, SEATS) for hand in _batch(start, total))
        deals = [deal(one, entropy.seed(), {}) for one in terms]
        yield np.array([one.order for one in deals]), np.array([one.first_starter for one in deals])


def controlled(shuffle: Shuffle, total: int) -> Iterator[Batch]:
    """Yields deals of a control, repeatably; its first starters are uniform."""
    generator = np.random.default_rng(101)
    for start in range(0, total, BATCH):
        count = len(_batch(start, total))
        yield shuffle(generator, count), generator.integers(0, SEATS, count)


def _batch(start: int, total: int) -> range:
    return range(start, min(start + BATCH, total))


def reference(generator: np.random.Generator, count: int) -> Orders:
    """Shuffles well, by a generator that is no secret: it has to pass."""
    return _swapped(
        count, lambda at: at + generator.integers(0, FIRST_BELOW if at == 0 else SIZE - at, count)
    )


def byte_remainder(generator: np.random.Generator, count: int) -> Orders:
    """Takes a byte's remainder by n: the low numbers come more often."""
    return _swapped(count, lambda at: at + generator.integers(0, 256, count) % _below(at))


def full_range_swap(generator: np.random.Generator, count: int) -> Orders:
    """Swaps each place with any place: n^n ways cannot be even over n! orders."""
    return _with_numbered_indicator(_swapped(count, lambda _at: generator.integers(0, SIZE, count)))


def sort_by_coin(_generator: np.random.Generator, count: int) -> Orders:
    """Sorts with a comparison that answers at random."""
    chance = Random(101)
    key = cmp_to_key(lambda _one, _other: chance.getrandbits(1) or -1)
    return _with_numbered_indicator(np.array([sorted(range(SIZE), key=key) for _ in range(count)]))


def seven_riffles(generator: np.random.Generator, count: int) -> Orders:
    """Riffles seven times, as one does with 52 cards; 106 tiles need more."""
    orders = np.tile(np.arange(SIZE), (count, 1))
    for _ in range(7):
        # A riffle backwards: the places whose coin shows heads come to the front, in their order.
        heads = generator.integers(0, 2, (count, SIZE))
        orders = np.take_along_axis(orders, np.argsort(heads, axis=1, kind="stable"), axis=1)
    return _with_numbered_indicator(orders)


def shuffled_on(generator: np.random.Generator, count: int) -> Orders:
    """Goes on from the last deal with a quarter of the swaps: each deal resembles the one before."""
    orders = np.empty((count, SIZE), dtype=np.int64)
    order = reference(generator, 1)[0]
    for row in range(count):
        for one, other in generator.integers(1, SIZE, (SIZE // 4, 2)):
            order[one], order[other] = order[other], order[one]
        orders[row] = order
    return orders


def favoured_seat(generator: np.random.Generator, count: int) -> Orders:
    """Deals well, but every fifth time the first OKEY of the stock goes to the starter."""
    orders = reference(generator, count)
    stock = orders[:, 86:]
    okeys = okey_kind(orders[:, 0])[:, None] == stock // 2
    rows = np.flatnonzero(okeys.any(axis=1) & (generator.integers(0, 5, count) == 0))
    places = 86 + okeys[rows].argmax(axis=1)
    orders[rows, 1], orders[rows, places] = orders[rows, places], orders[rows, 1].copy()
    return orders


def seed_of_32_bits(generator: np.random.Generator, count: int) -> Orders:
    """Draws well from a seed that is too small: among 200,000 deals some come twice."""
    seeds = generator.integers(0, 1 << 32, (count, 1), dtype=np.uint64)
    # Sorts the tiles by SplitMix64's mixture of seed and tile, after the indicator.
    keys: NDArray[np.uint64] = seeds * np.uint64(SIZE + 1) + np.arange(SIZE + 1, dtype=np.uint64)
    for shift, factor in ((33, 0x9E3779B97F4A7C15), (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        keys = (keys ^ (keys >> np.uint64(shift))) * np.uint64(factor)
    keys >>= np.uint64(1)
    keys[np.arange(count), keys[:, SIZE] % np.uint64(FIRST_BELOW)] = 0
    return np.argsort(keys[:, :SIZE], axis=1)


CONTROLS: tuple[Shuffle, ...] = (
    byte_remainder,
    full_range_swap,
    sort_by_coin,
    seven_riffles,
    shuffled_on,
    favoured_seat,
)


def okey_kind(indicators: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns the kinds that are wild (Rule A1.4): the next number of the colour."""
    colours, numbers = np.divmod(indicators // 2, 13)
    return colours * 13 + (numbers + 1) % 13


def _below(at: int) -> int:
    return FIRST_BELOW if at == 0 else SIZE - at


def _swapped(count: int, other_of: Callable[[int], NDArray[np.int64]]) -> Orders:
    orders = np.tile(np.arange(SIZE), (count, 1))
    rows = np.arange(count)
    for at in range(SIZE):
        other = other_of(at)
        held = orders[rows, other]
        orders[rows, other] = orders[:, at]
        orders[:, at] = held
    return orders


def _with_numbered_indicator(orders: Orders) -> Orders:
    """Moves the first numbered tile to the front, as somebody does who turns the next one."""
    for row in np.flatnonzero(orders[:, 0] >= FIRST_BELOW):
        at = int((orders[row] < FIRST_BELOW).argmax())
        orders[row, 0], orders[row, at] = orders[row, at], orders[row, 0]
    return orders
