"""RULES.md A9: taking an OKEY from the table."""

import pytest

from engine.okey.notation import read_tile
from engine.okey.state import Phase
from engine.okey.tiles import holds
from tests.engine.okey.board import after, penalty, position, table, verdict

SERIES_OPENER = "table: A: K7 K8 K9"


@pytest.mark.parametrize("owner", "ABCD")
def test_rule_a9_1_the_tile_that_a_table_okey_stands_for_takes_it(preset, owner):
    state = position(f"A: R6 B2 | {SERIES_OPENER} / {owner}: R5 Y4(R6) R7", preset)

    claimed = after(state, "claim R6 on 2")
    assert "R5 R6 R7" == table(claimed)[1]
    assert holds(claimed.hands[0], read_tile("Y4"))
    assert not holds(claimed.hands[0], read_tile("R6"))


def test_rule_a9_1_never_before_opening(preset):
    state = position("A: R6 B2 ... | table: D: R5 Y4(R6) R7", preset)

    assert "NOT_OPENED (rule A9.1)" == verdict(state, "claim R6 on 1")


def test_rule_a9_1_an_okey_never_claims(preset):
    state = position(f"A: Y4 B2 | {SERIES_OPENER} / D: R5 Y4(R6) R7", preset)

    assert "OKEY_CANNOT_CLAIM (rule A9.1)" == verdict(state, "claim Y4 on 2")


def test_rule_a9_1_a_tile_on_the_table_or_elsewhere_does_not_claim(preset):
    state = position(f"A: B2 B3 | B: R6 ... | {SERIES_OPENER} / D: R5 Y4(R6) R7", preset)

    assert "TILE_NOT_HELD (rule A5.5): tile R6" == verdict(state, "claim R6 on 2")


@pytest.mark.parametrize(
    ("moves", "phase", "fine"),
    [
        (("discard K2",), Phase.DRAW, 0),
        (("discard Y4",), Phase.DRAW, 101),
        (("lay-off Y4(R8) on 2", "discard K2"), Phase.ENDED, 0),
    ],
    ids=["keep the OKEY", "discard the OKEY", "lay the OKEY and finish"],
)
def test_rule_a9_2_there_is_no_duty_to_use_the_okey_at_once(preset, moves, phase, fine):
    state = after(position(f"A: R6 K2 | {SERIES_OPENER} / D: R5 Y4(R6) R7", preset), "claim R6 on 2")

    assert phase == after(state, *moves).phase
    assert (fine if preset == "table" else 0) == penalty(state, *moves)


def test_rule_a9_2_the_okey_may_be_the_finishing_tile_of_the_same_turn(preset):
    state = position("A: R6 | table: A: R5 Y4(R6) R7", preset)

    finished = after(state, "claim R6 on 1", "discard Y4")
    assert read_tile("Y4") == finished.finish


@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("R6 R7(R7) R8", "legal"),
        ("R7(R7) B7 K7", "legal"),
        ("R7(R6) R7'(R7) R8", "legal"),
        ("R5 R6 R7(R4)", "NOTHING_TO_CLAIM (rule A9.5)"),
        ("Y7 B7 R7(K7)", "NOTHING_TO_CLAIM (rule A9.4)"),
    ],
)
def test_rule_a9_3_a_false_claims_an_okey_that_stands_for_the_okey_face(preset, meld, expected):
    state = position(f"ind R6 | A: F K2 | {SERIES_OPENER} / D: {meld}", preset)

    assert expected == verdict(state, "claim F on 2")


def test_rule_a9_3_a_false_claims_from_a_pair_with_a_false(preset):
    state = position(f"ind R6 | A: F K2 | {SERIES_OPENER} / D: F R7(R7)", preset)

    assert ["K7 K8 K9", "F F'"] == table(after(state, "claim F on 2"))


@pytest.mark.parametrize(
    ("meld", "tile", "expected"),
    [
        ("K8 Y4(K9) Y4(K10) K11", "K10", "K8 Y4(K9) K10 K11"),
        ("K8 Y4(K9) Y4(K10) K11", "K9", "K8 K9 Y4'(K10) K11"),
        ("K8 Y4(K9) Y4(K10) K11", "K12", "NOTHING_TO_CLAIM (rule A9.5)"),
        ("R5 Y4(R6) R7", "B6", "NOTHING_TO_CLAIM (rule A9.5)"),
        ("R5 R6 R7", "R6", "NOTHING_TO_CLAIM (rule A9.5)"),
        ("R5 Y4(R5)", "R5", "R5 R5'"),
        ("R5 Y4(R5)", "B5", "NOTHING_TO_CLAIM (rule A9.5)"),
        ("Y4 Y4", "F", "NOTHING_TO_CLAIM (rule A9.5)"),
        ("B12 B12", "R5", "NOTHING_TO_CLAIM (rule A9.5)"),
    ],
)
def test_rule_a9_5_in_a_run_or_pair_only_the_very_tile_claims(preset, meld, tile, expected):
    state = position(f"A: {tile} B2 | table: A: R1 R2 R3 / D: {meld}", preset)
    move = f"claim {tile} on 2"

    refused = verdict(state, move)
    assert expected == (table(after(state, move))[1] if refused == "legal" else refused)


GROUP = "table: A: R1 R2 R3 / D: R9 Y9 Y4(K9)"


def test_rule_a9_4_declared_the_named_colour_claims_at_once(preset):
    state = position(f"A: K9 B9 K2 | {GROUP}", preset)

    assert "R9 Y9 K9" == table(after(state, "claim K9 on 2"))[1]
    assert "NOTHING_TO_CLAIM (rule A9.4)" == verdict(state, "claim B9 on 2")


def test_rule_a9_4_declared_only_the_colour_not_named_may_come_as_the_fourth(preset):
    state = position(f"A: K9 B9 K2 | {GROUP}", preset)

    assert "TILE_DOES_NOT_FIT (rule A8.2)" == verdict(state, "lay-off K9 on 2")
    assert "R9 Y9 B9 Y4(K9)" == table(after(state, "lay-off B9 on 2"))[1]


def test_rule_a9_4_declared_two_okeys_are_claimed_each_by_its_colour(preset):
    state = position("A: K9 B9 K2 | table: A: R1 R2 R3 / D: R9 Y4(B9) Y4(K9)", preset)

    assert "R9 Y4(B9) K9" == table(after(state, "claim K9 on 2"))[1]
    assert "R9 B9 Y4'(K9)" == table(after(state, "claim B9 on 2"))[1]


def test_rule_a9_4_declared_a_bare_number_is_not_enough(preset):
    state = position("A: Y4 K2 | table: A: R1 R2 R3 / D: R9 Y9 B9", preset)

    assert "OKEY_MEANING_MISSING (rule A9.4)" == verdict(state, "lay-off Y4(9) on 2")


LAZY = "group_okey_binding=lazy"


@pytest.mark.parametrize("tile", ["K9", "B9"])
def test_rule_a9_4_lazy_a_group_of_three_gives_no_okey_up(preset, tile):
    state = position(f"A: {tile} K2 | {GROUP}", f"{preset} {LAZY}")

    assert "NOTHING_TO_CLAIM (rule A9.4)" == verdict(state, f"claim {tile} on 2")


@pytest.mark.parametrize(("fourth", "full"), [("K9", "R9 Y9 Y4(B9) K9"), ("B9", "R9 Y9 B9 Y4(K9)")])
def test_rule_a9_4_lazy_either_missing_colour_may_come_as_the_fourth(preset, fourth, full):
    state = position(f"A: {fourth} K2 | {GROUP}", f"{preset} {LAZY}")

    assert full == table(after(state, f"lay-off {fourth} on 2"))[1]


def test_rule_a9_4_lazy_then_the_last_missing_colour_claims(preset):
    state = position(f"A: K9 B9 B2 | {GROUP}", f"{preset} {LAZY}")

    claimed = after(state, "lay-off K9 on 2", "claim B9 on 2")
    assert "R9 Y9 B9 K9" == table(claimed)[1]
    assert holds(claimed.hands[0], read_tile("Y4"))


@pytest.mark.parametrize(("claimer", "left"), [("B9", "R9 Y9 B9 Y4'(K9)"), ("K9", "R9 Y9 Y4'(B9) K9")])
def test_rule_a9_4_lazy_a_full_group_with_two_okeys_gives_one_to_either_colour(preset, claimer, left):
    state = position(f"A: {claimer} K2 | table: A: R1 R2 R3 / D: R9 Y9 Y4(9) Y4(9)", f"{preset} {LAZY}")

    assert left == table(after(state, f"claim {claimer} on 2"))[1]


@pytest.mark.parametrize("claimer", ["Y9", "B9", "K9"])
def test_rule_a9_4_lazy_a_group_of_three_with_two_okeys_gives_none_up(preset, claimer):
    state = position(f"A: {claimer} K2 | table: A: R1 R2 R3 / D: R9 Y4(9) Y4(9)", f"{preset} {LAZY}")

    assert "NOTHING_TO_CLAIM (rule A9.4)" == verdict(state, f"claim {claimer} on 2")


def test_rule_a9_4_lazy_such_a_group_gives_one_up_once_it_has_four(preset):
    state = position("A: Y9 K9 K2 | table: A: R1 R2 R3 / D: R9 Y4(9) Y4(9)", f"{preset} {LAZY}")

    claimed = after(state, "lay-off Y9 on 2", "claim K9 on 2")
    assert "R9 Y9 Y4'(B9) K9" == table(claimed)[1]


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("(K9)", "legal"),
        ("(9)", "legal"),
        ("(Y9)", "TILE_DOES_NOT_FIT (rule A8.2)"),
        ("(8)", "TILE_DOES_NOT_FIT (rule A8.2)"),
    ],
)
def test_rule_a9_4_lazy_a_named_colour_must_be_a_missing_one(preset, meaning, expected):
    state = position("A: Y4 K2 | table: A: R1 R2 R3 / D: R9 Y9 B9", f"{preset} {LAZY}")

    assert expected == verdict(state, f"lay-off Y4{meaning} on 2")


@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("R9 Y9 Y4(K9)", "legal"),
        ("R9 Y9 Y4(R9)", "NOT_A_GROUP (rule A5.2)"),
        ("R9 Y4(B9) Y4'(B9)", "NOT_A_GROUP (rule A5.2)"),
    ],
)
def test_rule_a9_4_lazy_so_must_one_that_is_named_when_the_group_is_laid(preset, meld, expected):
    state = position("A: R9 Y9 Y4 Y4 K2 | table: A: R1 R2 R3", f"{preset} {LAZY}")

    assert expected == verdict(state, f"lay {meld}")


def test_rule_a9_4_lazy_the_colour_that_was_named_is_not_kept(preset):
    state = position("A: R9 Y9 Y4 K9 K2 | table: A: R1 R2 R3", f"{preset} {LAZY}")

    assert "R9 Y9 Y4(B9) K9" == table(after(state, "lay R9 Y9 Y4(K9)", "lay-off K9 on 2"))[1]


def test_rule_a9_4_lazy_an_okey_in_a_run_is_bound_like_always(preset):
    state = position("A: R6 K2 | table: A: R1 R2 R3 / D: R5 Y4(R6) R7", f"{preset} {LAZY}")

    assert "legal" == verdict(state, "claim R6 on 2")
