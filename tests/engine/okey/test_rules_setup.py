"""RULES.md A1 and A2: the box, the wild tiles, the deal, the seats."""

from collections import Counter

import pytest

from engine.okey import configure, deck, seats, settle, start
from engine.okey.melds import Binding
from engine.okey.notation import read_meld, read_tile, write_tile
from engine.okey.state import Phase
from engine.okey.tiles import FALSE, TILES, Tile, is_okey, kind_of, okey_face, own_face, size, tiles_of
from engine.refusal import BadPosition
from engine.score import new_match
from engine.shuffle import shuffled
from tests.engine.okey.board import after, position, verdict

ORDER = tuple(range(TILES))


def dealt(preset, starter=0, order=ORDER):
    return start(configure(preset, {}), 4, starter, order, b"")


def test_rule_a1_1_exactly_four_play(preset):
    assert range(4, 5) == seats(configure(preset, {}))


@pytest.mark.parametrize("count", [2, 3, 5])
def test_rule_a1_1_no_other_number_of_players_is_dealt_to(preset, count):
    with pytest.raises(BadPosition, match="seats"):
        start(configure(preset, {}), count, 0, ORDER, b"")


def test_rule_a1_2_the_box_has_every_numbered_tile_twice_and_two_false(preset):
    prints = Counter(write_tile(Tile(tile)).rstrip("'") for tile in range(deck(configure(preset, {})).size))

    numbered = {f"{colour}{number}" for colour in "RYBK" for number in range(1, 14)}
    assert dict.fromkeys(numbered | {"F"}, 2) == prints


def test_rule_a1_3_the_indicator_is_drawn_among_the_104_numbered_tiles(preset):
    drawn = deck(configure(preset, {}))

    assert (106, 104) == (drawn.size, drawn.first_below)
    assert all(kind_of(Tile(tile)) != FALSE for tile in range(drawn.first_below))


@pytest.mark.parametrize("false", [104, 105])
def test_rule_a1_3_a_false_is_never_the_indicator(preset, false):
    order = (false, *(tile for tile in ORDER if tile != false))

    with pytest.raises(BadPosition, match="order"):
        dealt(preset, order=order)


def test_rule_a1_3_the_indicator_is_in_no_hand_and_not_in_the_stock(preset):
    state = dealt(preset)

    assert not any(state.indicator in tiles_of(hand) for hand in state.hands)
    assert state.indicator not in state.order[-state.stock :]


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [("R6", "R7"), ("K13", "K1"), ("Y3", "Y4"), ("R13", "R1"), ("B12", "B13"), ("Y1", "Y2")],
)
def test_rule_a1_4_the_okeys_follow_the_indicator_and_after_13_comes_1(indicator, wild):
    okey = okey_face(read_tile(indicator))

    assert [wild, f"{wild}'"] == [
        write_tile(Tile(tile)) for tile in range(TILES) if is_okey(Tile(tile), okey)
    ]


@pytest.mark.parametrize(("indicator", "face"), [("R6", "R7"), ("K13", "K1")])
def test_rule_a1_6_each_false_is_an_ordinary_tile_of_the_okey_face(indicator, face):
    okey = okey_face(read_tile(indicator))

    for false in (read_tile("F"), read_tile("F'")):
        assert not is_okey(false, okey)
        assert kind_of(read_tile(face)) == own_face(false, okey)


def test_rule_a1_5_an_okey_on_the_table_has_a_number_that_is_shown(preset):
    state = position("A: R5 R6 Y4 ... | table: A: K7 K8 K9", preset)

    laid = after(state, "lay R5 R6 Y4(R7)").melds[-1]
    assert read_meld("R5 R6 Y4(R7)", state.okey, Binding.DECLARED) == laid
    assert verdict(state, "lay R5 R6 Y4").startswith("OKEY_MEANING_MISSING (rule A5.6)")


def test_rule_a1_7_the_indicators_twin_is_a_tile_like_any_other(preset):
    state = position("A: Y3' K2 ... | table: A: K7 K8 K9", preset)

    assert state.penalties == after(state, "discard Y3'").penalties


@pytest.mark.parametrize("starter", range(4))
def test_rule_a2_1_the_starter_has_22_tiles_the_others_21_and_the_stock_20(preset, starter):
    state = dealt(preset, starter)

    sizes = [size(state.hands[(starter + step) % 4]) for step in range(4)]
    assert [22, 21, 21, 21] == sizes
    assert 20 == state.stock


def test_rule_a2_1_the_order_is_read_from_its_front(preset):
    order = shuffled(3, TILES, 104)
    state = dealt(preset, 2, order)

    assert order[0] == state.indicator
    assert sorted(order[1:23]) == list(tiles_of(state.hands[2]))
    assert sorted(order[23:44]) == list(tiles_of(state.hands[3]))
    assert sorted(order[44:65]) == list(tiles_of(state.hands[0]))
    assert sorted(order[65:86]) == list(tiles_of(state.hands[1]))
    assert bytes(order[86:]) == state.order[-state.stock :]


def test_rule_a2_1_the_stock_is_drawn_from_its_top_down(preset):
    state = position("turn A draw | stock R1 R2 R3", preset)
    first = after(state, "draw")

    assert read_tile("R1") in tiles_of(first.hands[0])
    assert read_tile("R2") not in tiles_of(first.hands[0])


@pytest.mark.parametrize(
    "order",
    [ORDER[:-1], (*ORDER[:-1], 0), (*ORDER, 106), (*ORDER[1:], 200)],
    ids=["a tile short", "a tile twice", "a tile too many", "a tile from nowhere"],
)
def test_rule_a2_1_an_order_that_is_not_the_box_is_refused(preset, order):
    with pytest.raises(BadPosition, match="order"):
        dealt(preset, order=order)


@pytest.mark.parametrize("starter", [-1, 4])
def test_rule_a2_1_a_starter_beyond_the_seats_is_refused(preset, starter):
    with pytest.raises(BadPosition, match="starter"):
        dealt(preset, starter)


@pytest.mark.parametrize(("seat", "following"), ["AB", "BC", "CD", "DA"])
def test_rule_a2_2_the_turn_passes_to_the_right_hand_neighbour(preset, seat, following):
    state = position(f"turn {seat} play | {seat}: R5 ...", preset)

    passed = after(state, "discard R5")
    assert "ABCD".index(following) == passed.seat
    assert Phase.DRAW == passed.phase


@pytest.mark.parametrize(("seat", "left"), ["AD", "BA", "CB", "DC"])
def test_rule_a2_2_a_player_takes_from_the_left_hand_neighbour(preset, seat, left):
    others = " / ".join(f"{each}: K{number}" for number, each in enumerate("ABCD", start=1))
    state = position(f"turn {seat} draw | discards {others}", preset)

    taken = after(state, "take").taken
    assert read_tile(f"K{'ABCD'.index(left) + 1}") == taken


@pytest.mark.parametrize("winner", [None, 0, 1, 2, 3])
def test_rule_a2_3_the_next_seat_starts_the_next_hand_whoever_won(preset, winner):
    match = settle(configure(preset, {}), new_match(4, 1), 5, (0, 0, 0, 0), winner)

    assert 2 == match.starter


def test_rule_a2_3_after_the_last_seat_the_first_starts(preset):
    assert 0 == settle(configure(preset, {}), new_match(4, 3), 5, (0, 0, 0, 0), None).starter
