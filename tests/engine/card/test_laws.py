"""What holds in every position of every round, under every rule set."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.card import (
    apply,
    dealt,
    events,
    header,
    legal_moves,
    read_move,
    read_position,
    score,
    seen,
    view,
    why_not,
    write_move,
    write_position,
)
from engine.card.cards import ALL, CARDS, cards_of, hand_of
from engine.card.check import check, check_view
from engine.card.events import Drawn, Played
from engine.card.moves import DRAW, NAMING, PLAIN
from engine.card.notation import write_rules
from engine.card.ruleset import configure
from engine.card.state import MOST_MOVES, State, has_ended
from engine.card.view import moves_in
from engine.refusal import IllegalMove
from tests.engine.card.random_play import deal, play, positions, some_rules
from tests.scale import scaled

SEEDS = st.integers(0, 2**32 - 1)
EVERY_MOVE = [DRAW, *PLAIN, *(move for moves in NAMING for move in moves)]
by_seed = given(SEEDS)
few = settings(max_examples=scaled(200), deadline=None)


def swapped(state: State, viewer: int | None, lots: Random) -> State:
    """Returns a position that differs in nothing but what a viewer cannot see."""
    places = state.places
    others = [seat for seat in range(len(places.hands)) if seat != viewer]
    hidden = [*places.stock, *(card for seat in others for card in cards_of(places.hands[seat]))]
    lots.shuffle(hidden)
    hands = list(places.hands)
    stock, rest = hidden[: len(places.stock)], hidden[len(places.stock) :]
    for seat in others:
        count = hands[seat].bit_count()
        hands[seat], rest = hand_of(rest[:count]), rest[count:]
    return state._replace(places=places._replace(hands=tuple(hands), stock=tuple(stock)))


@few
@by_seed
def test_every_position_is_whole_and_the_36_cards_are_conserved(seed):
    for state in positions(seed):
        check(state)
        together = hand_of([*state.stock, *state.pile])
        for hand in state.hands:
            assert 0 == together & hand
            together |= hand
        assert ALL == together


@few
@by_seed
def test_a_seat_always_has_a_move_until_the_round_ends(seed):
    for state in positions(seed):
        assert has_ended(state.phase) == (not legal_moves(state))


@few
@by_seed
def test_every_round_ends_and_only_its_last_position_has(seed):
    *before, last = positions(seed)

    assert has_ended(last.phase)
    assert last.ply == len(before) <= MOST_MOVES
    assert not any(has_ended(state.phase) for state in before)


@few
@by_seed
def test_exactly_the_listed_moves_are_legal(seed):
    for state in positions(seed):
        legal = {move for move in EVERY_MOVE if why_not(state, state.seat, move) is None}
        listed = legal_moves(state)

        assert len(set(listed)) == len(listed)
        assert legal == set(listed)


@few
@by_seed
def test_a_refused_move_raises_what_why_not_says_and_changes_nothing(seed):
    lots = Random(seed)
    for state in positions(seed):
        text = write_position(state)
        seat, move = lots.randrange(len(state.hands)), lots.choice(EVERY_MOVE)
        if refusal := why_not(state, seat, move):
            with pytest.raises(IllegalMove) as caught:
                apply(state, seat, move)
            assert refusal == caught.value.refusal
        assert text == write_position(state)


@few
@by_seed
def test_a_replay_is_identical(seed):
    steps = list(play(deal(seed), seed))
    state = deal(seed)
    for step in steps:
        state = apply(state, step.before.seat, step.move)

    assert steps[-1].after == state


@few
@by_seed
def test_a_view_does_not_change_when_the_hidden_cards_do(seed):
    lots = Random(seed)
    for state in positions(seed):
        for viewer in (None, *range(len(state.hands))):
            other = swapped(state, viewer, lots)

            assert view(state, viewer) == view(other, viewer)
            assert header(state) == header(other)


@few
@by_seed
def test_refusals_do_not_change_when_the_hidden_cards_do(seed):
    lots = Random(seed)
    for state in positions(seed):
        asker = lots.randrange(len(state.hands))
        other = swapped(state, asker, lots)
        for move in lots.sample(EVERY_MOVE, 20):
            assert why_not(state, asker, move) == why_not(other, asker, move)


@few
@by_seed
def test_a_seat_finds_its_legal_moves_in_its_view(seed):
    for state in positions(seed):
        for viewer in (None, *range(len(state.hands))):
            seen_by = view(state, viewer)
            check_view(seen_by)

            assert (legal_moves(state) if viewer == state.seat else ()) == moves_in(seen_by)


@few
@by_seed
def test_notation_is_lossless(seed):
    for state in positions(seed):
        assert state == read_position(write_position(state))
        assert list(legal_moves(state)) == [read_move(write_move(move)) for move in legal_moves(state)]


@few
@by_seed
def test_rules_in_notation_are_lossless(seed):
    rules = some_rules(Random(seed))
    preset, *switches = write_rules(rules).split()

    assert rules == configure(preset, dict(switch.split("=") for switch in switches))


@few
@by_seed
def test_events_tell_hand_sizes_stock_and_pile(seed):
    first = deal(seed)
    public = dealt(first).public
    sizes, stock, pile = list(public.hand_sizes), public.stock_size, []
    for before, move, after in play(first, seed):
        event = events(before, before.seat, move, after).public
        if isinstance(event, Played):
            sizes[event.seat] -= 1
            pile.append(event.card)
        drawn = event.penalty if isinstance(event, Played) else event
        if drawn is not None:
            sizes[drawn.seat] += drawn.amount
            stock += drawn.renewed - drawn.amount
            pile = pile[-1:] if drawn.renewal else pile

        assert (tuple(sizes), stock, tuple(pile)) == _counts(after)


def _counts(state):
    spectator = view(state, None)
    return spectator.hand_sizes, spectator.stock_size, spectator.pile


@few
@by_seed
def test_only_the_seat_that_drew_is_told_which_cards(seed):
    first = deal(seed)
    assert () == dealt(first).public.hand
    for before, move, after in play(first, seed):
        told = events(before, before.seat, move, after)
        drawn = told.public.penalty if isinstance(told.public, Played) else told.public
        if drawn is None:
            assert {} == told.private
            continue
        assert () == drawn.cards
        assert {drawn.seat} == set(told.private)
        private = told.private[drawn.seat]
        cards = (private if isinstance(private, Drawn) else private.penalty).cards
        assert drawn.amount == len(cards)
        assert hand_of(cards) == after.hands[drawn.seat] & ~before.hands[drawn.seat]


@few
@by_seed
def test_each_seat_is_told_its_own_hand_when_it_is_dealt(seed):
    first = deal(seed)
    private = dealt(first).private

    assert first.hands == tuple(hand_of(private[seat].hand) for seat in range(len(first.hands)))


@few
@by_seed
def test_a_seat_has_seen_its_cards_and_all_that_were_played(seed):
    known: dict[int, frozenset[int]] = {}
    for state in positions(seed):
        for seat in range(len(state.hands)):
            now = frozenset(seen(state)[seat])
            cards = hand_of(state.deal.order[at] for at in now)
            assert known.get(seat, frozenset()) <= now
            assert state.hands[seat] | hand_of(state.pile) == cards & (
                state.hands[seat] | hand_of(state.pile)
            )
            known[seat] = now
    untouched = range(CARDS - len(state.stock), CARDS) if not state.renewals else ()
    assert not any(set(untouched) & positions_seen for positions_seen in known.values())


@few
@by_seed
def test_a_turn_begins_when_another_seat_is_to_move(seed):
    for before, _, after in play(deal(seed), seed):
        assert before.ply + 1 == after.ply
        assert before.turn <= after.turn <= before.turn + 1
        if has_ended(after.phase):
            assert (before.turn, before.seat) == (after.turn, after.seat)
        elif before.seat != after.seat:
            assert before.turn + 1 == after.turn


@few
@by_seed
def test_breakdowns_add_up(seed):
    result = score(positions(seed)[-1])

    assert result.points == tuple(sum(line.points for line in seat.lines) for seat in result.seats)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_rounds_end_at_every_player_count(players):
    lots = Random(players)
    for seed in range(scaled(10_000)):
        rules = some_rules(lots)
        while players == 6 and rules.hand_size == 5:
            rules = some_rules(lots)
        state = deal(seed, rules, players)
        for step in play(state, seed):
            state = step.after

        assert has_ended(state.phase)
        assert state.ply <= MOST_MOVES
