"""RULES.md A11: what a discard can cost."""

import pytest

from engine.okey.state import Phase
from tests.engine.okey.board import after, penalty, position, verdict

RUN_OF_A = "table: A: K7 K8 K9"
RUN_OF_B = "table: A: K7 K8 K9 / B: R5 R6 R7"


FINED = 101


@pytest.mark.parametrize(("preset_name", "cost"), [("table", FINED), ("classic", 0)])
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("A: Y4 ...", "discard Y4"),
        (f"A: Y4 B2 | {RUN_OF_A}", "discard Y4"),
        ("A: R8 ... | table: B: R5 R6 R7", "discard R8"),
        (f"A: R8 B2 | {RUN_OF_B}", "discard R8"),
        ("ind R6 | A: F B2 ... | table: B: R8 R9 R10", "discard F"),
        ("A: R6 B2 ... | table: B: R5 Y4(R6) R7", "discard R6"),
    ],
    ids=["OKEY, unopened", "OKEY, opened", "işlek, unopened", "işlek, opened", "FALSE", "could claim"],
)
def test_rule_a11_1_an_okey_or_a_playable_tile_costs_101_where_penalties_are_on(
    preset_name, cost, text, move
):
    assert cost == penalty(position(text, preset_name), move)


@pytest.mark.parametrize(
    ("tile", "cost"),
    [("R8", FINED), ("R4", FINED), ("K9", FINED), ("K11", FINED), ("R9", 0), ("R6", 0), ("B4", 0), ("Y9", 0)],
)
def test_rule_a11_2_playable_is_what_fits_a_run_or_group_on_the_table(tile, cost):
    state = position(f"A: {tile} B2 | table: A: B11 R11 Y11 / B: R5 R6 R7 / C: R9 Y9 B9")

    assert cost == penalty(state, f"discard {tile}")


@pytest.mark.parametrize(
    ("meld", "tile", "cost"),
    [
        ("R5 Y4(R6) R7", "R6", FINED),
        ("R5 Y4(R5)", "R5", FINED),
        ("R9 Y9 Y4(K9)", "K9", FINED),
        ("R9 Y9 Y4(K9)", "B9", FINED),
        ("R9 Y9 B9 Y4(K9)", "K9", FINED),
        ("Y4 Y4", "F", 0),
        ("R5 R5", "B5", 0),
        ("R9 Y9 B9 Y4(K9)", "R9", 0),
    ],
)
def test_rule_a11_2_so_is_what_could_claim_an_okey_pairs_included(meld, tile, cost):
    assert cost == penalty(position(f"A: {tile} B2 | {RUN_OF_A} / B: {meld}"), f"discard {tile}")


@pytest.mark.parametrize(
    ("meld", "tile", "cost"),
    [
        ("R5 Y4(R6) R7", "R6", 0),
        ("R5 Y4(R5)", "R5", 0),
        ("R5 Y4(R6) R7", "R8", FINED),
        ("R9 Y9 Y4(K9)", "B9", FINED),
    ],
)
def test_rule_a11_2_islek_includes_swap_leaves_claims_out(meld, tile, cost):
    state = position(f"A: {tile} B2 | {RUN_OF_A} / B: {meld}", "table islek_includes_swap=off")

    assert cost == penalty(state, f"discard {tile}")


@pytest.mark.parametrize(("tile", "cost"), [("B9", FINED), ("K9", FINED), ("R9", 0)])
def test_rule_a11_2_under_lazy_both_missing_colours_are_playable(tile, cost):
    state = position(f"A: {tile} B2 | {RUN_OF_A} / B: R9 Y9 Y4(9)", "table group_okey_binding=lazy")

    assert cost == penalty(state, f"discard {tile}")


def test_rule_a11_2_the_own_table_actions_of_the_turn_come_first():
    state = position(f"A: R8 R9 R8 B2 | {RUN_OF_B}")

    assert FINED == penalty(state, "discard R8")
    assert 0 == penalty(state, "lay-off R8 on 2", "discard R8'")
    assert FINED == penalty(state, "lay-off R8 on 2", "discard R9")


def test_rule_a11_2_caps_and_openings_do_not_matter():
    capped = position("A: R10 B2 | table: A: K7 K7 / B: R5 R6 R7 R8 R9 | layoffs 2")

    assert "LAYOFF_CAP_REACHED (rule A8.6): cap 2" == verdict(capped, "lay-off R10 on 2")
    assert FINED == penalty(capped, "discard R10")


def test_rule_a11_1_an_okey_that_could_be_laid_off_costs_once():
    assert FINED == penalty(position(f"A: Y4 B2 | {RUN_OF_B}"), "discard Y4")


def test_rule_a11_1_each_discard_of_a_hand_is_fined_by_itself():
    state = position("A: R8 ... | B: B2 ... | C: B3 ... | D: B4 ... | table: B: R5 R6 R7 | penalties: A: 101")

    assert (202, 0, 0, 0) == after(state, "discard R8").penalties


@pytest.mark.parametrize("tile", ["R8", "Y4"])
def test_rule_a11_3_the_finishing_discard_is_never_fined(preset, tile):
    assert 0 == penalty(position(f"A: {tile} | {RUN_OF_B}", preset), f"discard {tile}")


@pytest.mark.parametrize("tile", ["R8", "Y4"])
def test_rule_a11_3_the_discard_that_ends_an_exhausted_hand_is_fined(tile):
    state = position(f"A: {tile} B2 | {RUN_OF_B} | stock -")

    assert FINED == penalty(state, f"discard {tile}")
    assert Phase.ENDED == after(state, f"discard {tile}").phase


def test_rule_a11_4_a_refused_move_costs_nothing(preset):
    state = position(f"A: R8 R4 B2 | {RUN_OF_B}", preset)

    for move in (
        "lay-off B2 on 2",
        "claim R8 on 2",
        "lay R8 R4 B2",
        "discard R9",
        "discard R8 onto indicator",
    ):
        assert "legal" != verdict(state, move)
    assert (0, 0, 0, 0) == state.penalties
