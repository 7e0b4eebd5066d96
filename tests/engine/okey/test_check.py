from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.okey import configure, view
from engine.okey.check import check, check_view
from engine.okey.check_melds import NATURAL, first_wrong
from engine.okey.melds import Binding, Meld, Shape
from engine.okey.notation import read_meld, read_position, read_tile
from engine.okey.ruleset import RuleSet
from engine.okey.state import SEATS, Opening, Phase
from engine.okey.tiles import EMPTY, Face, Hand, add, hand_of, only, remove
from engine.refusal import BadPosition
from tests.engine.okey.random_play import play

TEXT = (
    "okey | ind: Y3 | turn: A play 8 | A: R13 B2 ... | taken: R13 | layoffs: 1"
    " | table: A: R5 Y4(R6) R7 / B: K7 K8 K9 / C: B5 B5' | discards: D: K1 | penalties: C: 101 | stock: ...9"
)
STATE = read_position(TEXT)
OPENED = STATE.openings[0]


def tile(text):
    return read_tile(text)


def spoil(values, at, value):
    return (*values[:at], value, *values[at + 1 :])


def meld(text):
    return read_meld(text, STATE.okey, Binding.DECLARED)


def laid(changed):
    return STATE._replace(melds=spoil(STATE.melds, 0, changed))


def opened(seat, opening):
    return STATE._replace(openings=spoil(STATE.openings, seat, opening))


OTHER_TILE = tile("B2")
WRONG = {
    "three hands": (STATE._replace(hands=STATE.hands[:3]), "discards"),
    "three piles": (STATE._replace(discards=STATE.discards[:3]), "discards"),
    "five openings": (STATE._replace(openings=(*STATE.openings, None)), "openings"),
    "no penalties": (STATE._replace(penalties=()), "penalties"),
    "no known tiles": (STATE._replace(known=()), "known"),
    "a fifth seat starts": (STATE._replace(starter=4), "starter"),
    "a turn before the first": (STATE._replace(turn=-4), "turn"),
    "more turns than moves": (STATE._replace(ply=7), "turn"),
    "a ply beyond all play": (STATE._replace(ply=10**7), "turn"),
    "another seat's turn": (STATE._replace(seat=1), "seat"),
    "a starter whose turn it is not": (STATE._replace(starter=1), "seat"),
    "a larger stock": (STATE._replace(stock=21), "stock"),
    "a stock below nothing": (STATE._replace(stock=-1), "stock"),
    "half a penalty": (STATE._replace(penalties=(0, 0, 50, 0)), "penalties[2]"),
    "a negative penalty": (STATE._replace(penalties=(0, 0, -101, 0)), "penalties[2]"),
    "a penalty where none are booked": (
        STATE._replace(rules=configure("table", {"penalties": False})),
        "penalties[2]",
    ),
    "a rule out of range": (STATE._replace(rules=RuleSet(open_min_series=0)), "rules.open_min_series"),
    "a short order": (STATE._replace(order=STATE.order[1:]), "order"),
    "a tile twice in the order": (STATE._replace(order=STATE.order[:-1] + STATE.order[:1]), "order"),
    "a FALSE as the indicator": (STATE._replace(order=bytes([104, *range(104), 105])), "order"),
    "a tile that is none": (STATE._replace(discards=spoil(STATE.discards, 3, (106,))), "tiles"),
    "a tile below nothing": (STATE._replace(discards=spoil(STATE.discards, 3, (-1,))), "tiles"),
    "a tile lost": (
        STATE._replace(hands=spoil(STATE.hands, 0, remove(STATE.hands[0], only(OTHER_TILE)))),
        "tiles",
    ),
    "a tile in two hands": (
        STATE._replace(hands=spoil(STATE.hands, 1, add(STATE.hands[1], OTHER_TILE))),
        "tiles",
    ),
    "a stock that is not the end of the order": (STATE._replace(stock=STATE.stock - 1), "tiles"),
    "known tiles that are not held": (
        STATE._replace(known=spoil(STATE.known, 1, only(OTHER_TILE))),
        "known[1]",
    ),
    "fewer owners than melds": (STATE._replace(owners=STATE.owners[1:]), "owners"),
    "a fifth owner": (STATE._replace(owners=(4, 1, 2)), "owners[0]"),
    "a group that is a run": (laid(replace(STATE.melds[0], shape=Shape.GROUP)), "melds[0]"),
    "a meaning that the tile has not": (laid(replace(STATE.melds[0], faces=(4, 5, 7))), "melds[0]"),
    "a meaning missing": (laid(replace(STATE.melds[0], faces=(4, 5))), "melds[0]"),
    "a run out of order": (
        laid(Meld(Shape.RUN, STATE.melds[0].tiles[::-1], STATE.melds[0].faces[::-1])),
        "melds[0]",
    ),
    "a seat with melds that has not opened": (
        read_position("okey | ind: Y3 | table: B: K7 K8 K9 | B: ...21")._replace(openings=(None,) * SEATS),
        "openings[1]",
    ),
    "an opener without melds": (opened(3, Opening(False, 101, 7)), "openings[3]"),
    "a pairs opener with a run": (opened(1, Opening(True, 5, 5)), "openings[1]"),
    "a series opener with pairs only": (opened(2, Opening(False, 101, 6)), "openings[2]"),
    "an opening of nothing": (opened(1, Opening(False, 0, 5)), "openings[1]"),
    "an opening of eleven pairs": (opened(2, Opening(True, 11, 6)), "openings[2]"),
    "an opening that is still to come": (opened(1, Opening(False, 101, 9)), "openings[1]"),
    "an opening in another's turn": (opened(1, Opening(False, 101, 4)), "openings[1]"),
    "more lay-offs than tiles": (STATE._replace(layoffs=22), "layoffs"),
    "a taken tile that is not known": (STATE._replace(taken=OTHER_TILE), "taken"),
    "a taken tile below nothing": (STATE._replace(taken=-1), "taken"),
    "a finish before the end": (STATE._replace(finish=tile("K1")), "finish"),
    "a void hand that not all opened with pairs": (STATE._replace(phase=Phase.VOID, taken=None), "phase"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_position_whose_parts_disagree_is_refused_by_the_part(wrong):
    state, field = WRONG[wrong]

    with pytest.raises(BadPosition) as refused:
        check(state)

    assert field == refused.value.field


def test_the_position_that_they_spoil_is_good():
    assert check(STATE) is None
    assert all(check_view(view(STATE, seat)) is None for seat in (*range(SEATS), None))


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("A: R1 ...20", "hands[0]"),
        ("A: R1 ...22", "hands[0]"),
        ("B: R1 ...19", "hands[1]"),
        ("turn: A draw | A: ...22", "hands[0]"),
        ("turn: A ended | A: - | discards: A: R1", "hands[0]"),
        ("table: B: K1 K2 K3 | B: -", "hands[1]"),
        ("turn: A draw 0", "phase"),
        ("turn: A draw | stock: -", "phase"),
        ("turn: A draw | layoffs: 1", "layoffs"),
        ("turn: A draw | A: R13 ... | taken: R13", "taken"),
        ("turn: A play 0 | A: R13 ... | taken: R13", "taken"),
        ("A: R13 | table: A: K1 K2 K3 | taken: R13", "taken"),
        ("turn: A ended | table: A: K1 K2 K3 | stock: ...5", "stock"),
        ("table: A: R1 R1 / B: R2 R2 / C: R3 R3 / D: R5 R5", "phase"),
        ("turn: A ended | A: - | table: A: R1 R1 | open: A: pairs 10 now | discards: A: R5", "finish"),
    ],
)
def test_a_position_that_rules_rule_out_is_refused(text, field):
    with pytest.raises(BadPosition) as refused:
        read_position(f"okey | ind: Y3 | {text}")

    assert field == refused.value.field


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_play_reaches_no_position_and_shows_no_view_that_is_refused(seed):
    for state, _ in list(play(seed))[seed % 5 :: 5]:
        assert check(state) is None
        assert all(check_view(view(state, seat)) is None for seat in (*range(SEATS), None))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"indicator": 104}, "indicator"),
        ({"viewer": 4}, "hand"),
        ({"viewer": None}, "hand"),
        ({"hand": EMPTY}, "hand"),
        ({"known": (hand_of([tile("K1")]), EMPTY, EMPTY, EMPTY)}, "known"),
        ({"known": (EMPTY, Hand(2**24 - 1), EMPTY, EMPTY)}, "known[1]"),
        ({"known": (EMPTY, only(OTHER_TILE), EMPTY, EMPTY)}, "tiles"),
        ({"known": (EMPTY, Hand(1 << 106), EMPTY, EMPTY)}, "tiles"),
        ({"stock": 8}, "tiles"),
        ({"hand_sizes": (19, 18, 19, 22)}, "tiles"),
        ({"hand_sizes": (19, 18, 19)}, "discards"),
        ({"rules": RuleSet(open_min_pairs=11)}, "rules.open_min_pairs"),
    ],
)
def test_a_view_whose_parts_disagree_is_refused_by_the_part(wrong, field):
    with pytest.raises(BadPosition) as refused:
        check_view(replace(view(STATE, 0), **wrong))

    assert field == refused.value.field


def test_there_are_264_runs_65_groups_and_52_pairs_of_faces():
    counts = [list(NATURAL.values()).count(shape) for shape in Shape]

    assert [264, 65, 52] == counts


@pytest.mark.parametrize(
    "text", ["R1 R2 R3", "R7 Y7 B7 K7", "Y5 F Y6", "R5 R5'", "F F'", "Y4 Y4'", "F Y4(Y4)"]
)
def test_a_meld_as_it_lies_is_one(text):
    assert first_wrong([meld(text)], STATE.okey, Binding.DECLARED) is None


@pytest.mark.parametrize(
    ("shape", "tiles", "faces"),
    [
        (Shape.RUN, "R1 R2", (0, 1)),
        (Shape.RUN, "R12 R13 Y1", (11, 12, 13)),
        (Shape.GROUP, "R7 R7' B7", (6, 6, 32)),
        (Shape.GROUP, "Y7 R7 B7", (19, 6, 32)),
        (Shape.PAIR, "R5' R5", (4, 4)),
        (Shape.PAIR, "R5", (4,)),
        (Shape.PAIR, "Y4 R5", (4, 4)),
        (Shape.GROUP, "R9 Y9 Y4", (8, 21, 60)),
    ],
)
def test_tiles_that_lie_as_no_meld_are_found(shape, tiles, faces):
    wrong = Meld(shape, tuple(map(tile, tiles.split())), tuple(map(Face, faces)))

    assert 1 == first_wrong([meld("R1 R2 R3"), wrong], STATE.okey, Binding.DECLARED)
