from random import Random

import pytest

from engine.okey.arrange import Arrangement, best_pairs, best_series, series_total, whole_hand
from engine.okey.arrangement import faces_of
from engine.okey.tiles import EMPTY, Face, Tile, colour_of, number_of
from tests.engine.okey.arrangements import checked
from tests.engine.okey.racks import Held, dealt, held

NOT_HERE = Face(51)
"""An okey face for hands that are to have neither OKEY nor FALSE: K13."""


def melds(arrangement: Arrangement, held: Held) -> list[str]:
    """Returns the melds as text, an OKEY marked by a star."""
    return [
        " ".join(
            f"{'RYBK'[colour_of(face)]}{number_of(face)}{'*' if placed.stands_for is not None else ''}"
            for placed, face in zip(layout, faces_of(layout, held.okey), strict=True)
        )
        for layout in arrangement.melds
    ]


def series(text: str, keep: int = 1, must_use: int | None = None) -> list[str]:
    hand = held(text)
    must = None if must_use is None else hand.tiles[must_use]
    return melds(checked(best_series(hand.hand, hand.okey, must, keep), hand), hand)


def pairs(text: str, keep: int = 1, must_use: int | None = None) -> list[str]:
    hand = held(text)
    must = None if must_use is None else hand.tiles[must_use]
    return melds(checked(best_pairs(hand.hand, hand.okey, must, keep), hand, pairs=True), hand)


def test_an_okey_at_the_end_of_a_run_goes_where_it_counts_most():
    assert ["R5 R6 R7*"] == series("R5 R6 OKEY K1")


def test_an_okey_completes_a_run_at_its_low_end_where_the_high_end_is_thirteen():
    assert ["R11* R12 R13"] == series("R12 R13 OKEY K1")


def test_an_okey_fills_the_middle_of_a_run():
    assert ["R5 R6* R7"] == series("R5 R7 OKEY Y1")


def test_two_okeys_may_lie_in_one_run():
    assert ["K9 K10* K11* K12"] == series("K9 K12 OKEY OKEY Y1")


def test_two_okeys_may_lie_in_two_melds():
    assert ["R11 R12* R13", "K5 K6* K7"] == series("R11 R13 K5 K7 OKEY OKEY Y1")


def test_a_group_may_be_two_tiles_and_two_okeys():
    assert ["R13 Y13 B13* K13*"] == series("R13 Y13 OKEY OKEY K1")


def test_false_counts_as_the_okey_face():
    assert ["Y3 Y4 Y5"] == series("Y3 FALSE Y5 K1")


def test_an_okey_stands_for_the_okey_face_beside_false():
    assert ["R4 Y4 B4", "Y2 Y3 Y4*"] == series("R4 B4 FALSE Y2 Y3 OKEY K9")


def test_three_runs_of_a_colour_may_lie_side_by_side():
    hand = held("R9 R10 R10 R11 R11 R12 R12 R13 R13 OKEY")
    best = checked(best_series(hand.hand, hand.okey, keep=0), hand)

    assert (112, 3) == (best.total, len(best.melds))
    assert all(meld.count("R11") == 1 for meld in melds(best, hand))


def test_a_run_never_goes_past_thirteen():
    assert [] == series("R12 R13 R1 Y5")


def test_an_okey_that_adds_nothing_is_kept():
    assert ["R9 Y9 B9 K9"] == series("R9 Y9 B9 K9 OKEY")


def test_one_long_run_is_written_rather_than_two_short_ones():
    assert ["R1 R2 R3 R4 R5 R6 R7"] == series("R1 R2 R3 R4 R5 R6 R7 K9")


def test_groups_are_written_before_runs_and_high_numbers_first():
    assert ["R13 Y13 B13", "R2 Y2 B2", "B7 B8 B9"] == series("R2 Y2 B2 B7 B8 B9 R13 Y13 B13 K1")


def test_a_tile_stays_where_all_could_be_laid():
    assert ["R1 R2 R3 R4"] == series("R1 R2 R3 R4", keep=0)
    assert ["R2 R3 R4"] == series("R1 R2 R3 R4", keep=1)
    assert [] == series("R1 R2 R3", keep=1)


def test_the_tile_that_must_be_used_may_lower_the_total():
    assert ["R9 R10 R11"] == series("R9 R10 R11 Y9 B9 K2")[:1] or ["R9 Y9 B9"] == series(
        "R9 R10 R11 Y9 B9 K2"
    )
    assert ["R9 Y9 B9"] == series("R9 R10 R11 Y9 B9 K2", must_use=3)


def test_the_twin_may_be_used_instead():
    hand = held("R5 R6 R7 R5 K1")
    best = best_series(hand.hand, hand.okey, hand.tiles[3])

    assert 18 == best.total


def test_a_tile_that_fits_nowhere_leaves_no_melds():
    hand = held("R5 R6 R7 K1")
    expected = Arrangement((), hand.hand, 0)

    assert expected == best_series(hand.hand, hand.okey, hand.tiles[3])
    assert expected == best_pairs(hand.hand, hand.okey, hand.tiles[3])


def test_a_tile_that_is_not_held_leaves_no_melds():
    hand = held("R5 R6 R7 R7 K1")
    expected = Arrangement((), hand.hand, 0)

    assert expected == best_series(hand.hand, hand.okey, Tile(100))
    assert expected == best_pairs(hand.hand, hand.okey, Tile(100))


def test_an_okey_that_must_be_used_and_helps_nowhere_takes_a_place():
    assert ["R9 Y9 B9 K9*"] == series("R9 Y9 B9 K9 OKEY", must_use=4)


def test_an_empty_hand_has_no_melds():
    for best in (best_series(EMPTY, NOT_HERE), best_pairs(EMPTY, NOT_HERE)):
        assert Arrangement((), EMPTY, 0) == best
    assert 0 == series_total(EMPTY, NOT_HERE)
    assert whole_hand(EMPTY, NOT_HERE) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R5 R5 K1", ["R5 R5"]),
        ("R5 R5 R9 OKEY K1", ["R9 R9*", "R5 R5"]),
        ("R5 R5 OKEY OKEY K1", ["R5 R5", "K1 K1*"]),
        ("R5 R5 OKEY OKEY", ["R5 R5"]),
        ("FALSE FALSE R5", ["Y4 Y4"]),
        ("FALSE OKEY R2", ["Y4 Y4*"]),
    ],
)
def test_the_most_pairs_are_found(text, expected):
    assert expected == pairs(text)


def test_two_okeys_are_a_pair_when_nothing_else_is_single():
    assert ["R5 R5", "Y4* Y4*"] == pairs("R5 R5 OKEY OKEY", keep=0)


def test_pairs_spare_okeys_where_a_tile_must_stay():
    assert ["R5 R5", "K1 K1"] == pairs("R5 R5 K1 K1 OKEY")


def test_the_tile_that_must_be_paired_has_the_okey():
    assert ["K1 K1*"] == pairs("K13 OKEY K1", must_use=2)


def test_an_okey_that_must_be_paired_replaces_a_twin_where_nothing_is_single():
    assert ["R5 R5*"] == pairs("R5 R5 OKEY", must_use=2)


def test_a_whole_hand_leaves_the_tile_that_finishes():
    hand = held("R1 R2 R3 B7 B8 B9 K13")
    whole = whole_hand(hand.hand, hand.okey)

    assert whole is not None
    assert (30, [hand.tiles[-1]]) == (
        checked(whole, hand).total,
        [tile for tile in hand.tiles if whole.left >> tile & 1],
    )


def test_a_whole_hand_finishes_with_an_okey_where_it_can():
    hand = held("R1 R2 R3 B7 B8 B9 OKEY")
    whole = whole_hand(hand.hand, hand.okey)

    assert whole is not None
    assert whole.left >> hand.tiles[-1] & 1


def test_a_hand_with_two_tiles_left_over_is_not_whole():
    hand = held("R1 R2 R3 B7 B8 B9 K13 Y5")

    assert whole_hand(hand.hand, hand.okey) is None


def test_a_whole_hand_uses_the_tile_that_it_must():
    hand = held("R1 R2 R3 B7 B8 B9 K13")

    assert whole_hand(hand.hand, hand.okey, hand.tiles[-1]) is None
    assert whole_hand(hand.hand, hand.okey, hand.tiles[0]) is not None


def test_the_total_alone_is_that_of_the_melds():
    random = Random(7)
    for _ in range(200):
        hand = dealt(random, random.randint(0, 22))
        for keep in (0, 1):
            assert best_series(hand.hand, hand.okey, None, keep).total == series_total(
                hand.hand, hand.okey, keep
            )
