"""How a level deviates from the best, whatever the game."""

import random
from functools import lru_cache

import pytest

from engine.game import GAMES
from engine.header import HandState
from services.bot.decision import DEVIATION, FAITH, Decision, Estimate, Level, Ranking, decide
from services.bot.policies import POLICIES
from tests.scale import scaled
from tests.services.hands import dealt

TOLERANCE = {Level.LOW: 0.010, Level.MEDIUM: 0.007, Level.HIGH: 0.003}
"""How far a measured share may lie from the level's, over 20,000 decisions."""
DECISIONS = scaled(20_000)
WIDER = (20_000 / DECISIONS) ** 0.5


class Fixed:
    """A policy with a fixed ranking."""

    def __init__(self, *estimates: Estimate) -> None:
        self.estimates = estimates

    def rank(self, _view, _chance, _budget, _expired):
        return Ranking(self.estimates, evaluations=1)


def never() -> bool:
    return False


def decided(policy, level=Level.LOW, seed=1) -> Decision:
    return decide(policy, None, level, seed, 1, never)


@lru_cache(maxsize=1)
def views():
    """Returns views of both games in which the best has an admissible alternative."""
    found = []
    for name in ("okey", "card"):
        game, seed = GAMES[name], 0
        while len(found) < (60 if name == "okey" else 120):
            state, chance = dealt(name, seed), random.Random(seed)
            seed += 1
            while game.header(state).state is HandState.PLAYING and len(game.legal_moves(state)) > 1:
                view = game.view(state, game.header(state).seat)
                decision = decide(POLICIES[name], view, Level.LOW, seed, 1, never)
                if any(each.admissible for each in decision.ranking.estimates[1:]):
                    found.append((name, view))
                state = game.apply(state, state.seat, chance.choice(game.legal_moves(state)))
    return found


@pytest.mark.parametrize("level", list(Level))
def test_the_share_of_decisions_that_deviate_is_the_level_s(level):
    seen = views()

    deviated = sum(
        decide(POLICIES[name], view, level, seed, 1, never).deviated
        for seed, (name, view) in ((seed, seen[seed % len(seen)]) for seed in range(DECISIONS))
    )

    assert abs(deviated / DECISIONS - DEVIATION[level]) <= TOLERANCE[level] * WIDER


def test_a_decision_without_an_admissible_alternative_never_deviates():
    policy = Fixed(Estimate("best", 1.0, ()), Estimate("absurd", 2.0, (), admissible=False))

    assert {"best"} == {decided(policy, seed=seed).move for seed in range(100)}


def test_a_deviation_is_another_admissible_move_and_the_likelier_the_better():
    policy = Fixed(
        Estimate("best", 1.0, ()),
        Estimate("absurd", 2.0, (), admissible=False),
        Estimate("good", 3.0, ()),
        Estimate("poor", 4.0, ()),
    )

    decisions = [decided(policy, Level.LOW, seed) for seed in range(6000)]
    deviating = [each.move for each in decisions if each.deviated]

    assert {"good", "poor"} == set(deviating)
    assert abs(deviating.count("poor") / deviating.count("good") - FAITH[Level.LOW]) < 0.1


def test_what_deviates_at_a_high_level_deviates_at_a_lower_one_too():
    policy = Fixed(Estimate("best", 1.0, ()), Estimate("good", 2.0, ()))
    by_level = {
        level: {seed for seed in range(2000) if decided(policy, level, seed).deviated} for level in Level
    }

    assert by_level[Level.HIGH] < by_level[Level.MEDIUM] < by_level[Level.LOW]


@pytest.mark.parametrize("level", list(Level))
def test_the_same_inputs_give_the_same_decision(level):
    name, view = views()[7]

    assert decide(POLICIES[name], view, level, 9, 300, never) == decide(
        POLICIES[name], view, level, 9, 300, never
    )


def test_time_that_is_up_from_the_start_still_gives_a_legal_move():
    name, view = views()[3]

    decision = decide(POLICIES[name], view, Level.HIGH, 1, 100_000, lambda: True)

    assert decision.ranking.cut_short
    assert decision.move in [each.move for each in decision.ranking.estimates]
