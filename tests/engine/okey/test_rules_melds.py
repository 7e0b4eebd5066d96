"""RULES.md A5 and A6.2: what is a run, a group, a pair, and what each is worth."""

import pytest

from engine.okey.melds import Binding, Shape, pair, series
from engine.okey.notation import read_move, read_tile, write_meld
from engine.okey.tiles import okey_face
from engine.refusal import Refusal
from tests.engine.okey.board import after, position, verdict


def formed(text, indicator="Y3", binding=Binding.DECLARED):
    """Returns the meld that a lay makes on its own, or the refusal."""
    move = read_move(text)
    okey = okey_face(read_tile(indicator))
    return pair(move.pair, okey) if text.startswith("pair") else series(move.meld, okey, binding)


def judged(text, indicator="Y3", binding=Binding.DECLARED):
    """Returns shape and value of a legal meld, or the refusal for people."""
    meld = formed(text, indicator, binding)
    return str(meld) if isinstance(meld, Refusal) else f"{meld.shape} {meld.value}"


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        ("R1 R2 R3", 6),
        ("R11 R12 R13", 36),
        ("B8 B9 B10 B11", 38),
        ("R3 R1 R2", 6),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", 91),
    ],
)
def test_rule_a5_1_a_run_is_one_colour_with_numbers_in_a_row(tiles, value):
    assert f"RUN {value}" == judged(f"lay {tiles}")


@pytest.mark.parametrize(
    "tiles", ["R13 R1 R2", "R12 R13 R1", "R12 R13 Y1", "R5 B6 R7", "R5 R6 R8", "R5 R5' R6", "K13 K12 R1"]
)
def test_rule_a5_1_a_run_goes_around_no_corner_and_has_no_gap_and_one_colour(tiles):
    assert "NOT_A_RUN (rule A5.1)" == judged(f"lay {tiles}")


@pytest.mark.parametrize(("tiles", "count"), [("R5 R6", 2), ("R5", 1), ("R7 Y7", 2)])
def test_rule_a5_1_a_run_or_group_has_at_least_three_tiles(tiles, count):
    assert f"MELD_TOO_SHORT (rule A5.1): tiles {count}" == judged(f"lay {tiles}")


def test_rule_a5_1_nothing_can_be_added_to_a_run_of_thirteen(preset):
    run = " ".join(f"R{number}" for number in range(1, 14))
    state = position(f"A: K10 Y4 R1 R13 K1 | table: A: K7 K8 K9 / A: {run}", preset)

    for tile in ("R1", "R13", "Y4(R1)", "Y4(R13)"):
        assert "TILE_DOES_NOT_FIT (rule A8.2)" == verdict(state, f"lay-off {tile} on 2")


@pytest.mark.parametrize(("tiles", "value"), [("R7 Y7 B7", 21), ("R7 Y7 B7 K7", 28), ("K13 R13 B13", 39)])
def test_rule_a5_2_a_group_is_one_number_in_three_or_four_colours(tiles, value):
    assert f"GROUP {value}" == judged(f"lay {tiles}")


@pytest.mark.parametrize("tiles", ["R7 R7' B7", "R7 Y7 B7 K7 R7'", "R7 Y7 B7 Y4(R7)", "R7 Y4(B7) Y4'(B7)"])
def test_rule_a5_2_no_colour_comes_twice_in_a_group(tiles):
    assert "NOT_A_GROUP (rule A5.2)" == judged(f"lay {tiles}")


@pytest.mark.parametrize("tiles", ["R5 R5'", "K13 K13'", "R5 Y4(R5)", "Y4(R5) R5"])
def test_rule_a5_3_a_pair_is_two_tiles_of_one_colour_and_number(tiles):
    assert judged(f"pair {tiles}").startswith("PAIR")


@pytest.mark.parametrize("tiles", ["R5 B5", "R5 R6", "R5", "R5 R5' Y4(R5)", "R5 Y4(B5)", "R5 F"])
def test_rule_a5_3_nothing_else_is_a_pair(tiles):
    assert "NOT_A_PAIR (rule A5.3)" == judged(f"pair {tiles}")


@pytest.mark.parametrize(
    ("tiles", "shape", "value"),
    [
        ("R5 R6 Y4(R7)", Shape.RUN, 18),
        ("R5 R6 Y4(R4)", Shape.RUN, 15),
        ("R5 Y4(R6) R7", Shape.RUN, 18),
        ("K9 Y4(K10) Y4'(K11)", Shape.RUN, 30),
        ("Y4(K9) K10 Y4'(K11)", Shape.RUN, 30),
        ("Y4(R13) R12 R11", Shape.RUN, 36),
        ("R9 B9 Y4(Y9)", Shape.GROUP, 27),
        ("R9 Y4(K9) Y4'(Y9)", Shape.GROUP, 27),
        ("R9 B9 Y4(K9) Y4'(Y9)", Shape.GROUP, 36),
        ("Y3 Y4(Y4) Y5", Shape.RUN, 12),
    ],
)
def test_rule_a5_4_okeys_complete_any_meld_and_two_may_be_in_one(tiles, shape, value):
    assert f"{shape} {value}" == judged(f"lay {tiles}")


@pytest.mark.parametrize("tiles", ["R5 R6 Y4(R8)", "R12 R13 Y4(R1)", "R5 R6 Y4(B7)", "K9 Y4(K10) Y4'(K10)"])
def test_rule_a5_4_what_an_okey_stands_for_must_fit_like_the_tile_itself(tiles):
    assert "NOT_A_RUN (rule A5.1)" == judged(f"lay {tiles}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lay R6 F R8", "RUN 21"),
        ("lay F B7 K7", "GROUP 21"),
        ("lay F R7(Y7) B7 K7", "GROUP 28"),
        ("lay F R8 R7(R9)", "RUN 24"),
        ("pair F F'", "PAIR 14"),
        ("pair F R7(R7)", "PAIR 14"),
        ("pair R7 R7'", "PAIR 14"),
        ("lay F F' B7", "NOT_A_GROUP (rule A5.2)"),
        ("lay R5 R6 F R8 F'", "NOT_A_RUN (rule A5.1)"),
        ("lay B6 F B8", "NOT_A_RUN (rule A5.1)"),
        ("pair F R7(R8)", "NOT_A_PAIR (rule A5.3)"),
    ],
)
def test_rule_a5_4_a_false_is_the_tile_of_the_okey_face_in_every_meld(text, expected):
    assert expected == judged(text, indicator="R6")


@pytest.mark.parametrize("tiles", ["Y4 Y4'", "Y4(R9) Y4'(R9)", "Y4(R9) Y4'", "Y4(R9) Y4'(K2)", "Y4(9) Y4'"])
def test_rule_a5_4_two_okeys_are_a_pair_whatever_is_named_and_are_shown_as_the_okey_face(tiles):
    meld = formed(f"pair {tiles}")

    assert (okey_face(read_tile("Y3")),) * 2 == meld.faces
    assert "Y4 Y4'" == write_meld(meld, okey_face(read_tile("Y3")))


def test_rule_a5_5_a_tile_of_a_meld_on_the_table_is_in_nobodys_hand(preset):
    state = position("A: B8 K8 R2 R3 | table: A: R5 R6 R7 R8", preset)

    assert "TILE_NOT_HELD (rule A5.5): tile R8" == verdict(state, "lay R8 B8 K8")


def test_rule_a5_5_melds_that_touch_stay_two(preset):
    state = position("A: R8 K8 K1 | table: A: R5 R6 R7 / B: R9 R10 R11", preset)

    assert [4, 3] == [len(meld.tiles) for meld in after(state, "lay-off R8 on 1").melds]
    assert [3, 4] == [len(meld.tiles) for meld in after(state, "lay-off R8 on 2").melds]


@pytest.mark.parametrize(
    "move", ["lay R5 R5 R6", "pair R5 R5", "open R5 R6 R7 / R5 Y5 B5", "open-pairs R5 R5 / R5 R5"]
)
def test_rule_a5_5_one_tile_is_not_named_twice(preset, move):
    table = (
        ""
        if move.startswith("open")
        else "| table: A: R1 R1"
        if move.startswith("pair")
        else "| table: A: R1 R2 R3"
    )
    state = position(f"A: R5 R6 R7 Y5 B5 ... {table}", preset)

    assert "TILE_NAMED_TWICE (rule A5.5)" == verdict(state, move)


@pytest.mark.parametrize(
    "text", ["lay R5 R6 Y4", "lay R5 R6 Y4(7)", "pair R5 Y4", "pair R5 Y4(5)", "lay R9 Y9 Y4"]
)
def test_rule_a5_6_the_request_says_what_an_okey_stands_for(text):
    assert "OKEY_MEANING_MISSING (rule A5.6)" == judged(text)


def test_rule_a5_6_in_a_declared_group_the_number_is_not_enough():
    assert "OKEY_MEANING_MISSING (rule A9.4)" == judged("lay R9 Y9 Y4(9)")


@pytest.mark.parametrize("text", ["lay R9 Y9 Y4(9)", "lay R9 Y4(9) Y4'(9)", "lay R9 Y9 Y4(9) Y4'(9)"])
def test_rule_a5_6_in_a_lazy_group_the_number_is_enough(text):
    assert judged(text, binding=Binding.LAZY).startswith("GROUP")


@pytest.mark.parametrize("text", ["lay R9 Y9 Y4(8)", "lay R5 R6 Y4(7)"])
def test_rule_a5_6_a_bare_number_makes_no_run(text):
    assert judged(text, binding=Binding.LAZY).startswith("OKEY_MEANING_MISSING (rule A5.6)")


def test_rule_a5_6_naming_what_a_plain_tile_stands_for_is_harmless():
    assert formed("lay R5 R6 R7") == formed("lay R5(B1) R6 R7(R7)")


@pytest.mark.parametrize(
    ("text", "value"),
    [("lay R5 R6 Y4(R7)", 18), ("lay R9 B9 Y4(K9)", 27), ("lay Y3 F Y5", 12), ("lay R4 F B4", 12)],
)
def test_rule_a6_2_an_okey_counts_as_what_it_stands_for_and_a_false_as_the_okey_number(text, value):
    assert value == formed(text).value


def test_a_meld_on_the_table_lies_in_one_order_however_it_was_laid():
    assert formed("lay R5 R6 Y4(R7)") == formed("lay Y4(R7) R6 R5")
    assert formed("lay K9 Y9 B9") == formed("lay Y9 B9 K9")
    assert formed("pair Y4(R5) R5'") == formed("pair R5' Y4(R5)")
