from collections import Counter
from hashlib import shake_256
from itertools import chain, islice, permutations, product, repeat
from math import factorial, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.shuffle import Terms, deal, draw, order_from, renewed, shuffled

OKEY = Terms("table", "hand", b"rules", 106, 104, 4)
SEED = bytes(range(80))
DISTINCT_DEALS = factorial(106) // 2**53
"""Orders of the tiles that differ in face: 52 kinds twice, and two FALSE."""


def biased_draw(source, below):
    """The usual mistake: a byte's remainder, with no byte thrown away."""
    return next(source) % below


def answers_of(drawing, below, width):
    """Counts what a draw makes of every source of so many bytes; sources that are too short are left out."""
    counts = Counter()
    for source in product(range(256), repeat=width):
        try:
            counts[drawing(iter(source), below)] += 1
        except ValueError:
            continue
    return counts


def is_even(counts, below):
    return set(counts) == set(range(below)) and len(set(counts.values())) == 1


@pytest.mark.parametrize("below", range(1, 257))
def test_a_draw_below_n_is_even_over_every_byte(below):
    assert is_even(answers_of(draw, below, 1), below)


@pytest.mark.parametrize("below", [257, 1000, 1024, 65535, 65536])
def test_a_draw_of_two_bytes_is_even_over_every_pair(below):
    assert is_even(answers_of(draw, below, 2), below)


@pytest.mark.parametrize("below", [below for below in range(1, 107) if 256 % below])
def test_the_remainder_of_a_byte_is_not_even(below):
    assert not is_even(answers_of(biased_draw, below, 1), below)


def fisher_yates(numbers, size):
    """The engine's shuffle, from numbers that are already below their bounds."""
    return order_from(iter(numbers), size, size)


def full_range_swap(numbers, size):
    pieces = list(range(size))
    for at, other in enumerate(numbers):
        pieces[at], pieces[other] = pieces[other], pieces[at]
    return tuple(pieces)


def sort_by_coin(bits, size):
    """Sorts by insertion with a comparison that answers at random."""
    flips = iter(bits)
    pieces = []
    for piece in range(size):
        at = len(pieces)
        while at > 0 and next(flips):
            at -= 1
        pieces.insert(at, piece)
    return tuple(pieces)


def small_seed(seed, size):
    """A whole shuffle from one byte: a 32-bit seed on the scale of a small deck."""
    return shuffled(bytes(seed), size, size)


EXACT = {
    fisher_yates: lambda size: [range(size), *map(range, range(size - 1, 1, -1))],
    full_range_swap: lambda size: [range(size)] * size,
    sort_by_coin: lambda size: [range(2)] * (size * (size - 1) // 2),
    small_seed: lambda _size: [range(256)],
}
"""Shuffles, and all the sources that they can be given, each equally likely."""


def orders_are_even(shuffling, size):
    sources = product(*EXACT[shuffling](size))
    counts = Counter(shuffling(source, size) for source in sources)
    return set(counts) == set(permutations(range(size))) and len(set(counts.values())) == 1


@pytest.mark.parametrize("size", range(1, 8))
def test_every_order_of_a_small_deck_comes_from_equally_many_sources(size):
    assert orders_are_even(fisher_yates, size)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("control", [full_range_swap, sort_by_coin, small_seed])
def test_a_bad_shuffle_of_a_small_deck_is_not_even(control, size):
    assert not orders_are_even(control, size)


def test_a_control_that_is_even_for_two_pieces_passes():
    assert orders_are_even(full_range_swap, 2)


@pytest.mark.parametrize("first_below", range(1, 6))
def test_rule_a1_3_position_0_is_uniform_below_its_bound_and_the_rest_is_uniform_given_it(first_below):
    sources = product(range(first_below), range(4), range(3), range(2))
    counts = Counter(order_from(iter(source), 5, first_below) for source in sources)

    assert {1} == set(counts.values())
    assert {order for order in permutations(range(5)) if order[0] < first_below} == set(counts)


def test_the_seed_space_is_larger_than_the_space_of_deals():
    assert log2(DISTINCT_DEALS) < 8 * shuffle.SEED_BYTES


@pytest.mark.parametrize("bits", [31, 32, 64, 256, 511])
def test_a_smaller_seed_would_not_reach_every_deal(bits):
    assert log2(DISTINCT_DEALS) > bits


@given(st.binary(max_size=90), st.integers(1, 400), st.data())
def test_an_order_holds_every_piece_once_and_begins_below_its_bound(seed, size, data):
    first_below = data.draw(st.integers(1, size))
    order = shuffled(seed, size, first_below)

    assert list(range(size)) == sorted(order)
    assert order[0] < first_below


@given(st.binary(max_size=20), st.sampled_from([1, 2, 5, 36, 106, 256, 257, 600]), st.data())
def test_an_order_is_made_of_single_draws(seed, size, data):
    first_below = data.draw(st.integers(1, size))
    source, again = (chain.from_iterable(repeat(shake_256(seed).digest(5000))) for _ in range(2))
    pieces = list(range(size))
    for at, below in enumerate((first_below, *range(size - 1, 1, -1))):
        other = at + draw(source, below)
        pieces[at], pieces[other] = pieces[other], pieces[at]

    assert tuple(pieces) == order_from(again, size, first_below)
    assert list(islice(source, 10)) == list(islice(again, 10))


def test_an_int_stands_for_its_decimal_digits():
    assert shuffled(b"7", 106, 104) == shuffled(7, 106, 104)


def test_a_deal_repeats_and_each_input_changes_it():
    first = deal(OKEY, SEED, {0: b"a"})
    others = [
        deal(Terms("other", "hand", b"rules", 106, 104, 4), SEED, {0: b"a"}),
        deal(Terms("table", "other", b"rules", 106, 104, 4), SEED, {0: b"a"}),
        deal(Terms("table", "hand", b"other", 106, 104, 4), SEED, {0: b"a"}),
        deal(Terms("table", "hand", b"rules", 106, 103, 4), SEED, {0: b"a"}),
        deal(Terms("table", "hand", b"rules", 106, 104, 3), SEED, {0: b"a"}),
        deal(OKEY, SEED[::-1], {0: b"a"}),
        deal(OKEY, SEED, {0: b"b"}),
        deal(OKEY, SEED, {1: b"a"}),
        deal(OKEY, SEED, {0: b"a", 1: b"a"}),
        deal(OKEY, SEED, {}),
    ]

    assert first == deal(OKEY, SEED, {0: b"a"})
    for part in ("order", "chance", "salts"):
        assert len(others) + 1 == len({getattr(one, part) for one in [first, *others]})


def test_names_that_meet_in_the_middle_do_not_meet():
    one = Terms("ab", "c", b"", 36, 36, 2)
    other = Terms("a", "bc", b"", 36, 36, 2)

    assert shuffle.commitment(one, SEED) != shuffle.commitment(other, SEED)
    assert deal(one, SEED, {}).order != deal(other, SEED, {}).order


def test_a_commitment_does_not_depend_on_contributions_but_on_all_terms():
    variants = [OKEY, *(Terms("table", "hand", b"rules", 106, first, 4) for first in range(1, 104))]

    assert len(variants) == len({shuffle.commitment(terms, SEED) for terms in variants})


def test_no_purpose_shares_bytes_with_another():
    made = deal(OKEY, SEED, {})
    outputs = [shuffle.commitment(OKEY, SEED), made.chance, *made.salts]

    assert 108 == len(set(outputs))


def test_the_lot_for_the_first_starter_reaches_every_seat():
    starters = {deal(OKEY, SEED, {0: bytes([value])}).first_starter for value in range(60)}

    assert {0, 1, 2, 3} == starters


def test_a_renewal_keeps_the_pile_and_depends_on_its_number():
    pile = [9, 2, 30, 4, 17, 11, 8, 25]
    stocks = [renewed(bytes(32), number, pile) for number in range(1, 20)]

    assert all(sorted(pile) == sorted(stock) for stock in stocks)
    assert 19 == len(set(stocks))
    assert () == renewed(bytes(32), 1, [])
    assert (5,) == renewed(bytes(32), 1, [5])


def test_a_renewal_moves_places_not_pieces():
    places = renewed(bytes(32), 1, range(8))
    pile = "abcdefgh"

    assert tuple(pile[place] for place in places) == renewed(bytes(32), 1, pile)


@pytest.mark.parametrize("fields", [[b"a"], [b"", b"a"], [b"a", b""], [b"\0\0\0\1a"], []])
def test_the_encoding_of_fields_has_no_twin(fields):
    twins = [[b"a"], [b"", b"a"], [b"a", b""], [b"\0\0\0\1a"], []]

    assert [fields] == [twin for twin in twins if shuffle.encode(twin) == shuffle.encode(fields)]


@pytest.mark.parametrize(
    "call",
    [
        lambda: shuffled(1, 0, 0),
        lambda: shuffled(1, 5, 6),
        lambda: shuffled(1, 5, 0),
        lambda: order_from(iter(b"ab"), 4, 4),
        lambda: draw(iter(b"ab"), 0),
        lambda: draw(iter(b"\xff"), 3),
        lambda: draw(iter(b"\1"), 257),
        lambda: Terms("t", "h", b"", 5, 5, 0),
        lambda: Terms("t", "h", b"", 5, 6, 1),
        lambda: deal(OKEY, SEED[:-1], {}),
        lambda: shuffle.commitment(OKEY, SEED + b"x"),
        lambda: deal(OKEY, SEED, {4: b"a"}),
        lambda: deal(OKEY, SEED, {-1: b"a"}),
        lambda: deal(OKEY, SEED, {0: b""}),
        lambda: deal(OKEY, SEED, {0: b"a" * 65}),
        lambda: renewed(bytes(31), 1, [1]),
        lambda: renewed(bytes(32), 0, [1]),
    ],
)
def test_what_is_out_of_range_is_refused(call):
    with pytest.raises(ValueError, match=r"."):
        call()


def test_a_stream_goes_on_after_its_first_squeeze():
    long_deck = shuffled(1, 5000, 5000)

    assert list(range(5000)) == sorted(long_deck)
    assert 5 == len(set(islice(long_deck, 5)))
