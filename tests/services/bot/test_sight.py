"""What bots imagine behind a view is a position that play can reach and that looks like the view."""

import random

import pytest

from engine.card.cards import hand_of, size
from engine.game import GAMES
from engine.header import HandState
from services.bot.card.sight import hidden_cards, imagined
from tests.scale import scaled
from tests.services.hands import dealt


@pytest.mark.parametrize("preset", ["base", "five", "popular"])
def test_imagined_hands_and_stocks_look_like_the_view_and_hold_what_they_can(preset):
    game, chance, renewed = GAMES["card"], random.Random(preset), 0
    for seed in range(scaled(200)):
        state = dealt("card", seed, preset)
        while game.header(state).state is HandState.PLAYING:
            view = game.view(state, state.seat)
            found = imagined(view, hidden_cards(view), chance)
            renewed += view.renewals > 0

            assert view == game.view(found, view.viewer)
            assert view.hand_sizes == tuple(map(size, found.hands))
            if view.renewals:
                assert not hand_of(found.places.stock) & ~view.shown
            state = game.apply(state, state.seat, chance.choice(game.legal_moves(state)))

    assert renewed
