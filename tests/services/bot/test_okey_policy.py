"""How bots play 101 Okey: what they must see, in positions that a reader can check."""

import random
from itertools import count, islice

import pytest

from engine import okey
from engine.header import HandState
from engine.okey import listing
from engine.okey.moves import Discard, OpenSeries, TakeDiscard
from engine.okey.view import view as view_of
from services.bot.decision import BUDGET, Level
from services.bot.okey import policy
from services.bot.okey.table import OPENING
from tests.scale import scaled
from tests.services.hands import dealt

HANDS = scaled(5_000)
MOST_WAITS = 0.05


def never() -> bool:
    return False


def ranked(text: str, budget: int = BUDGET[Level.HIGH], **options):
    """Returns the estimates of the seat to move, best first."""
    state = okey.read_position(text)
    return policy.rank(view_of(state, state.seat), random.Random(1), budget, never, **options).estimates


def best(text: str, budget: int = BUDGET[Level.HIGH]):
    return ranked(text, budget)[0]


def openable():
    """Yields positions of hands in which a seat that has not opened can, with the tile it took or without."""
    for seed in count():
        state = dealt("okey", seed, "table" if seed % 2 else "classic")
        while okey.header(state).state is HandState.PLAYING:
            if any(isinstance(move, OPENING) for move in listing.legal_moves(state)):
                yield state
            ranking = policy.rank(view_of(state, state.seat), random.Random(seed), 1, never, False)
            state = okey.apply(state, state.seat, ranking.estimates[0].move)


def test_a_seat_that_can_open_does_where_nothing_is_waited_for():
    for state in islice(openable(), HANDS):
        ranking = policy.rank(view_of(state, state.seat), random.Random(1), 1, never, False)

        assert isinstance(ranking.estimates[0].move, OPENING), okey.write_position(state)


def test_few_openings_are_waited_with():
    waits = 0
    for state in islice(openable(), HANDS):
        ranking = policy.rank(view_of(state, state.seat), random.Random(1), BUDGET[Level.HIGH], never)
        waits += not isinstance(ranking.estimates[0].move, OPENING)

    assert waits <= MOST_WAITS * HANDS


def position(text: str) -> str:
    return f"okey | rules table | ind Y3 | {text}"


def test_the_tile_on_the_left_is_taken_when_it_opens():
    state = openable_by_take()
    ranking = policy.rank(view_of(state, state.seat), random.Random(1), BUDGET[Level.LOW], never)

    assert TakeDiscard() == ranking.estimates[0].move
    assert ("TAKES_TO_OPEN",) == ranking.estimates[0].reasons


def openable_by_take():
    """Returns a position before a draw in which the left tile completes an opening."""
    for seed in range(2000):
        state = dealt("okey", seed)
        for move in listing.legal_moves(state):
            if isinstance(move, Discard):
                after = okey.apply(state, state.seat, move)
                taken = okey.apply(after, after.seat, TakeDiscard())
                if any(isinstance(each, OpenSeries) for each in listing.legal_moves(taken)):
                    return after
    raise AssertionError("no such deal")


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("B2", {"discard B2"}),
        ("K10 B2", {"lay-off K10 on 1"}),
        ("R4 R5 R6 B2", {"lay R4 R5 R6"}),
    ],
)
def test_a_seat_that_can_finish_does(level, hand, moves):
    first = best(position(f"A: {hand} | table: A: K7 K8 K9"), BUDGET[level])

    assert okey.write_move(first.move) in moves


def test_the_last_tile_is_an_okey_where_all_others_can_be_laid():
    first = best(position("A: K10 Y4 | table: A: K7 K8 K9"))

    assert "lay-off K10 on 1" == okey.write_move(first.move)
    assert "FINISHES" == first.reasons[0]
    assert "discard Y4" == okey.write_move(best(position("A: Y4 | table: A: K7 K8 K9")).move)


def test_an_okey_is_claimed_where_its_tile_is_held():
    first = best(position("A: K8 B2 | table: A: K7 Y4(K8) K9"))

    assert "claim K8 on 1" == okey.write_move(first.move)
    assert "CLAIMS_OKEY" in first.reasons
