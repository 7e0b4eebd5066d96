"""The rest of a turn after opening: examples, and trying everything on small positions."""

from random import Random

import pytest

from engine.okey import apply, view
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
