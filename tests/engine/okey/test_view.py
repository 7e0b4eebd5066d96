"""RULES.md A13.7 and A14: what a seat is shown, and that it never depends on what the seat cannot see."""

from dataclasses import fields
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.okey import apply, dealt, events, header, legal_moves, read_move, seen, view, why_not
from engine.okey.events import Claimed, Discarded, Drew, Laid, LaidOff, ReturnedTile, Took
from engine.okey.notation import read_tile
from engine.okey.state import State
from engine.okey.tiles import EMPTY, TILES, Hand, Tile, hand_of, remove, tiles_of
from engine.okey.view import View
from tests.engine.okey.board import after, position
from tests.engine.okey.hands import ANY_MOVE, RULES, SEEDS, examples, law, played
from tests.engine.okey.player import deal


def told(state, move):
    """Returns the events of a move of the seat to move."""
    move = read_move(move)
    return events(state, state.seat, move, apply(state, state.seat, move))


def tiles(text):
    return hand_of(map(read_tile, text.split()))


def test_rule_a13_7_a_player_sees_the_own_hand_and_the_open_table(preset):
    state = position("A: R8 B4 | B: R9 ... | table: A: K7 K8 K9 / B: Y5 Y6 Y7 | discards: D: R2", preset)
    shown = view(state, 0)

    assert tiles("R8 B4") == shown.hand
    assert (2, 18, 21, 21) == shown.hand_sizes
    assert state.melds == shown.melds
    assert state.discards == shown.discards
    assert (state.indicator, state.okey, 20) == (shown.indicator, shown.okey, shown.stock)


def test_rule_a13_7_a_spectator_sees_no_hand(preset):
    shown = view(position("A: R8 B4 | table: A: K7 K8 K9", preset), None)

    assert EMPTY == shown.hand
    assert (2, 21, 21, 21) == shown.hand_sizes


def test_rule_a14_no_part_of_a_position_is_shown_but_what_the_view_names():
    assert {"order", "hands"} == {*State._fields} - {each.name for each in fields(View)}


def test_rule_a4_a_taken_tile_is_known_to_everybody_until_it_leaves_the_hand(preset):
    text = "turn A draw | discards D: R8 | A: R4 B2 K2 | table: A: K7 K8 K9 / B: R5 R6 R7"
    taken = after(position(text, preset), "take")

    assert tiles("R8") == view(taken, 2).known[0]
    assert EMPTY == view(after(taken, "put-back"), 2).known[0]
    assert EMPTY == view(after(taken, "lay-off R8 on 2"), 2).known[0]


def test_rule_a9_a_claimed_okey_is_known_to_everybody(preset):
    claimed = after(position("A: R6 K2 | table: A: K7 K8 K9 / D: R5 Y4(R6) R7", preset), "claim R6 on 2")

    assert tiles("Y4") == view(claimed, 1).known[0]


def test_a_drawn_tile_is_told_to_its_drawer_alone(preset):
    told_of = told(position("turn A draw | stock K2 ...", preset), "draw")

    assert Drew(0, 19, None) == told_of.public
    assert {0: Drew(0, 19, read_tile("K2"))} == told_of.private


TABLE = "A: R6 R8 R11 K2 | table: A: K7 K8 K9 / D: R5 Y4(R6) R7"


def test_every_other_move_is_told_to_all_alike(preset):
    state = position(TABLE, preset)
    grown = after(state, "lay-off R8 on 2").melds[1]
    claimed = after(state, "claim R6 on 2").melds[1]

    assert LaidOff(0, 1, read_tile("R8"), grown) == told(state, "lay-off R8 on 2").public
    assert Claimed(0, 1, read_tile("R6"), read_tile("Y4"), claimed) == told(state, "claim R6 on 2").public
    assert (
        Discarded(0, read_tile("K2"), False, 0, ended=False, finished=False)
        == told(state, "discard K2").public
    )
    assert {} == dict(told(state, "discard K2").private)


def test_an_opening_and_a_later_meld_are_told_apart(preset):
    state = position("A: R11 R12 R13 Y11 Y12 Y13 R10 Y10 B10 K1 K2 K3 ...", preset)
    opening = "open R11 R12 R13 / Y11 Y12 Y13 / R10 Y10 B10"
    opened = after(state, opening)

    assert Laid(0, True, opened.melds) == told(state, opening).public
    assert Laid(0, False, after(opened, "lay K1 K2 K3").melds[-1:]) == told(opened, "lay K1 K2 K3").public


def test_taking_and_putting_back_name_the_tile(preset):
    state = position("turn A draw | discards D: R8", preset)

    assert Took(0, read_tile("R8")) == told(state, "take").public
    assert ReturnedTile(0, read_tile("R8")) == told(after(state, "take"), "put-back").public


def test_a_discard_tells_its_fine_and_whether_it_ends_the_hand():
    fined = told(position("A: R8 K2 | table: A: K7 K8 K9 / B: R5 R6 R7"), "discard R8").public
    finish = told(position("A: R8 | table: A: K7 K8 K9"), "discard R8 onto indicator").public
    exhausted = told(position("A: R8 ... | stock -"), "discard R8").public

    assert Discarded(0, read_tile("R8"), False, 101, ended=False, finished=False) == fined
    assert Discarded(0, read_tile("R8"), True, 0, ended=True, finished=True) == finish
    assert Discarded(0, read_tile("R8"), False, 0, ended=True, finished=False) == exhausted


def test_seen_are_the_places_in_the_deal_of_what_a_seat_has_seen(preset):
    state = deal(position("A: ...", preset).rules, 1)

    assert (0, *range(1, 23)) == seen(state)[state.seat]
    assert (0, *range(23, 44)) == seen(state)[(state.seat + 1) % 4]


def test_seen_grows_with_what_is_discarded(preset):
    state = deal(position("A: ...", preset).rules, 1)
    discarded = legal_moves(state)[0]
    at = state.order.index(discarded.tile)

    assert at not in seen(state)[(state.seat + 2) % 4]
    assert at in seen(apply(state, state.seat, discarded))[(state.seat + 2) % 4]


def hidden_from(state, seat):
    """Returns the tiles that a seat has never seen."""
    mask = hand_of(Tile(tile) for tile in state.order[TILES - state.stock :])
    for other, hand in enumerate(state.hands):
        if other != seat:
            mask = Hand(mask | remove(hand, state.known[other]))
    return list(tiles_of(mask))


def exchanged(state, tiles, chance):
    """Returns the position in which some tiles have changed places."""
    others = tiles[:]
    chance.shuffle(others)
    swap = {tile: tile for tile in range(TILES)} | dict(zip(tiles, others, strict=True))
    return state._replace(
        order=bytes(swap[tile] for tile in state.order),
        hands=tuple(hand_of(Tile(swap[tile]) for tile in tiles_of(hand)) for hand in state.hands),
    )


@law(600)
def test_rule_a14_what_a_seat_is_shown_does_not_change_when_the_hidden_tiles_do(rules, seed):
    chance = Random(seed)
    seat = chance.randrange(4)
    for before, move, then in chance.sample(hand := played(rules, seed), min(12, len(hand))):
        hidden = hidden_from(then, seat)
        shuffle = chance.randrange(2**32)
        other_before = exchanged(before, hidden, Random(shuffle))
        other_then = apply(other_before, before.seat, move)

        assert exchanged(then, hidden, Random(shuffle)) == other_then
        assert view(then, seat) == view(other_then, seat)
        assert view(then, None) == view(other_then, None)
        assert seen(then)[seat] == seen(other_then)[seat]
        assert header(then) == header(other_then)
        heard = events(before, before.seat, move, then)
        other_heard = events(other_before, before.seat, move, other_then)
        assert heard.public == other_heard.public
        assert heard.private.get(seat) == other_heard.private.get(seat)


@law(500)
def test_rule_a14_what_a_seat_may_do_does_not_depend_on_the_hidden_tiles(rules, seed):
    chance = Random(seed)
    for state, *_ in chance.sample(hand := played(rules, seed), min(12, len(hand))):
        other = exchanged(state, hidden_from(state, state.seat), chance)

        assert legal_moves(state) == legal_moves(other)


@examples(1000)
@given(rules=RULES, seed=SEEDS, seat=st.integers(0, 3), moves=st.lists(ANY_MOVE, min_size=1, max_size=20))
def test_rule_a14_a_refusal_does_not_depend_on_the_hidden_tiles(rules, seed, seat, moves):
    state = Random(seed).choice(played(rules, seed)).before
    other = exchanged(state, hidden_from(state, seat), Random(seed))

    assert [why_not(state, seat, move) for move in moves] == [why_not(other, seat, move) for move in moves]


@law(300)
def test_rule_a13_7_the_deal_tells_a_seat_its_own_tiles_and_nobody_elses(rules, seed):
    state = deal(rules, seed)
    told = dealt(state)

    assert told.public.hand is None
    for seat in range(4):
        other = exchanged(state, hidden_from(state, seat), Random(seed))
        assert state.hands[seat] == told.private[seat].hand
        assert told.private[seat] == dealt(other).private[seat]
