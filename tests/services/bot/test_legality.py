"""Bots play by the rules, under every switch, and take no penalty that they need not take."""

import random

import pytest

from engine.card import ruleset as card_rules
from engine.game import GAMES
from engine.header import HandState
from engine.okey.legal import fined_tiles
from engine.okey.moves import Discard
from engine.okey.tiles import holds, remove, size
from engine.refusal import BadRules
from engine.shuffle import shuffled
from services.bot.decision import BUDGET, Level, decide
from services.bot.policies import POLICIES
from tests.scale import scaled
from tests.services.hands import dealt

DECISIONS = scaled(100_000, few=1_000)
ON_OFF = (False, True)
OKEY_CHOICES = {
    "open_min_series": (1, 30, 60, 101),
    "open_min_pairs": (1, 2, 4, 5),
    "layoff_cap_pairs": (None, 0, 1, 2),
    "katlamali_scope": ("all", "opponents"),
    "series_opener_pairs": ("if_pairs_opener", "never"),
    "group_okey_binding": ("declared", "lazy"),
    "finisher_score": (0, -101),
    "unopened_score": (202, 404),
    "pairs_hand_factor": (1, 2),
    "held_okey_mode": ("in_sum", "flat"),
    "stock_out_none_opened": ("normal", "penalties_only"),
    **dict.fromkeys(
        (
            *("katlamali", "layoff_same_turn", "penalties", "islek_includes_swap"),
            *("mult_unopened", "all_pairs_void", "teams"),
        ),
        ON_OFF,
    ),
}
"""The floors are low, so that seats open early and often."""
CARD_CHOICES = {switch: tuple(words) for switch, words in card_rules.CHOICES.items()}
CHOICES = {"okey": OKEY_CHOICES, "card": CARD_CHOICES}


def never() -> bool:
    return False


def sampled(name: str, chance: random.Random):
    """Returns a rule set with every switch drawn."""
    while True:
        words = {switch: chance.choice(values) for switch, values in CHOICES[name].items()}
        try:
            return GAMES[name].configure("", words)
        except BadRules:
            continue


def first_position(name: str, seed: int):
    """Returns the first position of a hand under drawn switches."""
    game, chance = GAMES[name], random.Random(seed)
    rules = sampled(name, chance)
    deck, seats = game.deck(rules), chance.choice(list(game.seats(rules)))
    order = shuffled(seed.to_bytes(8, "big"), deck.size, deck.first_below)
    return game.start(rules, seats, chance.randrange(seats), order, chance.randbytes(32))


@pytest.mark.parametrize("name", ["okey", "card"])
def test_no_move_is_illegal_under_any_switch(name):
    game, decisions, seed = GAMES[name], 0, 0
    while decisions < DECISIONS:
        seed += 1
        state, chance = first_position(name, seed), random.Random(seed)
        while (header := game.header(state)).state is HandState.PLAYING:
            level = chance.choice(list(Level))
            budget = chance.choice([1, 60, BUDGET[level]])
            view = game.view(state, header.seat)
            decision = decide(POLICIES[name], view, level, seed, budget, never)
            decisions += 1

            for each in decision.ranking.estimates:
                assert None is game.why_not(state, header.seat, each.move), game.write_position(state)

            state = game.apply(state, header.seat, decision.move)


def test_no_penalty_is_taken_that_another_discard_avoids():
    game, tempted = GAMES["okey"], 0
    for seed in range(scaled(300, few=10)):
        state = dealt("okey", seed, "table")
        while game.header(state).state is HandState.PLAYING:
            view = game.view(state, state.seat)
            best = decide(POLICIES["okey"], view, Level.HIGH, seed, 300, never).ranking.estimates[0].move
            hand, fined = state.hands[state.seat], fined_tiles(state)
            if isinstance(best, Discard) and hand & fined:
                tempted += 1

                assert not holds(fined, best.tile) or 1 == size(hand) or not remove(hand, fined)

            state = game.apply(state, state.seat, best)
    assert tempted, "playable tiles are held"
