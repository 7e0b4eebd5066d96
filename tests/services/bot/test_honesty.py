"""What a bot answers depends on nothing that its seat cannot see."""

import random

import pytest
from game101.v1 import bot_service_pb2 as pb
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.card.places import Places
from engine.game import GAMES
from engine.header import HandState
from engine.okey.tiles import Hand, hand_of, size, tiles_of
from services.bot.decision import BUDGET, Level
from services.bot.tasks import Task, answer
from tests.scale import scaled
from tests.services.bot.asking import LOW, advice, choice
from tests.services.hands import played


def okey_elsewhere(state, chance: random.Random):
    """Returns a position that differs in hidden tiles alone: other hands and the stock are dealt anew."""
    stock = list(state.order[len(state.order) - state.stock :])
    others = [seat for seat in range(4) if seat != state.seat]
    pool = stock + [
        tile for seat in others for tile in tiles_of(Hand(state.hands[seat] & ~state.known[seat]))
    ]
    chance.shuffle(pool)
    hands = list(state.hands)
    for seat in others:
        missing = size(state.hands[seat]) - size(state.known[seat])
        hands[seat] = Hand(state.known[seat] | hand_of(pool[:missing]))
        del pool[:missing]
    return state._replace(
        hands=tuple(hands), order=state.order[: len(state.order) - state.stock] + bytes(pool)
    )


def card_elsewhere(state, chance: random.Random):
    """Returns a position that differs in hidden cards alone."""
    places = state.places
    pool = list(places.stock) + [
        card
        for seat, hand in enumerate(places.hands)
        if seat != state.seat
        for card in range(36)
        if hand >> card & 1
    ]
    chance.shuffle(pool)
    hands = list(places.hands)
    for seat, hand in enumerate(places.hands):
        if seat != state.seat:
            hands[seat] = sum(1 << pool.pop() for _ in range(hand.bit_count()))
    return state._replace(
        places=Places(tuple(hands), tuple(pool), places.pile, places.shown, places.renewals),
        deal=state.deal.__class__(
            state.deal.rules,
            state.deal.seats,
            state.deal.starter,
            state.deal.order,
            chance.randbytes(32),
        ),
    )


ELSEWHERE = {"okey": okey_elsewhere, "card": card_elsewhere}


def in_play(name: str, seed: int, moves: int):
    """Returns a position in play after at most so many random moves."""
    state = played(name, seed, moves)
    while GAMES[name].header(state).state is not HandState.PLAYING:
        moves //= 2
        state = played(name, seed, moves)
    return state


def tasks_of(name, state):
    """Returns one decision of every kind."""
    view = GAMES[name].view(state, state.seat)
    yield from (Task(name, view, level, 7, BUDGET[level]) for level in Level)
    yield Task(name, view, Level.HIGH, 7, BUDGET[Level.HIGH], suggestions=10)


@pytest.mark.parametrize("name", ["okey", "card"])
@settings(max_examples=scaled(200), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 70))
def test_hidden_pieces_change_no_byte_of_any_answer(name, seed, moves):
    state = in_play(name, seed, moves)
    other = ELSEWHERE[name](state, random.Random(seed))

    answers = [answer(task).message for task in tasks_of(name, state)]

    assert answers == [answer(task).message for task in tasks_of(name, other)]


@pytest.mark.parametrize("name", ["okey", "card"])
async def test_hidden_pieces_change_no_byte_over_the_wire(bot, name):
    state = in_play(name, 4, 12)
    other = ELSEWHERE[name](state, random.Random(4))

    first, second = [await told(bot, name, each) for each in (state, other)]

    assert first == second


async def told(bot, name, state):
    batch = pb.BatchChooseMovesRequest(requests=[choice(name, state, LOW, seed) for seed in range(3)])
    answers = [
        await bot.ChooseMove(choice(name, state)),
        await bot.SuggestMoves(advice(name, state)),
        await bot.BatchChooseMoves(batch),
    ]
    return [each.SerializeToString(deterministic=True) for each in answers]
