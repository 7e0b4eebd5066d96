"""What a bot answers depends on nothing that its seat cannot see."""

import random

import pytest
from game101.v1 import bot_service_pb2 as pb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.card.places import Places
from engine.game import GAMES
from engine.header import HandState
from engine.okey.tiles import Hand, hand_of, size, tiles_of
from services.bot.policies import POLICIES
from tests.scale import scaled
from tests.services.bot.asking import HIGH, LOW, MEDIUM, advice, choice
from tests.services.hands import dealt


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


def in_play(name: str, seed: int, moves: int, sensible: bool):
    """Returns a position in play after at most so many moves: a bot's, which opens, or random ones."""
    game, chance = GAMES[name], random.Random(seed)
    state = dealt(name, seed)
    for _ in range(moves):
        if sensible:
            view = game.view(state, state.seat)
            move = POLICIES[name].rank(view, chance, 1, never).estimates[0].move
        else:
            move = chance.choice(game.legal_moves(state))
        after = game.apply(state, state.seat, move)
        if game.header(after).state is not HandState.PLAYING:
            break
        state = after
    return state


def never() -> bool:
    return False


CALLS = {
    "ChooseMove": lambda name, state: [choice(name, state, level, seed=7) for level in (LOW, MEDIUM, HIGH)],
    "SuggestMoves": lambda name, state: [advice(name, state, limit=10, seed=7)],
    "BatchChooseMoves": lambda name, state: [
        pb.BatchChooseMovesRequest(requests=[choice(name, state, LOW, seed) for seed in range(3)])
    ],
}
"""By method: what it is asked about a position."""


def test_every_method_of_the_service_is_asked():
    assert set(pb.DESCRIPTOR.services_by_name["BotService"].methods_by_name) == set(CALLS)


@pytest.mark.parametrize("name", ["okey", "card"])
@settings(max_examples=scaled(200), deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 70), sensible=st.booleans())
async def test_hidden_pieces_change_no_byte_of_any_answer(bot, name, seed, moves, sensible):
    state = in_play(name, seed, moves, sensible)
    other = ELSEWHERE[name](state, random.Random(seed))
    assume(other != state)

    assert await answers(bot, name, state) == await answers(bot, name, other)


async def answers(bot, name, state) -> list[bytes]:
    """Returns what the service answers about a position, as it comes over the wire."""
    return [
        (await getattr(bot, method)(request)).SerializeToString(deterministic=True)
        for method, requests in CALLS.items()
        for request in requests(name, state)
    ]
