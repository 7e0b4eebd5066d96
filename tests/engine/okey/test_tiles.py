"""Sets of tiles, beside the same said tile by tile."""

from hypothesis import given
from hypothesis import strategies as st

from engine.okey.tiles import (
    KINDS,
    TILES,
    Tile,
    bits_of,
    doubled,
    hand_of,
    hand_of_bits,
    highest,
    is_okey,
    most_pairs,
    numbers,
    size,
    sum_of_numbers,
    tiles_of,
    twin_of,
)

FACES = st.sampled_from(range(KINDS))
SETS = st.sets(st.sampled_from([Tile(tile) for tile in range(TILES)]))


@given(SETS)
def test_a_set_holds_what_it_was_made_of(tiles):
    hand = hand_of(tiles)

    assert sorted(tiles) == list(tiles_of(hand))
    assert len(tiles) == size(hand)
    assert hand == hand_of_bits(bits_of(hand))


@given(SETS, FACES)
def test_numbers_add_up_as_they_do_one_by_one(tiles, okey):
    number = numbers(okey)

    assert sum(number[tile] for tile in tiles) == sum_of_numbers(hand_of(tiles), okey)


@given(SETS.filter(bool), FACES)
def test_the_highest_is_the_lowest_tile_of_the_highest_number(tiles, okey):
    number = numbers(okey)

    assert min(tiles, key=lambda tile: (-number[tile], tile)) == highest(hand_of(tiles), okey)


@given(SETS, FACES)
def test_twins_are_doubled_and_every_okey_may_make_a_pair(tiles, okey):
    twins = {tile for tile in tiles if twin_of(tile) in tiles}

    assert hand_of(twins) == doubled(hand_of(tiles))
    assert len(twins) // 2 + sum(is_okey(tile, okey) for tile in tiles) == most_pairs(hand_of(tiles), okey)
