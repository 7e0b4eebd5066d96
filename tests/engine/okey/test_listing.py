"""RULES.md, "What is listed": which moves a seat may choose from, and in which order."""

import pytest

from engine.okey import legal_moves, write_move
from tests.engine.okey.board import after, position

HOLDS_102 = "R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10"
OPEN_102 = "open R10 Y10 B10 / R11 R12 R13 / Y11 Y12 Y13"
FIVE_PAIRS = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
LONE = "R1 R3 R5 Y1 Y5 B2 B4 B6 B8 K2 K4 K6 K8"
"""Thirteen tiles that go with nothing."""
WHOLE_HAND = "R1 R2 R3 R4 R5 R6 R7 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6 B7"


def listed(state, verb=""):
    """Returns the listed moves that begin with a verb, as text."""
    return [
        text for text in map(write_move, legal_moves(state)) if f"{text} ".startswith(f"{verb} ".lstrip())
    ]


def test_before_the_draw_the_draws_are_listed(preset):
    assert ["draw", "take"] == listed(position("turn A draw | discards D: R8", preset))
    assert ["draw"] == listed(position("turn A draw | discards B: R8", preset))
    assert ["draw"] == listed(position("turn A draw-stock | discards D: R8", preset))


def test_after_the_end_nothing_is_listed(preset):
    assert [] == listed(position("turn A ended | A: - | table: A: K7 K8 K9 | discards: A: B2", preset))


def test_with_a_duty_open_the_tile_can_be_put_back_and_nothing_discarded(preset):
    state = after(position("turn A draw | discards D: R8 | A: R4 B2 | table: A: R5 R6 R7", preset), "take")

    assert ["put-back", "lay-off R4 on 1", "lay-off R8 on 1"] == listed(state)


def test_discards_come_high_numbers_first_and_those_that_cost_last():
    state = position("A: R8 B13 B2 Y4 F | table: A: K7 K8 K9 / B: R5 R6 R7", "table")

    assert ["B13", "F", "B2", "R8", "Y4"] == [text.split()[1] for text in listed(state, "discard")]


def test_the_last_tile_may_go_to_either_place(preset):
    state = position("A: B2 | table: A: K7 K8 K9", preset)

    assert ["discard B2", "discard B2 onto indicator"] == listed(state)


def test_an_opening_is_listed_as_the_best_arrangement(preset):
    assert [OPEN_102] == listed(position(f"A: {HOLDS_102} {LONE}", preset), "open")


def test_an_opening_below_the_floor_is_not_listed(preset):
    state = position(f"A: {HOLDS_102} {LONE}", f"{preset} open_min_series=103")

    assert [] == listed(state, "open")


def test_both_kinds_of_opening_are_listed(preset):
    state = position(f"A: {HOLDS_102} R3 R3 B4 B4 K6 K6 Y1 Y1 K9 K9 B12 B8 K2", preset)

    assert [OPEN_102] == listed(state, "open")
    assert ["K9", "K6", "B4", "R3", "Y1"] == [
        pair.split()[0] for pair in listed(state, "open-pairs")[0][11:].split(" / ")
    ]


@pytest.mark.parametrize(("least", "count"), [(5, 1), (6, 0)])
def test_pairs_are_listed_from_their_floor_on(preset, least, count):
    state = position(
        f"A: {FIVE_PAIRS} R1 R5 R7 R9 Y2 Y6 Y10 B1 B3 B5 B7 B9", f"{preset} open_min_pairs={least}"
    )

    assert count == len(listed(state, "open-pairs"))


def test_a_raised_floor_is_minded(preset):
    text = f"A: {HOLDS_102} {LONE} | table: B: Y1 Y2 Y3 | open B: series"

    assert [OPEN_102] == listed(position(f"{text} 101", f"{preset} katlamali=on"), "open")
    assert [] == listed(position(f"{text} 102", f"{preset} katlamali=on"), "open")


def test_the_whole_hand_is_listed_below_101(preset):
    state = position(f"A: {WHOLE_HAND} K13", preset)

    whole = "open R1 R2 R3 R4 R5 R6 R7 / B1 B2 B3 B4 B5 B6 B7 / K1 K2 K3 K4 K5 K6 K7"
    assert [whole] == listed(state, "open")


def test_a_taken_tile_is_in_every_listed_opening(preset):
    hand = "R11 R12 Y11 Y12 Y13 R10 Y10 B10 K10 R1 R3 R5 Y1 Y5 B2 B4 B6 B8 K2 K4 K6"
    state = after(position(f"turn A draw | discards D: R13 | A: {hand}", preset), "take")

    openings = listed(state, "open")
    assert openings
    assert all("R13" in text for text in openings)


def test_a_taken_tile_that_fits_no_opening_leaves_the_put_back_alone(preset):
    text = f"turn A draw | discards D: K12 | A: {HOLDS_102} {LONE[:-3]} | stock Y8 ..."
    state = position(text, preset)

    assert ["put-back"] == listed(after(state, "take"))
    assert [OPEN_102] == listed(after(state, "take", "put-back", "draw"), "open")


def test_before_the_opening_nothing_else_is_listed_on_the_table(preset):
    state = position(f"A: R8 {LONE} ... | table: B: R5 R6 R7 / C: K5 Y4(K6) K7", preset)

    assert {"discard"} == {text.split()[0] for text in listed(state)}


def test_of_two_tiles_of_one_print_one_stands_for_both_in_a_meld_and_both_are_discarded(preset):
    state = position("A: R8 R8 | table: A: R5 R6 R7", preset)

    assert ["lay-off R8 on 1"] == listed(state, "lay-off")
    assert ["discard R8", "discard R8'"] == sorted(listed(state, "discard"))


def test_an_okey_is_listed_in_every_place_that_it_can_take(preset):
    state = position("A: R8 R9 R10 Y4 | table: A: K7 K8 K9 | open A: series", preset)

    assert {
        "lay R8 R9 R10",
        "lay R8 R9 Y4(R10)",
        "lay R8 R10 Y4(R9)",
        "lay R9 R10 Y4(R8)",
        "lay R8 R9 Y4(R7)",
        "lay R9 R10 Y4(R11)",
    } == {" ".join(text.split()) for text in listed(state, "lay")}
    assert ["lay-off Y4(K6) on 1", "lay-off Y4(K10) on 1"] == listed(state, "lay-off")


def test_under_lazy_a_groups_okey_is_listed_with_its_number(preset):
    state = position("A: R9 Y9 Y4 K1 | table: A: B9 K9 R9", f"{preset} group_okey_binding=lazy")

    assert ["lay R9 Y9 Y4(9)"] == listed(state, "lay")
    assert ["lay-off Y9 on 1", "lay-off Y4(9) on 1"] == listed(state, "lay-off")


@pytest.mark.parametrize(
    ("table", "expected"),
    [("A: K7 K7", True), ("A: K7 K8 K9 / B: R1 R1", True), ("A: K7 K8 K9 / B: R1 R2 R3", False)],
    ids=["pairs opener", "series opener beside one", "series opener alone"],
)
def test_pairs_are_listed_for_whom_they_are_allowed(preset, table, expected):
    state = position(f"A: B5 B5 Y4 Y4 K2 | table: {table}", preset)

    pairs = ["pair B5 B5'", "pair B5 Y4(B5)", "pair K2 Y4(K2)", "pair Y4 Y4'"]
    assert (pairs if expected else []) == listed(state, "pair")


def test_claims_are_listed_with_the_tile_that_the_okey_stands_for(preset):
    state = position("A: R6 K9 B2 | table: A: K1 K2 K3 / B: R5 Y4(R6) R7 / C: R9 Y9 Y4(K9)", preset)

    assert ["claim R6 on 2", "claim K9 on 3"] == listed(state, "claim")


def test_a_capped_pairs_opener_is_shown_no_layoff():
    text = "A: R8 B2 | table: A: K7 K7 / B: R5 R6 R7 | layoffs"

    assert ["lay-off R8 on 2"] == listed(position(f"{text} 1"), "lay-off")
    assert [] == listed(position(f"{text} 2"), "lay-off")
