"""RULES.md A6: what opens and what does not."""

import pytest

from engine.okey.state import Opening, Phase
from engine.okey.tiles import size
from tests.engine.okey.board import after, position, verdict

RUN_OF_B = "table: B: K7 K8 K9"
HUNDRED_AND_TWO = "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
HOLDS_102 = "R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10"
WHOLE_HAND = "R1 R2 R3 R4 R5 R6 R7 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6"
THREE_RUNS = "open R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"
FIVE_PAIRS = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
OPEN_FIVE_PAIRS = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / K1 K1'"


@pytest.mark.parametrize(
    ("hand", "opening"),
    [
        ("R11 R12 R13 R9 Y9 K9 B8 B9 B10 B11", "open R11 R12 R13 / R9 Y9 K9 / B8 B9 B10 B11"),
        ("R11 R12 Y4 Y11 Y12 Y13 R10 Y10 Y4", "open R11 R12 Y4(R13) / Y11 Y12 Y13 / R10 Y10 Y4'(B10)"),
        (HOLDS_102, HUNDRED_AND_TWO),
        (HOLDS_102, "open Y13 Y12 Y11 / B10 R10 Y10 / R12 R13 R11"),
    ],
    ids=["101", "102 with two OKEYs", "102", "102 in another order"],
)
def test_rule_a6_1_101_points_open(preset, hand, opening):
    assert "legal" == verdict(position(f"A: {hand} ...", preset), opening)


@pytest.mark.parametrize(
    ("hand", "opening", "total"),
    [
        ("R11 R12 R13 R9 Y9 B9 K9 R7 Y7 B7 K7", "R11 R12 R13 / R9 Y9 B9 K9 / R7 Y7 B7 K7", 100),
        ("R11 R12 R13", "R11 R12 R13", 36),
        ("R11 R12 Y4 Y11 Y12 Y13 R9 Y9 Y4", "R11 R12 Y4(R10) / Y11 Y12 Y13 / R9 Y9 Y4'(B9)", 96),
    ],
)
def test_rule_a6_1_a_hundred_points_do_not_open(preset, hand, opening, total):
    state = position(f"A: {hand} ...", preset)

    assert f"OPENING_TOO_LOW (rule A6.1): total {total}, floor 101" == verdict(state, f"open {opening}")


@pytest.mark.parametrize(
    ("least", "expected"), [(102, "legal"), (103, "OPENING_TOO_LOW (rule A6.1): total 102, floor 103")]
)
def test_rule_a6_1_open_min_series_moves_the_floor(preset, least, expected):
    state = position(f"A: {HOLDS_102} ...", f"{preset} open_min_series={least}")

    assert expected == verdict(state, HUNDRED_AND_TWO)


@pytest.mark.parametrize(
    ("indicator", "hand", "opening"),
    [
        ("R12", "F R12 R11 Y11 Y12 Y13 R9 Y9 B9", "open F R12' R11 / Y11 Y12 Y13 / R9 Y9 B9"),
        ("R12", "R13 R12 R11 Y11 Y12 Y13 R10 Y10 B10", "open R11 R12' R13(R13) / Y11 Y12 Y13 / R10 Y10 B10"),
    ],
    ids=["a FALSE counts the okey number: 99", "an OKEY counts what it stands for: 102"],
)
def test_rule_a6_2_the_total_is_the_sum_of_the_numbers_represented(preset, indicator, hand, opening):
    state = position(f"ind {indicator} | A: {hand} ...", preset)
    low = "OPENING_TOO_LOW (rule A6.1): total 99, floor 101"

    assert ("legal" if "R10" in hand else low) == verdict(state, opening)


@pytest.mark.parametrize(
    ("hand", "opening"),
    [
        (FIVE_PAIRS, OPEN_FIVE_PAIRS),
        (f"{FIVE_PAIRS} B2 B2", f"{OPEN_FIVE_PAIRS} / B2 B2'"),
        ("R1 R1 Y1 Y1 B1 B1 K1 K1 R2 R2", "open-pairs R1 R1' / Y1 Y1' / B1 B1' / K1 K1' / R2 R2'"),
        ("R3 R3 Y8 Y8 B11 B11 K13 K13 Y4 Y4", "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / Y4 Y4'"),
        ("R3 Y4 Y8 Y4 B11 B11 K13 K13 F F", "open-pairs R3 Y4(R3) / Y8 Y4'(Y8) / B11 B11' / K13 K13' / F F'"),
    ],
    ids=["five", "six at once", "low numbers", "two OKEYs", "FALSE with FALSE"],
)
def test_rule_a6_3_five_pairs_open_whatever_their_sum(preset, hand, opening):
    assert "legal" == verdict(position(f"A: {hand} ...", preset), opening)


def test_rule_a6_3_two_false_are_a_pair_of_the_okey_face(preset):
    state = position("ind R6 | A: R3 R3 Y8 Y8 B11 B11 K13 K13 F F ...", preset)

    assert "legal" == verdict(state, "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / F F'")


def test_rule_a6_3_four_pairs_do_not_open(preset):
    state = position(f"A: {FIVE_PAIRS} ...", preset)

    four = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13'"
    assert "TOO_FEW_PAIRS (rule A6.3): pairs 4, floor 5" == verdict(state, four)


def test_rule_a6_3_a_pair_of_two_colours_is_none(preset):
    state = position("A: R3 R3 Y8 Y8 B11 B11 K13 K13 R5 B5 ...", preset)

    opening = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / R5 B5"
    assert "NOT_A_PAIR (rule A5.3)" == verdict(state, opening)


@pytest.mark.parametrize(
    ("least", "expected"), [(5, "legal"), (6, "TOO_FEW_PAIRS (rule A6.3): pairs 5, floor 6")]
)
def test_rule_a6_3_open_min_pairs_moves_the_floor(preset, least, expected):
    state = position(f"A: {FIVE_PAIRS} ...", f"{preset} open_min_pairs={least}")

    assert expected == verdict(state, OPEN_FIVE_PAIRS)


@pytest.mark.parametrize("verb", ["open", "open-pairs"])
def test_rule_a6_4_series_and_pairs_are_never_mixed(preset, verb):
    state = position("A: R3 R3 Y8 Y8 B11 B11 K13 K13 R11 R12 R13 ...", preset)

    opening = f"{verb} R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / R11 R12 R13"
    assert "SERIES_AND_PAIRS_MIXED (rule A6.4)" == verdict(state, opening)


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        ("open R11 R12 R13 / R3 R4", "MELD_TOO_SHORT (rule A5.1): tiles 2"),
        ("open R11 R12 R13 / R3 R3'", "SERIES_AND_PAIRS_MIXED (rule A6.4)"),
        ("open R3 R3' / Y8 Y8'", "MELD_TOO_SHORT (rule A5.1): tiles 2"),
        ("open-pairs R11 R12 R13", "NOT_A_PAIR (rule A5.3)"),
        ("open-pairs R3 R3' / R11 R12 Y8", "NOT_A_PAIR (rule A5.3)"),
    ],
)
def test_rule_a6_4_only_good_melds_of_both_kinds_are_a_mixture(preset, opening, expected):
    state = position("A: R3 R3 R4 Y8 Y8 R11 R12 R13 ...", preset)

    assert expected == verdict(state, opening)


@pytest.mark.parametrize("move", [HUNDRED_AND_TWO, OPEN_FIVE_PAIRS])
@pytest.mark.parametrize("table", ["A: B1 B2 B3", "A: B1 B1"])
def test_rule_a6_4_a_player_opens_once(preset, table, move):
    state = position(f"A: {HOLDS_102} {FIVE_PAIRS} | table: {table}", preset)

    assert "ALREADY_OPENED (rule A6.4)" == verdict(state, move)


def test_rule_a6_4_the_kind_is_fixed_for_the_hand(preset):
    opened = after(position(f"A: {FIVE_PAIRS} R5 R6 R7 R8 ...", preset), OPEN_FIVE_PAIRS)

    assert Opening(pairs=True, count=5, turn=8) == opened.openings[0]
    assert "PAIRS_OPENER_LAYS_NO_SERIES (rule A8.4)" == verdict(opened, "lay R5 R6 R7")


def test_rule_a6_5_a_layoff_does_not_count_towards_the_opening(preset):
    state = position(f"A: R11 R12 R13 Y11 Y12 Y13 B5 B6 B7 B8 K10 ... | {RUN_OF_B}", preset)

    assert "NOT_OPENED (rule A8.1)" == verdict(state, "lay-off K10 on 1")
    own = "open R11 R12 R13 / Y11 Y12 Y13 / B5 B6 B7 B8"
    assert "OPENING_TOO_LOW (rule A6.1): total 98, floor 101" == verdict(state, own)


def test_rule_a6_5_an_okey_from_the_table_does_not_help_to_open(preset):
    state = position("A: R6 R11 R12 Y11 Y12 Y13 R10 Y10 B10 ... | table: D: R5 Y4(R6) R7", preset)

    assert "NOT_OPENED (rule A9.1)" == verdict(state, "claim R6 on 1")
    stands_alone = "open Y11 Y12 Y13 / R10 Y10 B10"
    assert "OPENING_TOO_LOW (rule A6.1): total 66, floor 101" == verdict(state, stands_alone)


def test_rule_a6_6_the_whole_hand_but_one_opens_below_101(preset):
    state = position(f"A: {WHOLE_HAND} B7 K13", preset)

    opened = after(state, THREE_RUNS)
    assert Opening(pairs=False, count=84, turn=8) == opened.openings[0]
    assert Phase.ENDED == after(opened, "discard K13").phase


def test_rule_a6_6_with_two_tiles_left_it_is_an_ordinary_opening(preset):
    state = position(f"A: {WHOLE_HAND} K13 K11", preset)

    seven_seven_six = "open R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6"
    assert "OPENING_TOO_LOW (rule A6.1): total 77, floor 101" == verdict(state, seven_seven_six)


def test_rule_a6_6_it_works_with_a_tile_taken_from_the_left(preset):
    state = position(f"turn A draw | discards D: B7 | A: {WHOLE_HAND} K13", preset)

    assert "legal" == verdict(state, "take", THREE_RUNS, "discard K13")


def test_rule_a6_6_the_taken_tile_must_be_in_it_like_in_any_opening(preset):
    state = position(f"turn A draw | discards D: K13 | A: {WHOLE_HAND} B7", preset)

    assert "TAKEN_TILE_NOT_IN_OPENING (rule A4.1)" == verdict(state, "take", THREE_RUNS)


def test_rule_a6_6_it_works_when_others_have_opened(preset):
    state = position(f"A: {WHOLE_HAND} B7 K13 | table: B: Y7 Y8 Y9", preset)

    assert "legal" == verdict(state, THREE_RUNS, "discard K13")


@pytest.mark.parametrize("katlamali", ["on", "off"])
def test_rule_a6_6_it_waives_a_raised_floor_too(preset, katlamali):
    text = f"A: {WHOLE_HAND} B7 K13 | table: B: Y7 Y8 Y9 | open B: series 130"

    assert "legal" == verdict(position(text, f"{preset} katlamali={katlamali}"), THREE_RUNS)


def test_rule_a6_6_a_pairs_opening_is_never_exempt(preset):
    hand = f"{FIVE_PAIRS} R1 R1 R2 R2 Y1 Y1 Y2 Y2 B1 B1 B2 K3"
    state = position(f"A: {hand}", f"{preset} open_min_pairs=10")

    nine = f"{OPEN_FIVE_PAIRS} / R1 R1' / R2 R2' / Y1 Y1' / Y2 Y2'"
    assert "TOO_FEW_PAIRS (rule A6.3): pairs 9, floor 10" == verdict(state, nine)
    assert 2 == size(after(state, f"{nine} / B1 B1'").hands[0])


@pytest.mark.parametrize("move", ["open R11 R12 R13 / R9 Y9 B9 K9 / R7 Y7 B7 K7", "open R12 R13 R1"])
def test_rule_a6_7_a_refused_opening_costs_nothing(preset, move):
    state = position("A: R11 R12 R13 R1 R9 Y9 B9 K9 R7 Y7 B7 K7 ...", preset)

    assert "legal" != verdict(state, move)
    assert (0, 0, 0, 0) == state.penalties
    assert "legal" == verdict(state, "discard R1")


@pytest.mark.parametrize("move", ["open", "open-pairs", "open R11 R12 R13 / -", "open-pairs -"])
def test_rule_a6_1_an_opening_without_tiles_is_none(preset, move):
    assert "NOTHING_LAID (rule A6.1)" == verdict(position(f"A: {HOLDS_102} ...", preset), move)
