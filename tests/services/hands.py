"""Hands of any game, played by legal moves: positions for the tests of the services."""

import random
from typing import Any

from engine.game import GAMES
from engine.header import HandState
from engine.shuffle import shuffled

SEATS = {"okey": 4, "card": 3}


def dealt(name: str, seed: int, preset: str = "", **overrides: Any) -> Any:
    """Returns a first position."""
    game = GAMES[name]
    rules = game.configure(preset, overrides)
    deck = game.deck(rules)
    order = shuffled(seed.to_bytes(8, "big"), deck.size, deck.first_below)
    return game.start(rules, SEATS[name], seed % SEATS[name], order, bytes(32))


def played(name: str, seed: int, moves: int, preset: str = "", **overrides: Any) -> Any:
    """Returns the position after so many random moves, or at the end of the hand."""
    game, chance = GAMES[name], random.Random(seed)
    state = dealt(name, seed, preset, **overrides)
    for _ in range(moves):
        if game.header(state).state is not HandState.PLAYING:
            break
        state = game.apply(state, game.header(state).seat, chance.choice(game.legal_moves(state)))
    return state


def finished(name: str, seed: int, preset: str = "", **overrides: Any) -> Any:
    """Returns the position at the end of a hand."""
    return played(name, seed, 10_000, preset, **overrides)
