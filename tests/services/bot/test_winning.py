"""A seat that can end the hand does, whatever its level: not to is no weaker move but an absurd one."""

import random

import pytest

from engine import okey
from engine.game import GAMES
from engine.header import HandState
from services.bot.decision import BUDGET, Level, decide
from services.bot.policies import POLICIES
from tests.scale import scaled
from tests.services.hands import dealt

WINNING = {"GOES_OUT", "FINISHES", "FINISHES_WITH_OKEY"}
HANDS = scaled(300)
SEEDS = 12


def never() -> bool:
    return False


def turns(name: str, level: Level, hands: int):
    """Yields the positions of hands between bots of a level, with what the seat to move thinks of them."""
    game, policy = GAMES[name], POLICIES[name]
    for seed in range(hands):
        state, chance = dealt(name, seed), random.Random(seed)
        while (header := game.header(state)).state is HandState.PLAYING:
            view = game.view(state, header.seat)
            decision = decide(policy, view, level, chance.getrandbits(32), BUDGET[level], never)
            yield state, view, decision.ranking
            state = game.apply(state, header.seat, decision.move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [Level.LOW, Level.MEDIUM])
def test_no_decision_turns_away_from_a_win(name, level):
    seen = 0
    for _state, view, ranking in turns(name, level, HANDS):
        if ranking.estimates[0].reasons[0] not in WINNING:
            continue
        seen += 1
        wins = {each.move for each in ranking.estimates if each.reasons[0] in WINNING}
        chosen = {
            decide(POLICIES[name], view, level, seed, BUDGET[level], never).move for seed in range(SEEDS)
        }

        assert chosen <= wins, view

    assert seen


def test_what_high_says_finishes_does():
    seen = 0
    for state, _view, ranking in turns("okey", Level.HIGH, scaled(40, few=6)):
        if ranking.estimates[0].reasons[0] not in WINNING:
            continue
        seen += 1
        seat, after = state.seat, state
        while okey.header(after).state is HandState.PLAYING and after.seat == seat:
            best = POLICIES["okey"].rank(okey.view(after, seat), random.Random(1), BUDGET[Level.HIGH], never)
            after = okey.apply(after, seat, best.estimates[0].move)

        assert after.finish is not None, okey.write_position(state)

    assert seen


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("hand", ["7C", "AC", "QC", "8C"])
def test_the_last_card_is_never_kept(level, hand):
    state = GAMES["card"].read_position(f"card | hands: {hand} / 8D 9D JD KD | pile: 10H JH JC 10C | seat: A")
    view = GAMES["card"].view(state, 0)
    chosen = {decide(POLICIES["card"], view, level, seed, BUDGET[level], never).move for seed in range(200)}

    assert all(GAMES["card"].write_move(move).startswith(hand) for move in chosen)
