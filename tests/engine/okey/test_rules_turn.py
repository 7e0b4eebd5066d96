"""RULES.md A3: draw, act, discard."""

import pytest

from engine.okey import configure, read_move, start, why_not
from engine.okey.notation import read_tile, write_tile
from engine.okey.state import Phase
from engine.okey.tiles import holds, size, tiles_of
from engine.shuffle import shuffled
from tests.engine.okey.board import after, position, verdict

OPENED = "table: A: K7 K8 K9 / B: R5 R6 R7"
"""Opened earlier: A, the seat to move, and B, whose run lies second."""


def first_turn(preset):
    return start(configure(preset, {}), 4, 0, shuffled(1, 106, 104), b"")


def test_rule_a3_1_a_turn_is_a_draw_then_table_actions_then_one_discard(preset):
    state = position(f"turn A draw | A: R8 R4 B1 B2 B3 K2 | {OPENED} | stock K3 ...", preset)

    state = after(state, "draw", "lay-off R8 on 2", "lay B1 B2 B3", "lay-off R4 on 2", "discard K2")
    assert (1, Phase.DRAW) == (state.seat, state.phase)


def test_rule_a3_1_a_turn_needs_no_table_action(preset):
    state = position("turn A draw | A: K2 ... | discards D: K1", preset)

    assert "legal" == verdict(state, "draw", "discard K2")


def test_rule_a3_1_the_discard_ends_the_turn(preset):
    state = position(f"A: K2 R8 ... | {OPENED}", preset)

    assert "DRAW_FIRST (rule A3.4)" == verdict(state, "discard K2", "discard R8")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_rule_a3_1_only_the_seat_whose_turn_it_is_moves(preset, seat):
    refusal = why_not(position("turn A draw", preset), seat, read_move("draw"))

    assert "NOT_YOUR_TURN (rule A3.1): turn A" == str(refusal)


@pytest.mark.parametrize("move", ["draw", "take"])
def test_rule_a3_2_the_starter_does_not_draw_in_the_first_turn(preset, move):
    assert "ALREADY_DRAWN (rule A3.2)" == verdict(first_turn(preset), move)


def test_rule_a3_2_the_second_player_does_draw(preset):
    state = first_turn(preset)
    discard = f"discard {write_tile(next(tiles_of(state.hands[0])))}"

    assert "legal" == verdict(state, discard, "draw")
    assert "legal" == verdict(state, discard, "take")


def test_rule_a3_2_the_starter_may_open_and_finish_in_the_first_turn(preset):
    state = position(
        "turn A play 0 | A: R1 R2 R3 R4 R5 R6 R7 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6 B7 K13", preset
    )

    opening = "open R1 R2 R3 R4 R5 R6 R7 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"
    assert Phase.ENDED == after(state, opening, "discard K13").phase


def test_rule_a3_3_a_draw_is_the_top_of_the_stock(preset):
    state = after(position("turn A draw | A: ... | stock B5 ...", preset), "draw")

    assert holds(state.hands[0], read_tile("B5"))
    assert 19 == state.stock


def test_rule_a3_3_a_draw_is_the_left_neighbours_last_discard_and_nothing_older(preset):
    state = after(position("turn C draw | discards B: R5 R2", preset), "take")

    assert holds(state.hands[2], read_tile("R2"))
    assert not holds(state.hands[2], read_tile("R5"))
    assert read_tile("R5") == state.discards[1][-1]


def test_rule_a3_3_without_a_discard_on_the_left_there_is_nothing_to_take(preset):
    state = position("turn A draw | discards B: R5 / C: R6", preset)

    assert "NOTHING_TO_TAKE (rule A3.3)" == verdict(state, "take")
    assert "legal" == verdict(state, "draw")


@pytest.mark.parametrize("move", ["draw", "take"])
@pytest.mark.parametrize("drawn", ["draw", "take"])
def test_rule_a3_4_one_draw_a_turn(preset, drawn, move):
    state = position("turn B draw | discards A: R5 R2", preset)

    assert "ALREADY_DRAWN (rule A3.4)" == verdict(state, drawn, move)


@pytest.mark.parametrize(
    "move",
    [
        "discard K2",
        "lay B1 B2 B3",
        "pair K2 K2'",
        "lay-off R8 on 2",
        "claim R6 on 1",
        "open B1 B2 B3",
        "open-pairs K2 K2'",
    ],
)
def test_rule_a3_4_nothing_comes_before_the_draw(preset, move):
    state = position(f"turn A draw | A: K2 K2 B1 B2 B3 R8 ... | {OPENED}", preset)

    assert "DRAW_FIRST (rule A3.4)" == verdict(state, move)


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("B1 B2 B3", ("lay B1 B2 B3",)),
        ("R8 R4", ("lay-off R8 on 2", "lay-off R4 on 2")),
    ],
)
def test_rule_a3_5_the_last_tile_leaves_only_by_the_discard(preset, hand, moves):
    state = position(f"A: {hand} | {OPENED}", preset)

    assert "NO_TILE_TO_DISCARD (rule A3.5)" == verdict(state, *moves)


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("B1 B2 B3 K1", ("lay B1 B2 B3", "discard K1")),
        ("R8 R4", ("lay-off R8 on 2", "discard R4")),
    ],
)
def test_rule_a3_5_with_one_tile_more_the_same_action_is_legal_and_the_discard_finishes(preset, hand, moves):
    state = after(position(f"A: {hand} | {OPENED}", preset), *moves)

    assert Phase.ENDED == state.phase
    assert 0 == size(state.hands[0])


def test_rule_a3_5_a_pair_does_not_use_up_the_hand_either(preset):
    state = position("A: R5 R5 | table: A: K7 K8 K9 / D: Y1 Y1", preset)

    assert "NO_TILE_TO_DISCARD (rule A3.5)" == verdict(state, "pair R5 R5'")


def test_rule_a3_5_an_opening_of_all_22_tiles_leaves_nothing_to_discard(preset):
    state = position("A: R7 R8 R9 R10 R11 R12 R13 K1 K2 K3 K4 K5 K6 K7 B1 B2 B3 B4 B5 B6 B7 B8", preset)
    all_but_b8 = "open R7 R8 R9 R10 R11 R12 R13 / K1 K2 K3 K4 K5 K6 K7 / B1 B2 B3 B4 B5 B6 B7"

    assert "NO_TILE_TO_DISCARD (rule A3.5)" == verdict(state, f"{all_but_b8} B8")
    assert "legal" == verdict(state, all_but_b8, "discard B8")
