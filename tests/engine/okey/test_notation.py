from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.okey import PRESETS, configure
from engine.okey.melds import Binding, Placed
from engine.okey.moves import (
    ClaimOkey,
    Discard,
    DrawFromStock,
    LayOff,
    LayPair,
    LaySeries,
    OpenPairs,
    OpenSeries,
    PutBack,
    TakeDiscard,
)
from engine.okey.notation import (
    read_meld,
    read_move,
    read_position,
    read_rules,
    read_tile,
    write_meld,
    write_move,
    write_position,
    write_rules,
    write_tile,
)
from engine.okey.state import Opening, Phase
from engine.okey.tiles import BOX, EMPTY, TILES, Face, Hand, Tile, hand_of, is_okey, size, tiles_of
from engine.refusal import BadPosition, BadText
from tests.engine.okey.random_play import RULES, play

TILE = st.integers(0, 105).map(Tile)
FACE = st.integers(0, 64).map(Face)
PLACED = st.builds(Placed, TILE, st.none() | FACE)
LAYOUT = st.lists(PLACED, max_size=14).map(tuple)
LAYOUTS = st.lists(LAYOUT, max_size=8).map(tuple)
MELD = st.integers(0, 105)
MOVE = st.one_of(
    st.builds(DrawFromStock),
    st.builds(TakeDiscard),
    st.builds(PutBack),
    st.builds(OpenSeries, LAYOUTS),
    st.builds(OpenPairs, LAYOUTS),
    st.builds(LaySeries, LAYOUT),
    st.builds(LayPair, LAYOUT),
    st.builds(LayOff, MELD, PLACED),
    st.builds(ClaimOkey, MELD, TILE),
    st.builds(Discard, TILE, st.booleans()),
)


TEXTS = (
    "R5'",
    "open R11 R12 Y4(R13) / R9 Y9 Y4'(9)",
    "lay-off R8 on 2",
    "classic katlamali=on layoff_cap_pairs=0",
    "okey | rules: classic teams=on | ind: Y3 | turn: B draw 9 | A: R3 R3 ... | discards: A: R5",
    "okey | ind: Y3 | table: A: R1 R2 Y4(R3) / B: R5 R5 | open: B: pairs 5 turn 5 | penalties: A: 101",
    "okey | ind: Y3 | A: R13 ...4 | taken: R13 | known: A: R13 | ply: 40 | stock: K4 ... | dealt: R1",
)


def tile(text):
    return read_tile(text)


def hand(text):
    return hand_of(map(read_tile, text.split()))


def position(text):
    return read_position(f"okey | ind Y3 | {text}")


def complaint_of(reader, text):
    """Returns where a reader stopped, or that it did not; anything but its own errors passes through."""
    try:
        reader(text)
    except BadText as error:
        return f"at {error.at}" if 0 <= error.at <= len(error.text) else ""
    except BadPosition as error:
        return error.field
    return "nowhere"


def test_every_tile_has_its_own_text_that_reads_back():
    texts = [write_tile(Tile(number)) for number in range(TILES)]

    assert TILES == len(set(texts))
    assert list(range(TILES)) == [read_tile(text) for text in texts]


@pytest.mark.parametrize(
    ("text", "number"), [("R1", 0), ("R1'", 1), ("R2", 2), ("Y1", 26), ("K13'", 103), ("F", 104), ("F'", 105)]
)
def test_a_tile_is_its_colour_its_number_and_a_mark_on_the_second_copy(text, number):
    assert number == read_tile(text)


@pytest.mark.parametrize(
    "text", ["", "R", "R0", "R14", "R05", "G5", "r5", "5", "F1", "R5''", "R5(R6)", "R5 R6", "R٣"]
)
def test_what_is_no_tile_is_refused(text):
    with pytest.raises(BadText):
        read_tile(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", DrawFromStock()),
        ("take", TakeDiscard()),
        ("put-back", PutBack()),
        (
            "open R11 R12 Y4(R13) / R9 Y9 Y4'(9)",
            OpenSeries(
                (
                    (Placed(tile("R11")), Placed(tile("R12")), Placed(tile("Y4"), Face(12))),
                    (Placed(tile("R9")), Placed(tile("Y9")), Placed(tile("Y4'"), Face(60))),
                )
            ),
        ),
        ("open-pairs R3 R3'", OpenPairs(((Placed(tile("R3")), Placed(tile("R3'"))),))),
        ("open", OpenSeries(())),
        ("open - / -", OpenSeries(((), ()))),
        ("lay -", LaySeries(())),
        ("pair R5 R5'", LayPair((Placed(tile("R5")), Placed(tile("R5'"))))),
        ("lay-off R8 on 2", LayOff(1, Placed(tile("R8")))),
        ("lay-off Y4(R8) on 1", LayOff(0, Placed(tile("Y4"), Face(7)))),
        ("claim R6 on 1", ClaimOkey(0, tile("R6"))),
        ("discard B2", Discard(tile("B2"))),
        ("discard B2 onto indicator", Discard(tile("B2"), on_indicator=True)),
    ],
)
def test_a_move_is_its_verb_and_its_tiles(text, move):
    assert text == write_move(move)
    assert move == read_move(text)


@settings(max_examples=60)
@given(MOVE)
def test_every_move_reads_back_even_where_no_rule_allows_it(move):
    assert move == read_move(write_move(move))


def test_an_unmarked_tile_of_a_move_is_the_first_copy_however_often_it_stands():
    assert LayPair((Placed(tile("R5")), Placed(tile("R5")))) == read_move("pair R5 R5")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("pass", 0),
        ("draw R5", 5),
        ("discard", 7),
        ("discard R55", 8),
        ("discard R5(R6)", 8),
        ("discard R5 onto", 15),
        ("discard R5 onto table", 16),
        ("discard R5 R6", 11),
        ("lay", 3),
        ("lay R1 R2 on 1", 10),
        ("open R1 R2 R3 /", 15),
        ("open R1 R2 R3 / | R1", 16),
        ("lay-off R8", 10),
        ("lay-off R8 on", 13),
        ("lay-off R8 on 0", 14),
        ("lay-off R8 on x", 14),
        ("claim R8 at 1", 9),
        ("claim R8(R9) on 1", 6),
    ],
)
def test_what_is_no_move_is_refused_at_the_spot(text, at):
    with pytest.raises(BadText) as refused:
        read_move(text)

    assert (text, at) == (refused.value.text, refused.value.at)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_every_position_and_move_of_a_hand_reads_back(seed):
    for state, move in list(play(seed))[seed % 7 :: 7]:
        assert state == read_position(write_position(state))
        assert move is None or move == read_move(write_move(move))


@settings(deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 100), st.text(alphabet="RYBKF059'()/|:-.= A", max_size=3))
def test_a_damaged_text_reads_or_is_refused_with_a_spot_inside_it(text, at, damage):
    damaged = text[:at] + damage + text[at + 1 :]

    assert all(complaint_of(reader, damaged) for reader in (read_tile, read_move, read_position, read_rules))


def test_a_position_that_names_only_what_matters_is_a_whole_one():
    state = position("A: R11 R12 R13 ...")

    assert (0, Phase.PLAY, 8) == (state.seat, state.phase, state.turn)
    assert [22, 21, 21, 21] == [size(each) for each in state.hands]
    assert 20 == state.stock
    assert hand("R11 R12 R13") == state.hands[0] & hand("R11 R12 R13")
    assert state == position("A: R11 R12 R13 ...")
    assert PRESETS["table"] == state.rules


def test_a_colon_may_be_left_out_and_a_line_may_break():
    assert position("A: R11 ... | table: B: K7 K8 K9") == position("A R11 ...\n| table B K7 K8 K9")


def test_a_print_that_stands_twice_means_both_copies():
    state = position("A: R3 R3 F F ... | B: K1 ... | C: K1 ...")

    assert hand("R3 R3' F F'") == state.hands[0] & hand("R3 R3' F F'")
    assert (hand("K1"), hand("K1'")) == (state.hands[1] & hand("K1 K1'"), state.hands[2] & hand("K1 K1'"))


def test_a_marked_tile_takes_its_copy_before_an_unmarked_one():
    state = position("A: R3 ... | B: R3' ...")

    assert (hand("R3"), hand("R3'")) == (state.hands[0] & hand("R3 R3'"), state.hands[1] & hand("R3 R3'"))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("A: R3 R3 R3 ...", 25),
        ("A: R3' R3' ...", 23),
        ("A: Y3 Y3 ...", 22),
        ("A: R3 R3 ... | stock: R3 ...", 38),
    ],
)
def test_a_tile_lies_in_one_place(text, at):
    with pytest.raises(BadText, match="elsewhere") as refused:
        position(text)

    assert at == refused.value.at


def test_a_hand_without_dots_has_no_other_tiles_and_the_rest_lies_in_the_movers_pile():
    state = position("A: R8 R4 | table: A: K1 K2 K3 / B: R5 R6 R7")

    assert hand("R8 R4") == state.hands[0]
    assert [2, 18, 21, 21] == [size(each) for each in state.hands]
    assert [17, 0, 0, 0] == [len(pile) for pile in state.discards]


def test_dots_may_say_how_many_tiles_follow():
    state = position("A: R8 ...3 | table: A: K1 K2 K3 | stock: K4 R9 ...2")

    assert 4 == size(state.hands[0])
    assert 4 == state.stock
    assert [tile("K4"), tile("R9")] == list(state.order[-4:-2])


def test_more_unnamed_tiles_than_there_are_is_no_position():
    with pytest.raises(BadPosition, match="stock"):
        position("stock: ...50")


def test_the_first_tile_of_the_stock_is_drawn_next():
    state = position("turn: B draw | stock: K4 ...")

    assert tile("K4") == state.order[106 - state.stock]


def test_unnamed_okeys_are_the_last_to_find_a_place():
    state = position("A: R8 R4 | table: A: K1 K2 K3")
    hidden = [*chain(*map(tiles_of, state.hands)), *state.order[106 - state.stock :]]

    assert not any(is_okey(Tile(each), state.okey) for each in hidden)
    assert [True, True] == [is_okey(each, state.okey) for each in state.discards[0][:2]]
    assert not is_okey(state.discards[0][-1], state.okey)


def test_discards_lie_on_top_of_the_unnamed_ones():
    state = position("turn: A draw | discards: D: R5 R2 / A: K1 | stock: ...3")

    assert (tile("R5"), tile("R2")) == state.discards[3]
    assert tile("K1") == state.discards[0][-1]


def test_a_seat_with_melds_opened_with_them_in_its_last_turn_unless_the_text_says_otherwise():
    state = position(
        "table: B: K7 K8 K9 / B: R1 R1 / C: R5 Y4(R5) / D: B1 B2 B3 | open: D: series 116 turn 3"
    )

    assert (None, Opening(False, 24, 5), Opening(True, 1, 6), Opening(False, 116, 3)) == state.openings
    assert (1, 1, 2, 3) == state.owners


def test_an_opening_in_this_turn_is_written_now():
    state = position("table: A: K7 K8 K9 | open: A: series 101 now")

    assert Opening(False, 101, 8) == state.openings[0]


def test_an_okey_in_a_meld_says_what_it_stands_for():
    state = position("table: B: K8 Y4(K9) K10")

    assert (tile("K8"), tile("Y4"), tile("K10")) == state.melds[0].tiles
    assert read_meld("K8 K9 K10", state.okey, Binding.DECLARED).faces == state.melds[0].faces


def test_a_lazy_okey_says_its_number_alone():
    state = read_position("okey | rules: group_okey_binding=lazy | ind: Y3 | table: B: R9 Y9 Y4(9)")

    assert Face(60) == state.melds[0].faces[2]
    assert "B: R9 Y9 Y4(9)" in write_position(state)


def test_melds_read_in_any_order_and_are_written_in_theirs():
    meld = read_meld("R8 F R6", Face(6), Binding.DECLARED)

    assert "R6 F R8" == write_meld(meld, Face(6))


def test_a_pair_of_okeys_needs_no_meaning():
    meld = read_meld("R7 R7'", Face(6), Binding.DECLARED)

    assert "R7 R7'" == write_meld(meld, Face(6))


def test_rules_are_the_nearest_preset_and_the_switches_that_differ():
    rules = configure("classic", {"katlamali": True, "layoff_cap_pairs": 0})

    assert "classic katlamali=on layoff_cap_pairs=0" == write_rules(rules)
    assert rules == read_rules("classic katlamali=true layoff_cap_pairs=0")
    assert PRESETS["table"] == read_rules("")
    assert configure("table", {"layoff_cap_pairs": None, "finisher_score": 0}) == read_rules(
        "layoff_cap_pairs=none finisher_score=0"
    )


@pytest.mark.parametrize("rules", RULES)
def test_every_rule_set_reads_back(rules):
    assert rules == read_rules(write_rules(rules))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("klondike", 0),
        ("table club", 6),
        ("table table", 6),
        ("table kat=on", 6),
        ("katlamali=maybe", 0),
        ("classic teams=on katlamali_scope=opponents", 17),
        ("layoff_cap_pairs=21", 0),
        ("open_min_pairs=²", 0),
        ("table | classic", 6),
    ],
)
def test_what_is_no_rule_set_is_refused_at_the_spot(text, at):
    with pytest.raises(BadText) as refused:
        read_rules(text)

    assert at == refused.value.at


def test_the_end_of_a_hand_is_read_off_the_hand_of_its_last_mover():
    finished = position("turn: A ended | A: - | table: A: K1 K2 K3 | discards: A: B8")
    played_out = position("turn: A ended | table: A: K1 K2 K3")

    assert (tile("B8"), EMPTY) == (finished.finish, finished.hands[0])
    assert (None, 0, 18) == (played_out.finish, played_out.stock, size(played_out.hands[0]))


def test_a_void_hand_is_one_that_all_four_opened_with_pairs():
    pairs = "A: R1 R1 / B: R2 R2 / C: R3 R3 / D: R5 R5"

    assert Phase.VOID is position(f"turn: A void | table: {pairs} | open: A: pairs 5 now").phase


def test_a_taken_tile_is_known_and_its_duty_is_open():
    state = position("A: R13 ... | taken: R13")

    assert (tile("R13"), hand("R13")) == (state.taken, state.known[0])


def test_every_section_is_read():
    state = position(
        "rules: classic penalties=on | turn: C play 6 | C: R13 ... | taken: R13 | layoffs: 1 | ply: 40"
        " | penalties: A: 101 / D: 202 | known: B: K5 | B: K5 ... | table: C: B1 B2 B3"
    )

    assert (2, 6, 40, 1) == (state.seat, state.turn, state.ply, state.layoffs)
    assert (101, 0, 0, 202) == state.penalties
    assert (EMPTY, hand("K5"), hand("R13"), EMPTY) == state.known
    assert configure("classic", {"penalties": True}) == state.rules


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("card", 0),
        ("okey", 4),
        ("okey |", 6),
        ("okey | ind", 10),
        ("okey | ind: Y3 Y4", 15),
        ("okey | ind: F", 12),
        ("okey | ind: Y3 | hand: R5", 17),
        ("okey | ind: Y3 | ind: Y3", 17),
        ("okey | ind: Y3 / Y4", 15),
        ("okey | ind: Y3 | A: R5 ... R6", 23),
        ("okey | ind: Y3 | A: - R6", 20),
        ("okey | ind: Y3 | A: R5(R6)", 20),
        ("okey | ind: Y3 | table: E: R5", 24),
        ("okey | ind: Y3 | table: A: R1 R2 R4", 24),
        ("okey | ind: Y3 | table: A: R1 R2 Y4", 24),
        ("okey | ind: Y3 | discards: A: R1 / A: R2", 35),
        ("okey | ind: Y3 | turn: E", 23),
        ("okey | ind: Y3 | turn: A sleep", 25),
        ("okey | ind: Y3 | turn: A play x", 30),
        ("okey | ind: Y3 | turn: A play 8 9", 32),
        ("okey | ind: Y3 | table: A: R1 R2 R3 | open: A", 44),
        ("okey | ind: Y3 | table: A: R1 R2 R3 | open: A: both 5", 47),
        ("okey | ind: Y3 | table: A: R1 R2 R3 | open: A: series 0", 54),
        ("okey | ind: Y3 | table: A: R1 R2 R3 | open: A: series 6 now now", 60),
        ("okey | ind: Y3 | penalties: A", 28),
        ("okey | ind: Y3 | penalties: A: -101", 31),
        ("okey | ind: Y3 | layoffs: two", 26),
        ("okey | ind: Y3 | ply: 1 2", 24),
        ("okey | ind: Y3 | taken: X1", 24),
        ("okey | ind: Y3 | dealt: R1 X1", 27),
    ],
)
def test_what_is_no_position_is_refused_at_the_spot(text, at):
    with pytest.raises(BadText) as refused:
        read_position(text)

    assert (text, at) == (refused.value.text, refused.value.at)


def test_a_position_that_reads_but_cannot_be_is_refused_by_its_part():
    with pytest.raises(BadPosition) as refused:
        position("A: R1 R2 R3")

    assert "hands[0]" == refused.value.field


def test_every_tile_of_a_read_position_lies_in_one_place():
    state = position("A: R8 R4 | table: A: K1 K2 K3 / B: R5 R6 R7 | discards: D: K13")
    places = [
        *state.hands,
        hand_of(chain(*state.discards)),
        hand_of(chain(*(each.tiles for each in state.melds))),
    ]
    places += [hand_of([state.indicator]), hand_of(map(Tile, state.order[106 - state.stock :]))]

    assert BOX == Hand(sum(places))
    assert TILES == sum(map(size, places))
