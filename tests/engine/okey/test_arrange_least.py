"""The rest of a turn after opening: examples, and trying everything on small positions."""

from random import Random

import pytest

from engine.okey import apply, read_position, view
from engine.okey.arrange import least_left
from engine.okey.moves import Discard, PutBack
from engine.okey.notation import write_move
from engine.okey.state import State
from engine.okey.tiles import is_okey
from tests.engine.okey.board import after, position
from tests.engine.okey.small_turns import least_by_trying, left_score, turn
from tests.scale import scaled

MOST_TILES = 9


def plan(state: State) -> list[str]:
    return [write_move(move) for move in least_left(view(state, state.seat)).moves]


def outcome(state: State) -> tuple[int, bool] | None:
    """Plays a plan and returns what it costs, and whether it does not end in finishing with an OKEY."""
    found = least_left(view(state, 0))
    if found.moves == (PutBack(),):
        return None
    for move in found.moves:
        state = apply(state, 0, move)
    discard = found.moves[-1]
    assert isinstance(discard, Discard)
    left = 0 if state.finish is not None else left_score(state)

    assert (left, state.penalties[0]) == (found.left, found.fine)
    return left + found.fine, state.finish is None or not is_okey(discard.tile, state.okey)


@pytest.mark.timeout(600)
def test_no_turn_leaves_less_than_the_plan():
    for seed in range(scaled(2000)):
        state = turn(Random(seed), MOST_TILES)

        assert least_by_trying(state) == outcome(state), f"seed {seed}"


OWN = "table: A: K7 K8 K9"


def test_a_tile_that_fits_the_table_is_laid_off():
    assert ["lay-off R8 on 2", "discard Y1"] == plan(position(f"A: R8 Y1 | {OWN} / B: R5 R6 R7"))


def test_an_okey_closes_the_gap_to_a_run():
    assert ["lay-off Y4(R8) on 2", "lay-off R9 on 2", "discard Y1"] == plan(
        position(f"A: R9 Y4 Y1 | {OWN} / B: R5 R6 R7")
    )


def test_a_claimed_okey_completes_a_new_run():
    assert ["claim R6 on 2", "lay B1 B2 Y4(B3)", "discard K5"] == plan(
        position(f"A: R6 B1 B2 K5 | {OWN} / D: R5 Y4(R6) R7")
    )


def test_a_hand_that_can_finish_with_an_okey_does():
    assert ["lay-off R8 on 2", "discard Y4"] == plan(position(f"A: R8 Y4 | {OWN} / B: R5 R6 R7"))


def test_a_pairs_opener_stays_below_the_cap_of_lay_offs():
    state = position("A: R8 R9 R10 B1 B1 | table: A: K7 K7 / B: R5 R6 R7")

    assert ["lay-off R8 on 2", "lay-off R9 on 2", "pair B1 B1'", "discard R10"] == plan(state)


def test_a_fined_discard_is_avoided_where_that_leaves_less():
    state = position("A: R10 K3 | table: A: Y7 Y7 / B: R7 R8 R9 / C: B1 B2 B3", "table layoff_cap_pairs=0")
    found = least_left(view(state, 0))

    assert (0, 20) == (found.fine, found.left)


def test_a_fined_discard_counts_where_it_cannot_be_avoided():
    state = position("A: R10 R6 | table: A: Y7 Y7 / B: R7 R8 R9", "table layoff_cap_pairs=0")
    found = least_left(view(state, 0))

    assert (101, 12) == (found.fine, found.left)


def test_the_tile_taken_from_the_left_goes_to_the_table():
    state = after(position(f"turn A draw | discards D: R8 | A: B1 K2 Y9 | {OWN} / B: R5 R6 R7"), "take")

    assert "lay-off R8 on 2" in plan(state)


def test_a_taken_tile_that_fits_nowhere_is_put_back():
    state = after(position(f"turn A draw | discards D: R2 | A: B1 K2 Y9 | {OWN} / B: R5 R6 R7"), "take")

    assert ["put-back"] == plan(state)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"turn A draw | {OWN}", "the viewer is not to play"),
        ("A: R1 ... | table: B: R5 R6 R7", "the viewer has not opened"),
    ],
)
def test_only_a_seat_that_plays_and_has_opened_has_a_plan(text, problem):
    state = position(text)

    with pytest.raises(ValueError, match=problem):
        least_left(view(state, state.seat))
    with pytest.raises(ValueError, match="not to play"):
        least_left(view(state, None))


CROWDED = (
    "okey | "
    "rules: classic | "
    "ind: K8 | "
    "turn: D play 19 | "
    "A: R2 Y1 Y2 B11 | "
    "B: R3' Y4' Y6' Y8 B2 B8 | "
    "C: R1 R1' Y3 Y3' B2' | "
    "D: R4 R5 R9' Y1' Y9' B4' B9' B11' K1' K2 K4' K12' | "
    "table: A: R13 Y13 B13 / A: R10 Y10' B10 K10' / A: K9(R9) Y9 B9 F / A: R6' Y6 B6 / "
    "C: R13' Y13' K9'(B13) K13' / C: R6 R7 R8 R9 / C: B5' B6' B7' B8' / C: K5' K6 K7' K8' F' / "
    "A: K3' K4 K5 K6' K7 / B: R11 Y11' K11 / B: R10' R11' R12 / B: K11' K12 K13 / B: K1 K2' K3 / "
    "D: Y12 Y12' / D: B12 B12' / D: Y7 Y7' / D: Y5 Y5' / D: B1 B1' | "
    "discards: A: B13' Y2' B5 B3 R4' / B: B4 R7' B10' / C: R8' Y11 K10 R12' / D: B7 B3' | "
    "open: A: series 114 turn 0 / B: series 108 turn 17 / C: series 110 turn 2 / "
    "D: pairs 5 turn 19 | "
    "ply: 51 | "
    "dealt: Y6 R2 K5 Y1 B9 Y13 B13' Y2' R13 B3 K9 R4' K4 B6 Y2 F B5' B13 R6' K10' R10 Y10' R10' R6 "
    "K11 K3' B10 Y8 Y6' B10' B4 R7' R11 K7 K2' R12 B2 R11' Y9 B8 R3' K12 K11' Y3' B12 Y13' K6 R13' "
    "B7' R1 K9' R8' B2' K5' R9 R8 B8' R7 K10 K7' R1' Y3 K8' B6' Y7' Y5 B7 R9' K12' K6' Y12 B3' B4' "
    "B12' Y5' R5 B1' B1 B9' K1' R4 K2 K13' Y1' B11' K13 Y11 Y9' K1 Y12' B5 K3 R12' K4' Y4' Y7 B11 "
    "Y11' F' | "
    "stock: Y10 R3 R2' R5' Y4 Y8'"
)
"""A turn with so many lay-offs and pairs that trying all takes long."""


@pytest.mark.parametrize("asks", [0, 1, 5, 40, 200])
def test_a_search_that_is_cut_ends_at_once_with_a_plan_that_can_be_played(asks):
    state = read_position(CROWDED)
    asked = 0

    def expired() -> bool:
        nonlocal asked
        asked += 1
        return asked > asks

    found = least_left(view(state, state.seat), expired)
    seat, after_all = state.seat, state
    for move in found.moves:
        after_all = apply(after_all, seat, move)

    assert asked <= asks + 8
    assert seat != after_all.seat


def test_the_more_a_search_may_ask_the_less_is_left():
    state = read_position(CROWDED)
    left = [least_left(view(state, state.seat), patient(asks)).left for asks in (0, 40, 10**9)]

    assert sorted(left, reverse=True) == left
    assert left[0] > left[-1] == least_left(view(state, state.seat)).left


def patient(asks):
    """Returns what says that time is up after it has been asked so often."""
    left = iter(range(asks))
    return lambda: next(left, None) is None
