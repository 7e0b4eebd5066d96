"""How bots play 101 Okey: what they must see, in positions that a reader can check."""

import random

from engine import okey
from engine.okey import listing
from engine.okey.view import view as view_of
from services.bot.decision import BUDGET, Level
from services.bot.okey import policy
from services.bot.okey.table import OPENING
from tests.scale import scaled
from tests.services.hands import dealt

OPENING_HANDS = scaled(5_000)
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
    """Yields first positions in which the starter has an opening."""
    seed = 0
    while True:
        state = dealt("okey", seed, "table" if seed % 2 else "classic")
        seed += 1
        if any(isinstance(move, OPENING) for move in listing.legal_moves(state)):
            yield state


def test_a_seat_that_can_open_does_where_nothing_is_waited_for():
    states = openable()
    for _ in range(OPENING_HANDS):
        state = next(states)
        ranking = policy.rank(view_of(state, state.seat), random.Random(1), 1, never, False)

        assert isinstance(ranking.estimates[0].move, OPENING)


def test_few_openings_are_waited_with():
    states = openable()
    hands = scaled(1_000)

    waits = 0
    for _ in range(hands):
        state = next(states)
        ranking = policy.rank(view_of(state, state.seat), random.Random(1), BUDGET[Level.HIGH], never)
        waits += not isinstance(ranking.estimates[0].move, OPENING)

    assert waits <= MOST_WAITS * hands
