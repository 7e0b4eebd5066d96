"""What holds in every position of every hand, however it is played and whatever the table has agreed on."""

from collections import Counter
from itertools import chain, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.header import HandState
from engine.okey import (
    apply,
    header,
    legal_moves,
    read_move,
    read_position,
    score,
    why_not,
    write_move,
    write_position,
)
from engine.okey.check import check
from engine.okey.moves import Discard, PutBack
from engine.okey.state import Phase
from engine.okey.tiles import TILES, Tile, hand_of, is_okey, number_of, own_face, size, tiles_of
from engine.refusal import IllegalMove
from tests.engine.okey.brute import candidates, outcome
from tests.engine.okey.hands import ANY_MOVE, RULES, SEEDS, examples, law, played
from tests.engine.okey.player import deal


def last_of(hand):
    return hand[-1].after


@law(600)
def test_rule_a14_every_tile_is_in_one_place_in_every_position(rules, seed):
    for _, _, state in played(rules, seed):
        places = chain(
            [state.indicator],
            state.order[TILES - state.stock :],
            chain.from_iterable(tiles_of(hand) for hand in state.hands),
            chain.from_iterable(state.discards),
            chain.from_iterable(meld.tiles for meld in state.melds),
        )

        assert dict.fromkeys(range(TILES), 1) == Counter(places)


@law(600)
def test_rule_a14_hands_have_the_size_that_their_turn_and_their_opening_allow(rules, seed):
    for _, _, state in played(rules, seed):
        for seat, hand in enumerate(state.hands):
            moving = seat == state.seat and state.phase in {Phase.PLAY, Phase.VOID}
            melded = any(owner == seat for owner in state.owners)

            assert size(hand) <= (22 if moving else 21)
            assert size(hand) or (state.phase is Phase.ENDED and seat == state.seat)
            assert melded is (state.openings[seat] is not None)
            assert melded or size(hand) == (22 if moving else 21)


@law(500)
def test_rule_a14_every_position_of_play_passes_the_check_of_positions(rules, seed):
    for _, _, state in played(rules, seed):
        check(state)


@law(500)
def test_rule_a1_5_every_okey_on_the_table_has_a_number(rules, seed):
    for _, _, state in played(rules, seed):
        for meld in state.melds:
            numbers = [face % 13 for face in meld.faces]
            steps_up = [high - low for low, high in pairwise(numbers)]

            assert {1} == set(steps_up) or {0} == set(steps_up)


@law(600)
def test_every_listed_move_is_legal_and_listed_once(rules, seed):
    for state, *_ in played(rules, seed):
        moves = legal_moves(state)

        assert all(why_not(state, state.seat, move) is None for move in moves)
        assert len(moves) == len(set(moves))


@law(600)
def test_no_position_of_play_is_a_dead_end(rules, seed):
    hand = played(rules, seed)

    assert all(legal_moves(state) for state, *_ in hand)
    assert () == legal_moves(last_of(hand))
    assert HandState.PLAYING is not header(last_of(hand)).state


@law(500)
def test_the_first_listed_move_again_and_again_ends_the_turn_and_avoids_a_fine(rules, seed):
    chance = Random(seed)
    state = chance.choice(played(rules, seed)).before
    turn, seat, booked = state.turn, state.seat, state.penalties
    for _ in range(4):
        moves = legal_moves(state)
        if header(state).state is not HandState.PLAYING or state.turn != turn:
            break
        discards = [move for move in moves if isinstance(move, Discard) and not move.on_indicator]
        escapes = [move for move in discards if apply(state, seat, move).penalties == booked]
        state = apply(state, seat, moves[0])

    assert state.turn > turn or header(state).state is not HandState.PLAYING
    assert state.penalties == booked or not escapes


@law(400)
def test_every_legal_move_of_a_complete_kind_is_listed(rules, seed):
    chance = Random(seed)
    opened = [
        state for state, *_ in played(rules, seed) if state.phase is Phase.PLAY and state.openings[state.seat]
    ]
    for state in chance.sample(opened, min(2, len(opened))):
        few = with_few_tiles(state, chance)
        legal = {outcome(few, move) for move in candidates(few) if why_not(few, few.seat, move) is None}
        listed = [outcome(few, move) for move in legal_moves(few) if not isinstance(move, PutBack)]

        assert legal == set(listed)
        assert len(listed) == len(set(listed))


def with_few_tiles(state, chance):
    """Returns a position whose mover holds few tiles, near to each other, so that every move can be tried."""
    laid = {tile for meld in state.melds for tile in meld.tiles}
    tiles = [tile for tile in map(Tile, range(TILES)) if tile not in laid]
    wild = [tile for tile in tiles if is_okey(tile, state.okey)][: chance.choice((0, 0, 1, 1, 1, 2))]
    centre = own_face(chance.choice(tiles), state.okey)
    near = [tile for tile in tiles if tile not in wild and goes_with(own_face(tile, state.okey), centre)]
    duty = [] if state.taken is None or state.taken in laid else [state.taken]
    keep = {*chance.sample(near, min(len(near), (6, 5, 2)[len(wild)])), *wild, *duty}
    hands = (hand_of(keep) if seat == state.seat else hand for seat, hand in enumerate(state.hands))
    return state._replace(hands=tuple(hands))


def goes_with(face, centre):
    """Tells whether two faces may lie in one run or group."""
    return number_of(face) == number_of(centre) or abs(face - centre) <= 3


@examples(2000)
@given(rules=RULES, seed=SEEDS, seat=st.integers(0, 3), moves=st.lists(ANY_MOVE, min_size=1, max_size=20))
def test_a_refused_move_changes_nothing_and_an_accepted_one_was_not_refused(rules, seed, seat, moves):
    state = Random(seed).choice(played(rules, seed)).before
    before = write_position(state)
    for move in moves:
        refusal = why_not(state, seat, move)
        if refusal is None:
            check(apply(state, seat, move))
            continue
        with pytest.raises(IllegalMove) as refused:
            apply(state, seat, move)
        assert refusal == refused.value.refusal

    assert before == write_position(state)


@law(300)
def test_a_position_is_what_its_notation_says(rules, seed):
    hand = played(rules, seed)
    for state in (*(each.before for each in Random(seed).sample(hand, min(12, len(hand)))), last_of(hand)):
        assert state == read_position(write_position(state))


@law(500)
def test_a_move_is_what_its_notation_says(rules, seed):
    for state, *_ in played(rules, seed):
        for move in legal_moves(state):
            assert move == read_move(write_move(move))


@law(600)
def test_the_rules_the_deal_and_the_moves_give_the_same_position_again(rules, seed):
    hand = played(rules, seed)
    moves = [write_move(each.move) for each in hand]
    state = deal(rules, seed)
    for text in moves:
        state = apply(state, state.seat, read_move(text))

    assert last_of(hand) == state
    assert len(moves) == state.ply


@law(1000)
def test_rule_a12_4_every_breakdown_adds_up(rules, seed):
    state = last_of(played(rules, seed))
    result = score(state)

    assert result.void is (state.phase is Phase.VOID)
    assert (0 if result.void else 4) == len(result.seats)
    for seat in result.seats:
        assert seat.points == sum(line.points for line in seat.lines)


@law(1000)
def test_rule_a10_3_elden_and_pairs_never_come_together(rules, seed):
    result = score(last_of(played(rules, seed)))

    assert not {"ELDEN", "PAIRS"} <= set(result.flags)
    assert result.multiplier in {1, 2, 4}


@law(500)
def test_rule_a11_4_penalties_only_grow_and_by_one_fine_a_discard(rules, seed):
    for before, move, after in played(rules, seed):
        booked = [late - early for early, late in zip(before.penalties, after.penalties, strict=True)]

        assert set(booked) <= {0, 101}
        assert sum(booked) in {0, 101}
        assert not sum(booked) or (isinstance(move, Discard) and booked[before.seat])
