"""RULES.md A4: the left neighbour's discard and the duty that comes with it."""

import pytest

from engine.okey.notation import read_tile
from engine.okey.tiles import holds
from tests.engine.okey.board import after, position, verdict

OPENED = "table: A: K7 K8 K9 / B: R5 R6 R7"
"""Opened earlier: A, the seat to move, and B, whose run lies second."""


UNOPENED = "turn A draw | discards D: R13 | A: R11 R12 Y11 Y12 Y13 R10 Y10 B10 ..."


def test_rule_a4_1_an_unopened_player_opens_with_the_taken_tile(preset):
    state = position(UNOPENED, preset)

    assert "legal" == verdict(state, "take", "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10")


def test_rule_a4_1_an_opening_without_the_taken_tile_is_refused(preset):
    state = position("turn A draw | discards D: K1 | A: R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 ...", preset)

    refused = "TAKEN_TILE_NOT_IN_OPENING (rule A4.1)"
    assert refused == verdict(state, "take", "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10")
    assert "legal" == verdict(state, "draw", "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10")


@pytest.mark.parametrize(
    ("indicator", "taken", "twin", "opening"),
    [
        ("Y3", "R13", "R13'", "R11 R12 R13' / Y11 Y12 Y13 / R10 Y10 B10"),
        ("R6", "F", "F'", "F' R8 R9 / R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"),
        ("R6", "R7", "R7'", "R11 R12 R7'(R13) / Y11 Y12 Y13 / R10 Y10 B10"),
    ],
    ids=["a numbered tile", "a FALSE", "an OKEY"],
)
def test_rule_a4_1_the_twin_from_the_hand_does_as_well(preset, indicator, taken, twin, opening):
    used = opening.replace("/", "").replace("(R13)", "").replace(twin, "").split()
    hand = " ".join([twin, *used])
    state = position(f"ind {indicator} | turn A draw | discards D: {taken} | A: {hand} ...", preset)

    opened = after(state, "take", f"open {opening}")
    assert opened.taken is None
    assert holds(opened.hands[0], read_tile(taken))


def test_rule_a4_1_the_tile_of_another_print_with_the_same_face_is_no_twin(preset):
    state = position(
        "ind R6 | turn A draw | discards D: R7 | A: F R8 R9 R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 ...", preset
    )

    opening = "open F R8 R9 / R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
    assert "TAKEN_TILE_NOT_IN_OPENING (rule A4.1)" == verdict(state, "take", opening)


def test_rule_a4_2_an_opening_that_stays_too_low_does_not_keep_the_tile(preset):
    state = position("turn A draw | discards D: R13 | A: R11 R12 K4 K5 K6 B7 B8 B9 R8 Y8 ...", preset)

    low = "OPENING_TOO_LOW (rule A6.1): total 75, floor 101"
    assert low == verdict(state, "take", "open R11 R12 R13 / K4 K5 K6 / B7 B8 B9")


@pytest.mark.parametrize("discard", ["R13", "B5"])
def test_rule_a4_1_no_tile_is_discarded_before_the_opening(preset, discard):
    state = position("turn A draw | discards D: R13 | A: R11 R12 B5 B6 B7 B8 ...", preset)

    assert "TAKEN_TILE_UNUSED (rule A4.1)" == verdict(state, "take", f"discard {discard}")


@pytest.mark.parametrize("discard", ["R8", "B2"])
def test_rule_a4_3_an_opened_player_lays_the_taken_tile_itself_before_the_discard(preset, discard):
    state = position(f"turn A draw | discards D: R8 | A: R4 B2 B13 | {OPENED}", preset)

    assert "TAKEN_TILE_UNUSED (rule A4.3)" == verdict(state, "take", "lay-off R4 on 2", f"discard {discard}")
    assert "legal" == verdict(state, "take", "lay-off R8 on 2", "discard B2")


def test_rule_a4_3_taking_a_tile_only_to_discard_it_is_refused(preset):
    state = position(f"turn A draw | discards D: R8 | A: R4 B2 | {OPENED}", preset)

    assert "TAKEN_TILE_UNUSED (rule A4.3)" == verdict(state, "take", "discard R8")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("discards D: B3 | A: B1 B2 K1 | table: A: K7 K8 K9", ("lay B1 B2 B3",)),
        ("discards D: B3 | A: B3 K1 | table: A: K7 K7", ("pair B3 B3'",)),
        ("discards D: K10 | A: B2 K1 | table: A: K7 K8 K9", ("lay-off K10 on 1",)),
        ("discards D: K9 | A: B2 K1 | table: A: K7 K8 Y4(K9)", ("claim K9 on 1",)),
    ],
    ids=["a new meld", "a new pair", "a lay-off", "an exchange"],
)
def test_rule_a4_3_every_way_onto_the_table_does_the_duty(preset, text, moves):
    state = position(f"turn A draw | {text}", preset)

    assert "TAKEN_TILE_UNUSED (rule A4.3)" == verdict(state, "take", "discard K1")
    assert "legal" == verdict(state, "take", *moves, "discard K1")


def test_rule_a4_3_the_twin_from_the_hand_does_the_duty(preset):
    state = position(f"turn A draw | discards D: R8 | A: R8 B2 | {OPENED}", preset)

    assert "legal" == verdict(state, "take", "lay-off R8' on 2", "discard R8")


def test_rule_a4_3_a_pairs_opener_may_take_a_tile_only_to_lay_it_off(preset):
    state = position("turn A draw | discards D: R8 | A: B2 K1 | table: A: K7 K7 / B: R5 R6 R7", preset)

    laid = after(state, "take", "lay-off R8 on 2")
    assert 1 == laid.layoffs
    assert "legal" == verdict(laid, "discard B2")


def test_rule_a4_4_an_action_that_leaves_nothing_but_the_unused_tile_is_refused(preset):
    state = position(f"turn A draw | discards D: B13 | A: R4 R8 | {OPENED}", preset)

    state = after(state, "take", "lay-off R4 on 2")
    assert "NO_TILE_TO_DISCARD (rule A4.4)" == verdict(state, "lay-off R8 on 2")
    assert "legal" == verdict(state, "put-back", "draw")


def test_rule_a4_4_beside_the_twin_the_unused_tile_is_not_alone(preset):
    state = position(f"turn A draw | discards D: R8 | A: R4 R8 | {OPENED}", preset)

    assert "legal" == verdict(state, "take", "lay-off R4 on 2", "lay-off R8 on 2", "discard R8'")


def test_rule_a4_4_putting_back_is_free_and_the_tile_returns_to_its_pile(preset):
    state = position(UNOPENED, preset)

    returned = after(state, "take", "put-back")
    assert state.hands == returned.hands
    assert state.discards == returned.discards
    assert state.penalties == returned.penalties
    assert state.stock == returned.stock


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ("take", "STOCK_ONLY (rule A4.4)"),
        ("discard R11", "DRAW_FIRST (rule A3.4)"),
        ("put-back", "NOTHING_TO_PUT_BACK (rule A4.4)"),
        ("lay Y11 Y12 Y13", "DRAW_FIRST (rule A3.4)"),
        ("draw", "legal"),
    ],
)
def test_rule_a4_4_after_putting_back_only_the_stock_is_left(preset, move, refusal):
    assert refusal == verdict(position(UNOPENED, preset), "take", "put-back", move)


def test_rule_a4_4_what_was_laid_in_between_stays_and_counts_for_the_cap():
    text = "turn A draw | discards D: B13 | A: R4 R8 R9 K1 | table: A: K7 K7 / B: R5 R6 R7 | stock B2 ..."
    state = after(position(text, "table"), "take", "lay-off R8 on 2", "put-back", "draw")

    assert 4 == len(state.melds[1].tiles)
    assert "legal" == verdict(state, "lay-off R9 on 2")
    assert "LAYOFF_CAP_REACHED (rule A8.6): cap 2" == verdict(state, "lay-off R9 on 2", "lay-off R4 on 2")


def test_rule_a4_4_once_the_duty_is_done_nothing_can_be_put_back(preset):
    state = position(f"turn A draw | discards D: R8 | A: R4 B2 | {OPENED}", preset)

    assert "NOTHING_TO_PUT_BACK (rule A4.4)" == verdict(state, "take", "lay-off R8 on 2", "put-back")


def test_rule_a4_4_a_tile_from_the_stock_cannot_be_put_back(preset):
    assert "NOTHING_TO_PUT_BACK (rule A4.4)" == verdict(position("turn A draw", preset), "draw", "put-back")


@pytest.mark.parametrize("taken", ["Y4", "R8"], ids=["an OKEY", "a playable tile"])
def test_rule_a4_5_an_okey_or_a_playable_tile_may_be_taken_like_any_other(preset, taken):
    state = position(f"turn A draw | discards D: {taken} | A: B2 K1 | {OPENED}", preset)
    meaning = "(R8)" if taken == "Y4" else ""

    assert "legal" == verdict(state, "take", f"lay-off {taken}{meaning} on 2", "discard B2")


def test_rule_a4_5_a_take_does_not_shrink_the_stock(preset):
    state = position(UNOPENED, preset)

    assert state.stock == after(state, "take").stock
