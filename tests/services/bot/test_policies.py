"""What holds of the rankings of every game."""

import random

import pytest

from engine.game import GAMES
from engine.header import HandState
from services.bot.decision import BUDGET, Level
from services.bot.policies import POLICIES
from tests.scale import scaled
from tests.services.hands import dealt


def never() -> bool:
    return False


@pytest.mark.parametrize("level", [Level.LOW, Level.HIGH])
@pytest.mark.parametrize("name", GAMES)
def test_no_move_is_ranked_twice_and_the_best_comes_first(name, level):
    game, policy, seen = GAMES[name], POLICIES[name], 0
    for seed in range(scaled(60)):
        state, chance = dealt(name, seed), random.Random(seed)
        while game.header(state).state is HandState.PLAYING:
            view = game.view(state, state.seat)
            legal = game.legal_moves(state)
            estimates = policy.rank(view, random.Random(seed), BUDGET[level], never).estimates
            points = [each.expected_points for each in estimates]
            moves = [each.move for each in estimates]
            seen = max(seen, len(moves))

            assert sorted(points) == points
            assert len(set(moves)) == len(moves)
            state = game.apply(state, state.seat, chance.choice(legal))

    assert seen > 6
