"""Arrangements against the integer program."""

from random import Random

import pytest

from engine.okey.arrange import best_pairs, best_series, series_total, whole_hand
from engine.okey.arrangement import Arrangement
from engine.okey.tiles import is_okey
from tests.engine.okey import integer_program
from tests.engine.okey.arrangements import checked
from tests.engine.okey.integer_program import Answer
from tests.engine.okey.racks import MONSTERS, Held, laid_out, some
from tests.scale import scaled

HANDS = scaled(10_000, few=300)
LONGEST_SECONDS = 1800
monsters = pytest.mark.parametrize("held", MONSTERS.values(), ids=MONSTERS)


def answer(arrangement: Arrangement | None, held: Held) -> Answer | None:
    """Returns an arrangement as the integer program puts it; ``None`` is one without melds."""
    if arrangement is None or not arrangement.melds:
        return None
    laid = [placed.tile for layout in arrangement.melds for placed in layout]
    wild = sum(is_okey(tile, held.okey) for tile in laid)
    return Answer(arrangement.total, wild, len(arrangement.melds))


def optimum(found: Answer | None) -> Answer | None:
    return None if found is None or not found.melds else found


def check_series(held: Held, keep: int) -> None:
    best = checked(best_series(held.hand, held.okey, keep=keep), held)
    expected = optimum(integer_program.Series(held.counted(), keep).solve())

    assert expected == answer(best, held)
    assert series_total(held.hand, held.okey, keep) == best.total
    assert best.left.bit_count() >= keep


def check_must_use(held: Held, random: Random) -> None:
    tile = random.choice(held.tiles)
    best = checked(best_series(held.hand, held.okey, tile), held)
    expected = integer_program.Series(held.counted(), must_use=held.counts_as(tile)).solve()

    assert expected == answer(best, held)
    assert expected is None or best.left >> tile & 1 == 0 or best.left >> (tile ^ 1) & 1 == 0


def check_pairs(held: Held, random: Random) -> None:
    tile = random.choice(held.tiles)
    for keep, must in ((0, None), (1, None), (1, tile)):
        best = checked(best_pairs(held.hand, held.okey, must, keep), held, pairs=True)
        spot = None if must is None else held.counts_as(must)

        assert optimum(integer_program.pairs(held.counted(), keep, spot)) == answer(best, held)


def check_whole_hand(held: Held) -> None:
    whole = whole_hand(held.hand, held.okey)
    expected = integer_program.Series(held.counted(), whole=True).solve()
    if expected is None:
        assert whole is None
        return
    assert whole is not None
    best = answer(checked(whole, held), held)

    assert best is not None
    assert (expected.wild, expected.melds) == (best.wild, best.melds)
    assert whole.left.bit_count() == 1


@pytest.mark.timeout(LONGEST_SECONDS)
def test_series_are_those_of_the_integer_program():
    random = Random(101)
    for at, held in enumerate(some(random, HANDS)):
        check_series(held, keep=at % 2)


@pytest.mark.timeout(LONGEST_SECONDS)
def test_series_with_a_tile_that_must_be_used_are_those_of_the_integer_program():
    random = Random(102)
    for held in some(random, HANDS):
        check_must_use(held, random)


@pytest.mark.timeout(LONGEST_SECONDS)
def test_pairs_are_those_of_the_integer_program():
    random = Random(103)
    for held in some(random, HANDS):
        check_pairs(held, random)


@pytest.mark.timeout(LONGEST_SECONDS)
def test_whole_hands_are_those_of_the_integer_program():
    random = Random(104)
    for at in range(HANDS):
        check_whole_hand(laid_out(random, at % 3))


@monsters
def test_a_monster_is_arranged_as_by_the_integer_program(held):
    random = Random(105)
    for keep in (0, 1):
        check_series(held, keep)
    for _ in range(5):
        check_must_use(held, random)
        check_pairs(held, random)
    check_whole_hand(held)
