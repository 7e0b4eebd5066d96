"""Rounds played out from positions that the view allows, all seats shedding what counts most.

Every seat plays alike: the card that counts most first, sixes and queens later; a queen names the suit of
which the hand has most. So a playout knows effects, draws and renewals as the rules do.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.card.cards import (
    ACE,
    CARDS,
    KING_OF_SPADES,
    ONLY,
    QUEEN,
    SEVEN,
    SIX,
    SUITED,
    SUITS,
    Card,
    Hand,
    cards_of,
    rank_of,
)
from engine.card.legal import asks_suit, fitting
from engine.card.moves import DRAW, NAMING, PLAIN, Move
from engine.card.play import advance
from engine.card.ruleset import RuleSet
from engine.card.score import score, value
from engine.card.state import State, has_ended
from engine.card.view import View
from services.bot.card.sight import hidden_cards, imagined
from services.bot.effort import Effort

EACH: Final = 2
"""Evaluations that a move of a playout counts for: it is found, then made."""
TURNS: Final = 4
"""Rounds of the table after which a playout ends; a hand then counts by what it holds."""
RIVALS_SHARE: Final = 0.5
"""How much of the others' points is taken off: what hurts them helps a little."""
HITS_HARD: Final = 8.0
"""The same for the king of spades."""
EARLIER: Final = {SEVEN: 6.0, ACE: 0.0, QUEEN: -20.0, SIX: -4.0}
"""By rank: how much earlier than its points say a card is played."""


def played_out(
    view: View, moves: Sequence[Move], chance: random.Random, effort: Effort
) -> tuple[list[float], int]:
    """Returns what each move leads to, summed over playouts, and how many playouts each has had.

    Args:
        view: What the seat sees.
        moves: What to compare; each is tried in the same positions.
        chance: Decides the positions.
        effort: Is asked before each round of playouts, for the longest that it can be.
    """
    sums = [0.0] * len(moves)
    rounds = 0
    cards = hidden_cards(view)
    longest = EACH * (1 + TURNS * len(view.hand_sizes)) * len(moves)
    while effort.affords(longest):
        start = imagined(view, cards, chance)
        for at, move in enumerate(moves):
            end, plies = _carried_on(advance(start, move))
            effort.spend(EACH * (1 + plies))
            sums[at] += _outcome(end, view.seat)
        rounds += 1
    return sums, rounds


def _carried_on(state: State) -> tuple[State, int]:
    farthest = TURNS * len(state.hands)
    for ply in range(farthest):
        if has_ended(state.phase):
            return state, ply
        state = advance(state, _plain_move(state))
    return state, farthest


def _plain_move(state: State) -> Move:
    hand = state.hand
    fits = hand & fitting(state)
    if not fits:
        return DRAW
    for card in _order(state.deal.rules):
        if fits & ONLY[card]:
            return NAMING[card][_most_held(hand)] if asks_suit(hand, card) else PLAIN[card]
    return DRAW


@lru_cache(maxsize=64)
def _order(rules: RuleSet) -> tuple[Card, ...]:
    """Returns the cards in the order in which a plain player sheds them."""

    def haste(card: Card) -> float:
        hits = HITS_HARD if card == KING_OF_SPADES else 0.0
        return value(rules, card) + EARLIER.get(rank_of(card), 0.0) + hits

    return tuple(sorted(map(Card, range(CARDS)), key=haste, reverse=True))


def _most_held(hand: Hand) -> int:
    return max(SUITS, key=lambda suit: (hand & SUITED[suit]).bit_count())


def _standing(state: State) -> Sequence[float]:
    """Returns what seats are taken to score: what they hold, less the nearer they are to going out."""
    held = [_worth(state.rules, hand) for hand in state.hands]
    speeds = [1 / (hand.bit_count() + 0.5) for hand in state.hands]
    together = sum(speeds)
    return [points * (1 - speed / together) for points, speed in zip(held, speeds, strict=True)]


@lru_cache(maxsize=1 << 15)
def _worth(rules: RuleSet, hand: Hand) -> float:
    return sum(value(rules, card) for card in cards_of(hand))


def _outcome(state: State, seat: int) -> float:
    """Returns the points of a seat, less a share of what the others have on average."""
    points = score(state).points if has_ended(state.phase) else _standing(state)
    own = points[seat]
    return own - RIVALS_SHARE * (sum(points) - own) / (len(points) - 1)
