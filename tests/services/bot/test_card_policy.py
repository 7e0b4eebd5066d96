"""How bots play the card game 101, in positions that a reader can check."""

import random

import pytest

from engine import card
from engine.card.view import view as view_of
from services.bot.card import policy
from services.bot.decision import BUDGET, Level


def best(text: str, level: Level):
    state = card.read_position(f"card | {text}")
    ranking = policy.rank(view_of(state, state.seat), random.Random(1), BUDGET[level], lambda: False)
    return ranking.estimates[0]


@pytest.mark.parametrize("level", list(Level))
def test_a_seat_that_can_go_out_does(level):
    only = best("hands: 9H / 8D 7D JD KD | pile: 10H 10S JS 9S | seat: A", level)

    assert "9H" == card.write_move(only.move)


@pytest.mark.parametrize("level", list(Level))
def test_the_dear_card_goes_before_the_cheap_one(level):
    first = best("hands: 10H JS 8C 8D / 8H 7D JD KD | pile: JH | seat: A", level)

    assert "10H" == card.write_move(first.move)


@pytest.mark.parametrize("level", [Level.LOW, Level.MEDIUM])
def test_a_queen_names_the_suit_of_the_cards_that_stay(level):
    first = best("hands: QH 10D 9D / 8H 7C JC KC | pile: 8S | seat: A", level)

    assert "QH" in card.write_move(first.move)
    assert "NAMES_OWN_SUIT" in first.reasons
