"""Numbers that a reader can check on paper."""

from collections import Counter
from itertools import chain, combinations
from math import comb

import pytest

from engine.okey import apply, configure, header, legal_moves, read_move, score
from engine.okey.melds import Binding, Meld, Placed, Shape, pair, series
from engine.okey.moves import Discard
from engine.okey.state import Phase
from engine.okey.tiles import COLOURS, FALSE, KINDS, NUMBERS, TILES, Face, Kind, face, size, tile_of
from tests.engine.okey.player import deal

OKEY = face(0, 7)


def tile_for(kind, copy=0):
    """Returns a tile that counts as a kind; a FALSE stands in for the face that is wild."""
    return Placed(tile_of(FALSE if kind == OKEY else Kind(kind), copy))


def subsets(kinds):
    return chain.from_iterable(combinations(kinds, count) for count in range(len(kinds) + 1))


def melds():
    """Returns every series meld of different kinds: all accepted sets of each colour and each number."""
    colours = [[face(colour, number) for number in range(1, NUMBERS + 1)] for colour in range(COLOURS)]
    numbers = [[face(colour, number) for colour in range(COLOURS)] for number in range(1, NUMBERS + 1)]
    layouts = ([tile_for(kind) for kind in kinds] for row in colours + numbers for kinds in subsets(row))
    formed = (series(layout, OKEY, Binding.DECLARED) for layout in layouts)
    return [meld for meld in formed if isinstance(meld, Meld)]


MELDS = melds()


def test_there_are_264_runs_66_a_colour():
    runs = [meld for meld in MELDS if meld.shape is Shape.RUN]

    assert 264 == 4 * 66 == 4 * sum(14 - length for length in range(3, 14)) == len(runs)
    assert {length: 4 * (14 - length) for length in range(3, 14)} == Counter(len(meld.tiles) for meld in runs)


def test_there_are_65_groups_5_a_number():
    groups = [meld for meld in MELDS if meld.shape is Shape.GROUP]

    assert 65 == 13 * (comb(4, 3) + comb(4, 4)) == len(groups)


def test_there_are_329_series_melds():
    assert 329 == len(set(MELDS)) == len(MELDS)


def test_no_longer_than_five_tiles_there_are_185_as_in_gin_rummy():
    assert 185 == 4 * (11 + 10 + 9) + 65 == sum(len(meld.tiles) <= 5 for meld in MELDS)


def test_there_are_52_pairs_one_a_kind():
    pairs = {pair((tile_for(kind, 0), tile_for(kind, 1)), OKEY) for kind in range(KINDS)}

    assert 52 == len(pairs)
    assert {(Face(kind),) * 2 for kind in range(KINDS)} == {meld.faces for meld in pairs}


@pytest.mark.parametrize(
    ("low", "high", "value"), [(1, 3, 6), (11, 13, 36), (1, 13, 91), (1, 7, 28), (7, 13, 70)]
)
def test_a_run_is_worth_its_ends_times_half_its_length(low, high, value):
    run = series([tile_for(face(3, number)) for number in range(low, high + 1)], OKEY, Binding.DECLARED)

    assert value == (low + high) * (high - low + 1) // 2 == run.value


def test_the_dearest_meld_is_the_whole_colour_and_the_cheapest_three_ones():
    values = [meld.value for meld in MELDS]

    assert (3, 91) == (min(values), max(values))


def test_a_fresh_deal_is_106_tiles(preset):
    state = deal(configure(preset, {}), 0)

    assert 106 == 1 + 22 + 3 * 21 + 20 == 1 + sum(map(size, state.hands)) + state.stock == TILES


def test_a_fresh_deal_has_a_full_hand_to_discard_from_and_nothing_else(preset):
    state = deal(configure(preset, {}), 0)

    assert 22 == sum(isinstance(move, Discard) for move in legal_moves(state))
    assert (Phase.PLAY, 0, 0) == (state.phase, state.ply, state.turn)
    assert ((), (None,) * 4, ((),) * 4, (0,) * 4) == (
        state.melds,
        state.openings,
        state.discards,
        state.penalties,
    )


def test_drawing_and_discarding_alone_ends_after_21_turns_and_41_moves(preset):
    state = deal(configure(preset, {}), 0)
    seats = [state.seat]
    state = apply(state, state.seat, legal_moves(state)[0])
    while state.phase is Phase.DRAW:
        seats.append(state.seat)
        state = apply(state, state.seat, read_move("draw"))
        state = apply(
            state, state.seat, next(move for move in legal_moves(state) if isinstance(move, Discard))
        )

    assert [0, 1, 2, 3] * 5 + [0] == seats
    assert (41, 20) == (header(state).ply, header(state).turn)
    assert 0 == state.stock
    assert ("STOCK_OUT",) == score(state).flags
