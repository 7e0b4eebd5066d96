"""RULES.md A10: how a hand is finished, and what doubles."""

import pytest

from engine.header import HandState
from engine.okey import header
from engine.okey.notation import read_tile
from engine.okey.score import flags, multiplier
from engine.okey.state import Phase
from tests.engine.okey.board import after, position, verdict

RUN_OF_A = "table: A: K7 K8 K9"
FIVE_PAIRS = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
OPEN_FIVE_PAIRS = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / K1 K1'"
WHOLE_HAND = "R1 R2 R3 R4 R5 R6 R7 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6 B7"
THREE_RUNS = "open R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"


def ending(state, *moves):
    """Returns the flags of the hand that some moves end."""
    return flags(after(state, *moves))


@pytest.mark.parametrize("discard", ["discard B2", "discard B2 onto indicator"])
def test_rule_a10_1_the_last_tile_is_discarded_on_the_pile_or_on_the_indicator(preset, discard):
    finished = after(position(f"A: B2 | {RUN_OF_A}", preset), discard)

    assert Phase.ENDED == finished.phase
    assert read_tile("B2") == finished.finish
    assert HandState.OVER == header(finished).state


def test_rule_a10_1_both_places_make_the_same_position(preset):
    state = position(f"A: B2 | {RUN_OF_A}", preset)

    assert after(state, "discard B2") == after(state, "discard B2 onto indicator")


def test_rule_a10_1_no_other_tile_goes_onto_the_indicator(preset):
    state = position(f"A: B2 B3 | {RUN_OF_A}", preset)

    assert "NOT_THE_LAST_TILE (rule A10.1)" == verdict(state, "discard B2 onto indicator")
    assert "legal" == verdict(state, "discard B2")


def test_rule_a10_1_only_a_player_who_has_opened_can_finish(preset):
    state = position(f"A: B2 | {RUN_OF_A}", preset)

    unopened = state._replace(openings=(None,) * 4)
    assert "NOT_OPENED (rule A10.1)" == verdict(unopened, "discard B2")
    assert "legal" == verdict(state, "discard B2")


def test_rule_a10_1_the_opening_of_this_turn_is_enough(preset):
    assert "legal" == verdict(position(f"A: {WHOLE_HAND} K13", preset), THREE_RUNS, "discard K13")


@pytest.mark.parametrize("move", ["draw", "take", "put-back", "discard B2", "lay B1 B2 B3", "open B1 B2 B3"])
@pytest.mark.parametrize("seat", "AB")
def test_rule_a10_1_after_the_end_nobody_moves(preset, seat, move):
    state = position(
        f"turn {seat} ended | {seat}: - | table: {seat}: K7 K8 K9 | discards: {seat}: B2", preset
    )

    assert "HAND_ENDED (rule A10.1)" == verdict(state, move)


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        (f"A: B2 | {RUN_OF_A}", ["discard B2"], ()),
        (f"A: Y4 | {RUN_OF_A}", ["discard Y4"], ("OKEY",)),
        (f"A: F | {RUN_OF_A}", ["discard F"], ()),
        ("A: B2 | table: A: K7 K7", ["discard B2"], ("PAIRS",)),
        ("A: Y4 | table: A: K7 K7", ["discard Y4"], ("OKEY", "PAIRS")),
        (f"A: {WHOLE_HAND} K13", [THREE_RUNS, "discard K13"], ("ELDEN",)),
        (f"A: {WHOLE_HAND} Y4", [THREE_RUNS, "discard Y4"], ("OKEY", "ELDEN")),
        (f"A: {WHOLE_HAND} K13 | table: B: Y7 Y8 Y9", [THREE_RUNS, "discard K13"], ()),
        (f"A: {WHOLE_HAND} K13 | table: C: Y7 Y8 Y9", [THREE_RUNS, "discard K13"], ()),
        (f"A: {WHOLE_HAND} Y4 | table: B: Y7 Y8 Y9", [THREE_RUNS, "discard Y4"], ("OKEY",)),
        ("A: R8 K2 K2 | table: A: K7 K7 / B: R5 R6 R7", ["pair K2 K2'", "discard R8"], ("PAIRS",)),
    ],
    ids=[
        "an ordinary tile",
        "an OKEY",
        "a FALSE is no OKEY",
        "a pairs opener",
        "a pairs opener with an OKEY",
        "elden",
        "elden with an OKEY",
        "an opponent had opened",
        "the partner had opened",
        "an OKEY after an opponent had opened",
        "a pair goes down first",
    ],
)
@pytest.mark.parametrize("teams", ["on", "off"])
def test_rule_a10_2_the_flags_of_a_finish(preset, teams, text, moves, expected):
    assert expected == ending(position(text, f"{preset} teams={teams}"), *moves)


def test_rule_a10_2_elden_may_take_any_number_of_requests(preset):
    hand = "R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 R1 R2 R3 K1 K2 K3 B1 B2 B3 B4 Y10 R10 K13"
    opening = "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
    further = ("lay R1 R2 R3", "lay K1 K2 K3", "lay B1 B2 B3 B4", "lay-off Y10' on 2", "lay-off R10' on 1")

    assert ("ELDEN",) == ending(position(f"A: {hand}", preset), opening, *further, "discard K13")


def test_rule_a10_2_finishing_in_a_later_turn_than_the_opening_is_not_elden(preset):
    assert () == ending(position(f"A: B2 | {RUN_OF_A} | open A: series 101 turn 4", preset), "discard B2")
    assert ("ELDEN",) == ending(
        position(f"A: B2 | {RUN_OF_A} | open A: series 101 now", preset), "discard B2"
    )


def test_rule_a10_2_a_series_opener_with_pairs_on_the_table_has_no_pairs_finish(preset):
    state = position("A: R5 R5 B1 | table: A: K7 K8 K9 / D: R1 R1", preset)

    assert () == ending(state, "pair R5 R5'", "discard B1")


@pytest.mark.parametrize(
    ("endings", "factor"),
    [
        ((), 1),
        (("OKEY",), 2),
        (("PAIRS",), 2),
        (("ELDEN",), 2),
        (("OKEY", "PAIRS"), 4),
        (("OKEY", "ELDEN"), 4),
        (("STOCK_OUT",), 1),
    ],
)
def test_rule_a10_3_flags_multiply(endings, factor):
    assert factor == multiplier(endings)


def test_rule_a10_3_elden_and_pairs_cannot_meet(preset):
    hand = f"{FIVE_PAIRS} R1 R1 R6 R6 Y1 Y1 Y2 Y2 B1 B1 B2 K3"
    state = after(
        position(f"A: {hand}", preset), f"{OPEN_FIVE_PAIRS} / R1 R1' / R6 R6' / Y1 Y1' / Y2 Y2' / B1 B1'"
    )

    assert "NOT_A_PAIR (rule A5.3)" == verdict(state, "pair B2 K3")
    assert "PAIR_IS_FULL (rule A8.2)" == verdict(state, "lay-off B2 on 1")
    assert "legal" == verdict(state, "discard B2")
    assert HandState.PLAYING == header(after(state, "discard B2")).state


def test_rule_a10_3_the_engine_asserts_it():
    with pytest.raises(AssertionError, match="exclude"):
        multiplier(("OKEY", "PAIRS", "ELDEN"))
