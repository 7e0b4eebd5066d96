"""What every game's scores have in common: totals, places, lines."""

import pytest

from engine.score import HandScore, Line, SeatScore, Side, new_match, rank


def places(*totals):
    """Returns the places of seats with these totals, best first."""
    return [side.place for side in rank([((seat,), total) for seat, total in enumerate(totals)])]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((3, 1, 2), [1, 2, 3]),
        ((1, 1, 2), [1, 1, 3]),
        ((2, 1, 2), [1, 2, 2]),
        ((7, 7, 7, 7), [1, 1, 1, 1]),
        ((5, 1, 5, 1, 9), [1, 1, 3, 3, 5]),
        ((-101, 0, 202), [1, 2, 3]),
        ((4,), [1]),
        ((), []),
    ],
)
def test_equal_totals_share_a_place_and_the_next_place_counts_those_before_it(totals, expected):
    assert expected == places(*totals)


def test_the_lowest_total_comes_first_and_equal_ones_by_seat():
    sides = rank([((0, 2), 9), ((3,), -1), ((1,), -1)])

    assert (Side((1,), -1, 1), Side((3,), -1, 1), Side((0, 2), 9, 3)) == sides


@pytest.mark.parametrize(("seats", "starter"), [(4, 0), (4, 3), (2, 1), (6, 5)])
def test_a_new_match_has_no_points_and_no_hands(seats, starter):
    match = new_match(seats, starter)

    assert (0,) * seats == match.totals
    assert (0, starter, False) == (match.hands_played, match.starter, match.over)


def test_the_points_of_a_hand_are_those_of_its_seats():
    seats = tuple(SeatScore(points, (Line("ANY", "any", points),)) for points in (7, -3))

    assert (7, -3) == HandScore(seats, winner=1, flags=(), multiplier=1, void=False).points


def test_a_void_hand_has_no_points():
    assert () == HandScore((), winner=None, flags=("VOID",), multiplier=1, void=True).points
