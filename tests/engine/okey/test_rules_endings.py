"""RULES.md A13.1 and A13.3: the stock runs out, the hand is void."""

import pytest

from engine.header import HandState
from engine.okey import header
from engine.okey.notation import read_tile
from engine.okey.score import flags
from engine.okey.state import Phase
from tests.engine.okey.board import after, position, verdict

RUN_OF_B = "table: A: K7 K8 K9 / B: R5 R6 R7"
FIVE_PAIRS = "R3 R3 Y8 Y8 B11 B11 K13 K13 K1 K1"
OPEN_FIVE_PAIRS = "open-pairs R3 R3' / Y8 Y8' / B11 B11' / K13 K13' / K1 K1'"


def test_rule_a13_1_who_draws_the_last_tile_completes_the_turn_and_may_finish(preset):
    state = position(f"turn A draw | A: R8 | {RUN_OF_B} | stock K2", preset)

    drawn = after(state, "draw")
    assert 0 == drawn.stock
    assert read_tile("K2") == after(drawn, "lay-off R8 on 2", "discard K2").finish


def test_rule_a13_1_otherwise_the_hand_ends_with_that_discard(preset):
    ended = after(position("turn A draw | A: R8 ... | stock K2", preset), "draw", "discard K2")

    assert Phase.ENDED == ended.phase
    assert ("STOCK_OUT",) == flags(ended)
    assert "HAND_ENDED (rule A13.1)" == verdict(ended, "take")


def test_rule_a13_1_with_one_tile_left_the_next_player_still_draws(preset):
    state = after(position("turn A draw | A: R8 ... | stock K2 K3", preset), "draw", "discard K2")

    assert Phase.DRAW == state.phase
    assert "legal" == verdict(state, "take")


def test_rule_a13_1_a_take_leaves_the_last_tile_for_others(preset):
    state = position(f"turn A draw | A: R9 B2 | {RUN_OF_B} | discards: D: R8 | stock K2", preset)

    assert Phase.DRAW == after(state, "take", "lay-off R8 on 2", "discard B2").phase


ALL_BUT_D = "table: A: R1 R1 / B: R2 R2 / C: R5 R5"


@pytest.mark.parametrize(
    ("rules", "phase"),
    [("table", Phase.VOID), ("classic", Phase.PLAY), ("table all_pairs_void=off", Phase.PLAY)],
)
def test_rule_a13_3_the_hand_is_void_when_the_fourth_opens_with_pairs(rules, phase):
    state = position(f"turn D play | D: {FIVE_PAIRS} ... | {ALL_BUT_D}", rules)

    assert phase == after(state, OPEN_FIVE_PAIRS).phase


def test_rule_a13_3_it_is_void_before_any_discard_and_at_the_stocks_end():
    state = after(position(f"turn D play | D: {FIVE_PAIRS} ... | {ALL_BUT_D} | stock -"), OPEN_FIVE_PAIRS)

    assert HandState.VOID == header(state).state
    assert ("VOID",) == flags(state)
    assert "HAND_ENDED (rule A13.3)" == verdict(state, "discard R6")


def test_rule_a13_3_three_pairs_openers_and_a_series_opener_play_on():
    state = position(
        "turn D play | D: K7 K8 ... | table: A: R1 R1 / B: R2 R2 / C: R5 R5 / D: B1 B2 B3 / D: B5 B5"
    )

    assert HandState.PLAYING == header(state).state
