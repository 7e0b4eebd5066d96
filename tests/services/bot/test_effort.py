"""What a decision may spend: never more than its budget, nothing more once its time is up."""

import random
from itertools import count

import pytest

from engine.game import GAMES
from engine.header import HandState
from services.bot.decision import BUDGET, Level
from services.bot.effort import Effort
from services.bot.okey.plans import EXACT
from services.bot.policies import POLICIES
from tests.scale import scaled
from tests.services.hands import dealt

PRESETS = {"okey": ("table", "classic"), "card": ("base", "popular")}
BUDGETS = (1, 2, 7, 30, *BUDGET.values())
FEW_ASKS = (0, 1, 2, 5, 20, 60)
LONGEST_STEP = {"okey": EXACT, "card": 204}
"""Evaluations between two looks at the clock: an exact plan; six moves played out for three seats or four."""


def never() -> bool:
    return False


def after(asks: int):
    """Returns a clock whose time is up once it was asked so many times."""
    asked = count()
    return lambda: next(asked) >= asks


def turns(name, hands):
    """Yields views of some hands between bots of level low, each before a move that is a choice."""
    game, policy = GAMES[name], POLICIES[name]
    for seed in range(hands):
        state, chance = dealt(name, seed, PRESETS[name][seed % 2]), random.Random(seed)
        while (header := game.header(state)).state is HandState.PLAYING:
            view = game.view(state, header.seat)
            ranking = policy.rank(view, chance, BUDGET[Level.LOW], never)
            if len(ranking.estimates) > 1:
                yield view
            state = game.apply(state, header.seat, ranking.estimates[0].move)


def ranked(name, view, budget, expired=never):
    return POLICIES[name].rank(view, random.Random(1), budget, expired)


@pytest.mark.parametrize("name", GAMES)
def test_no_decision_spends_more_than_its_budget(name):
    for view in turns(name, scaled(100)):
        for budget in BUDGETS:
            assert ranked(name, view, budget).evaluations <= budget, view


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_without_time_says_that_it_was_cut_short_or_is_whole(name):
    cut = 0
    for view in turns(name, scaled(100)):
        hasty = ranked(name, view, BUDGET[Level.HIGH], after(0))
        cut += hasty.cut_short

        assert hasty.cut_short or hasty == ranked(name, view, BUDGET[Level.HIGH])
    assert cut, "some decisions look further"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_tried_out_when_the_time_is_up(name):
    for view in turns(name, scaled(100)):
        chance = random.Random(1)
        before = chance.getstate()
        POLICIES[name].rank(view, chance, BUDGET[Level.HIGH], after(0))

        assert before == chance.getstate(), view


@pytest.mark.parametrize("name", GAMES)
def test_the_clock_is_looked_at_before_each_step(name):
    for view in turns(name, scaled(20)):
        for asks in FEW_ASKS:
            one, more = (ranked(name, view, BUDGET[Level.HIGH], after(each)) for each in (asks, asks + 1))

            assert more.evaluations <= one.evaluations + LONGEST_STEP[name], view


def test_a_part_never_allows_more_than_the_whole_has_left():
    whole = Effort(10, never)
    whole.spend(7)
    part = whole.part(5)

    assert part.affords(3)
    assert not part.affords(4)


def test_what_a_part_spends_is_spent_of_the_whole():
    whole = Effort(10, never)
    whole.part(5).spend(4)

    assert (4, 6) == (whole.spent, whole.left)


def test_a_part_that_finds_the_time_up_cuts_the_whole_short():
    whole = Effort(10, after(0))

    assert not whole.part(5).affords(1)
    assert whole.cut_short


def test_no_step_is_begun_once_a_share_is_spent():
    effort = Effort(10, never)
    effort.spend(7)

    assert effort.affords(3)
    assert not effort.affords(1, share=0.7)
