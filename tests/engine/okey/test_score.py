"""RULES.md A12 and A13: what a hand scores, line by line, and what a match makes of it."""

import pytest

from engine.okey import configure, score, settle, standing
from engine.score import Match, new_match
from tests.engine.okey.board import after, position

FINISHED = "turn A ended | A: -"
MELDS = "A: R1 R2 R3 / B: Y1 Y2 Y3' / C: B1 B1"
"""A and B are series openers, C is a pairs opener, D has not opened."""
PAIRS_FINISH = "A: R1 R1 / B: Y1 Y2 Y3' / C: B1 B1"
ONLY_A = "A: R1 R2 R3 | open: A: series 101 now"
LEFT_14 = "B: R5 K9 | C: B11 K3"
PLAIN, OKEY = "discards: A: R10", "discards: A: Y4"


def points(rules, *sections):
    """Returns the scores of an ended hand by seat."""
    return score(position(" | ".join(sections), rules)).points


def ended(rules, *sections):
    """Returns the result of an ended hand."""
    return score(position(" | ".join(sections), rules))


@pytest.mark.parametrize(
    ("table", "discards", "rules", "expected"),
    [
        (MELDS, PLAIN, "table", (-101, 14, 28, 202)),
        (MELDS, PLAIN, "classic", (0, 14, 14, 202)),
        (MELDS, OKEY, "table", (-202, 28, 56, 202)),
        (MELDS, OKEY, "classic", (0, 28, 28, 404)),
        (MELDS, OKEY, "table mult_unopened=on", (-202, 28, 56, 404)),
        (MELDS, OKEY, "classic mult_unopened=off", (0, 28, 28, 202)),
        (PAIRS_FINISH, PLAIN, "table", (-202, 28, 56, 202)),
        (PAIRS_FINISH, OKEY, "table", (-404, 56, 112, 202)),
        (PAIRS_FINISH, OKEY, "classic", (0, 56, 56, 808)),
        (PAIRS_FINISH, OKEY, "table mult_unopened=on", (-404, 56, 112, 808)),
        (PAIRS_FINISH, OKEY, "classic mult_unopened=off", (0, 56, 56, 202)),
        (MELDS, PLAIN, "table unopened_score=404", (-101, 14, 28, 404)),
        (MELDS, OKEY, "classic unopened_score=404", (0, 28, 28, 808)),
        (MELDS, PLAIN, "classic finisher_score=-101", (-101, 14, 14, 202)),
        (MELDS, OKEY, "table finisher_score=0", (0, 28, 56, 202)),
        (MELDS, PLAIN, "classic pairs_hand_factor=2", (0, 14, 28, 202)),
        (MELDS, PLAIN, "table pairs_hand_factor=1", (-101, 14, 14, 202)),
    ],
)
def test_rule_a12_finisher_openers_and_unopened_times_the_doublings(table, discards, rules, expected):
    assert expected == points(rules, FINISHED, LEFT_14, f"table: {table}", discards)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("table", (-202, 202, 202, 202)),
        ("classic", (0, 404, 404, 404)),
        ("table mult_unopened=on", (-202, 404, 404, 404)),
        ("classic mult_unopened=off", (0, 202, 202, 202)),
    ],
)
def test_rule_a12_1_elden_doubles(rules, expected):
    result = ended(rules, FINISHED, f"table: {ONLY_A}", PLAIN)

    assert expected == result.points
    assert (("ELDEN",), 2) == (result.flags, result.multiplier)


def test_rule_a12_2_a_hand_that_never_opened_is_not_counted(preset):
    low = "B: R1 R1 Y1 Y1 B1 B1 K1 K1 R2 R2 Y2 Y2 B2 B2 K2 K2 R3 R3 B3 B3 K3"

    assert 202 == points(preset, FINISHED, low, "table: A: B5 B6 B7", PLAIN)[1]


def test_rule_a12_2_held_okeys_add_nothing_to_it(preset):
    assert 202 == points(preset, FINISHED, "D: Y4 Y4 ...", f"table: {MELDS}", PLAIN)[3]


@pytest.mark.parametrize(
    ("discards", "left", "rules", "expected"),
    [
        (PLAIN, "B: Y4 K9 | C: Y4 K9", "table", (-101, 110, 220, 202)),
        (PLAIN, "B: Y4 K9 | C: Y4 K9", "classic", (0, 110, 110, 202)),
        (PLAIN, "B: Y4 K9 | C: Y4 K9", "table held_okey_mode=flat", (-101, 110, 119, 202)),
        (OKEY, "B: Y4 K9 | C: K9", "table", (-202, 220, 36, 202)),
        (OKEY, "B: Y4 K9 | C: K9", "classic", (0, 220, 18, 404)),
        (OKEY, "B: Y4 K9 | C: K9", "table held_okey_mode=flat", (-202, 119, 36, 202)),
        (PLAIN, "B: Y4 Y4 | C: K9", "table", (-101, 202, 18, 202)),
    ],
)
def test_rule_a12_3_a_held_okey_counts_101_in_the_sum_or_beside_it(discards, left, rules, expected):
    assert expected == points(rules, FINISHED, left, f"table: {MELDS}", discards)


@pytest.mark.parametrize(
    ("rules", "expected"), [("table", (-101, 16, 202, 202)), ("classic", (0, 16, 202, 202))]
)
def test_rule_a12_3_a_false_counts_the_okey_number(rules, expected):
    table = "table: A: R1 R2 R3 / B: Y1 Y2 Y3"

    assert expected == points(rules, "ind R6", FINISHED, "B: F K9", table, PLAIN)


def test_rule_a12_1_booked_penalties_are_added_to_the_finish():
    assert (0, 202, 202, 202) == points("table", FINISHED, "table: A: R1 R2 R3", PLAIN, "penalties: A: 101")


def test_rule_a12_2_booked_penalties_are_added_and_never_multiplied():
    booked = "penalties: A: 101 / B: 101 / C: 202 / D: 202"

    expected = (-202 + 101, 28 + 101, 56 + 202, 202 + 202)
    assert expected == points("table", FINISHED, LEFT_14, f"table: {MELDS}", OKEY, booked)
    assert (
        404 + 202 == points("table mult_unopened=on", FINISHED, LEFT_14, f"table: {MELDS}", OKEY, booked)[3]
    )


@pytest.mark.parametrize(("rules", "expected"), [("table", 404), ("classic", 202)])
def test_rule_a11_1_two_fines_and_no_opening_make_404_where_penalties_are_on(rules, expected):
    hands = "A: R8 Y4 ... | B: K12 | C: K2 ... | D: K4 ..."
    state = position(f"turn A play | {hands} | table: B: R5 R6 R7 | stock K5 K6 K10 K11 R4 ...", rules)

    first_round = ("discard R8", "draw", "discard K5", "draw", "discard K2", "draw", "discard K4")
    finished = after(state, *first_round, "draw", "discard Y4", "draw", "lay-off R4 on 1", "discard K12")
    assert expected == score(finished).points[0]


LINES = {
    "A": [("FINISHED", -101), ("MULTIPLIER", -101), ("PENALTIES", 101)],
    "B": [("TILES_LEFT", 9), ("HELD_OKEYS", 101), ("MULTIPLIER", 110)],
    "C": [("TILES_LEFT", 12), ("PAIRS_FACTOR", 12), ("MULTIPLIER", 24)],
    "D": [("NOT_OPENED", 202), ("PENALTIES", 202)],
}


@pytest.mark.parametrize("seat", "ABCD")
def test_rule_a12_4_the_breakdown_tells_every_step_and_adds_up(seat):
    result = ended(
        "table", FINISHED, "B: Y4 K9 | C: K12", f"table: {MELDS}", OKEY, "penalties: A: 101 / D: 202"
    ).seats["ABCD".index(seat)]

    assert LINES[seat] == [(line.code, line.points) for line in result.lines]
    assert result.points == sum(line.points for line in result.lines)
    assert all(line.text for line in result.lines)


def test_rule_a12_3_flat_okeys_come_after_what_is_multiplied():
    result = ended("table held_okey_mode=flat", FINISHED, "C: Y4 K9", f"table: {MELDS}", OKEY)

    lines = [("TILES_LEFT", 9), ("PAIRS_FACTOR", 9), ("MULTIPLIER", 18), ("HELD_OKEYS", 101)]
    assert lines == [(line.code, line.points) for line in result.seats[2].lines]


def test_rule_a12_a_hand_in_play_has_no_score(preset):
    with pytest.raises(ValueError, match="being played"):
        score(position("A: R1 ...", preset))


PLAYED_OUT = "turn A ended"


def test_rule_a13_2_a_stock_end_with_an_opener_is_counted_normally(preset):
    result = ended(preset, PLAYED_OUT, "A: K1 K2", LEFT_14, f"table: {MELDS}")

    factor = 2 if preset == "table" else 1
    assert (3, 14, 14 * factor, 202) == result.points
    assert (None, ("STOCK_OUT",), 1) == (result.winner, result.flags, result.multiplier)


@pytest.mark.parametrize(
    ("rules", "penalties", "expected"),
    [
        ("table", "penalties: C: 101", (0, 0, 101, 0)),
        ("classic", "", (202, 202, 202, 202)),
        ("table stock_out_none_opened=normal", "penalties: C: 101", (202, 202, 303, 202)),
        ("classic stock_out_none_opened=penalties_only", "", (0, 0, 0, 0)),
        ("classic unopened_score=404", "", (404, 404, 404, 404)),
    ],
)
def test_rule_a13_2_a_stock_end_without_an_opener(rules, penalties, expected):
    result = ended(rules, PLAYED_OUT, "stock -", *([penalties] if penalties else []))

    assert expected == result.points
    assert not result.void


def test_rule_a13_2_one_opener_is_enough_for_a_normal_count():
    assert (202, 14, 202, 202) == points("table", PLAYED_OUT, "B: R5 K9", "table: B: Y1 Y2 Y3'")


def test_rule_a13_3_a_void_hand_scores_nothing():
    table = "table: A: R1 R1 / B: R2 R2 / C: R5 R5 / D: B1 B1"
    result = ended("table", "turn D void", table, "penalties: A: 101")

    assert ((), None, True, ("VOID",)) == (result.points, result.winner, result.void, result.flags)


def test_rule_a13_3_a_void_hand_is_played_again_with_the_same_starter(preset):
    match = Match(totals=(1, 2, 3, 4), hands_played=2, starter=3)

    assert match == settle(configure(preset, {}), match, 5, None, None)


@pytest.mark.parametrize(
    ("table", "discards", "rules", "expected", "teams"),
    [
        (MELDS, PLAIN, "table teams=on", (-101, 14, 0, 202), (-101, 216)),
        ("A: R1 R2 R3 / B: Y1 Y2 Y3'", OKEY, "table teams=on", (-202, 28, 0, 202), (-202, 230)),
        (
            "A: R1 R2 R3 / B: Y1 Y2 Y3'",
            OKEY,
            "table teams=on mult_unopened=on",
            (-202, 28, 0, 404),
            (-202, 432),
        ),
        (ONLY_A, PLAIN, "table teams=on", (-202, 202, 0, 202), (-202, 404)),
        (ONLY_A, PLAIN, "table teams=on mult_unopened=on", (-202, 404, 0, 404), (-202, 808)),
        (MELDS, PLAIN, "classic teams=on", (0, 14, 0, 202), (0, 216)),
    ],
)
def test_rule_a13_4_the_finishers_partner_is_erased(table, discards, rules, expected, teams):
    left = LEFT_14 if "C: B1" in table else "B: R5 K9 | C: ..." if "B:" in table else "C: ..."
    result = points(rules, FINISHED, left, f"table: {table}", discards)

    assert expected == result
    assert teams == (result[0] + result[2], result[1] + result[3])


def test_rule_a13_4_the_partners_penalties_stay():
    sections = (FINISHED, LEFT_14, f"table: {MELDS}", PLAIN, "penalties: C: 202")

    assert 202 == points("table teams=on", *sections)[2]
    lines = [line.code for line in ended("table teams=on", *sections).seats[2].lines]
    assert ["TILES_LEFT", "PAIRS_FACTOR", "PARTNER_FINISHED", "PENALTIES"] == lines


def test_rule_a13_4_without_a_finisher_nobody_is_erased():
    left = "A: K13 K12 | B: R4"
    result = points("table teams=on", PLAYED_OUT, left, "table: A: R1 R2 R3 / B: B1 B1")

    assert (25, 8, 202, 202) == result
    assert (227, 210) == (result[0] + result[2], result[1] + result[3])


def places(rules, totals):
    """Returns seats, total and place of every side, best first."""
    sides = standing(configure("table", rules), Match(totals, 5, 0, over=True)).sides
    return [(side.seats, side.total, side.place) for side in sides]


def test_rule_a13_5_the_lowest_total_wins():
    assert [((1,), -57, 1), ((2,), 96, 2), ((0,), 310, 3), ((3,), 404, 4)] == places({}, (310, -57, 96, 404))


def test_rule_a13_5_equal_totals_share_the_place_and_the_next_counts_them():
    assert [1, 1, 3, 4] == [place for _, _, place in places({}, (5, 9, 5, 7))]
    assert [1, 2, 2, 4] == [place for _, _, place in places({}, (5, 6, 6, 7))]
    assert [1, 1, 1, 1] == [place for _, _, place in places({}, (0, 0, 0, 0))]


def test_rule_a13_5_with_teams_the_teams_are_placed():
    assert [((1, 3), 63, 1), ((0, 2), 214, 2)] == places({"teams": True}, (310, -57, -96, 120))


@pytest.mark.parametrize(
    ("hands", "played", "over"), [(5, 3, False), (5, 4, True), (1, 0, True), (0, 4, True)]
)
def test_rule_a13_5_a_match_has_the_agreed_number_of_hands(preset, hands, played, over):
    match = Match(totals=(0, 0, 0, 0), hands_played=played, starter=0)

    assert over == settle(configure(preset, {}), match, hands, (1, 2, 3, 4), None).over


def test_rule_a13_8_entered_scores_count_like_computed_ones(preset):
    match = settle(configure(preset, {}), new_match(4, 0), 5, (10, -20, 30, 40), None)

    assert ((10, -20, 30, 40), 1, 1) == (match.totals, match.hands_played, match.starter)
    assert (11, -19, 31, 41) == settle(configure(preset, {}), match, 5, (1, 1, 1, 1), 0).totals


def test_rule_a13_8_four_scores_are_entered_no_fewer(preset):
    with pytest.raises(ValueError, match="shorter"):
        settle(configure(preset, {}), new_match(4, 0), 5, (1, 2, 3), None)
