"""The ranking of the moves of the card game 101: shed what counts, hit who is near the end, keep queens."""

import random
from typing import Final

from engine.card.cards import (
    ACE,
    KING_OF_SPADES,
    QUEEN,
    SEVEN,
    SEVEN_OF_SPADES,
    SIX,
    SUITED,
    Card,
    Hand,
    cards_of,
    rank_of,
    ranked,
    suit_of,
)
from engine.card.legal import fitting_on
from engine.card.moves import Draw, Move, Play
from engine.card.score import value
from engine.card.state import has_ended
from engine.card.view import View, moves_in
from services.bot.decision import Estimate, Ranking
from services.bot.effort import Expired

AVERAGE_CARD: Final = 7.0
"""What a card drawn unseen counts on average, in points."""
QUEEN_KEPT: Final = 9.0
"""What a queen in the hand is worth while the round is young."""
NEAR_END: Final = 2
"""A rival with so many cards or fewer is about to go out."""


def to_move(view: View) -> bool:
    """Tells whether the viewer is to move."""
    return view.viewer == view.seat and not has_ended(view.phase)


def only_move(view: View) -> Move | None:
    """Returns the only legal move; ``None`` where there are others."""
    moves = moves_in(view)
    return moves[0] if len(moves) == 1 else None


def rank(view: View, chance: random.Random, budget: int, expired: Expired) -> Ranking:  # noqa: ARG001
    """Returns the moves of the seat whose view it is, best first."""
    moves = moves_in(view)
    estimates = sorted((_estimate(view, move) for move in moves), key=lambda each: each.expected_points)
    return Ranking(tuple(estimates), evaluations=len(moves))


def _estimate(view: View, move: Move) -> Estimate:
    if isinstance(move, Draw):
        drawn = max(view.pending, 1)
        return Estimate(move, _points(view, view.hand) + drawn * AVERAGE_CARD, ("DRAWS",), admissible=False)
    left = view.hand & ~(1 << move.card)
    if not left and rank_of(move.card) != SIX:
        return Estimate(move, 0.0, ("GOES_OUT",))
    reasons = ["SHEDS_POINTS"]
    points = _points(view, left)
    hit = _hit(view, move.card)
    if hit:
        reasons.insert(0, "HITS_NEXT")
    points += _keeping(move.card, left) - hit - _reach(move, left)
    return Estimate(move, points, tuple(reasons))


def _points(view: View, hand: Hand) -> float:
    return float(sum(value(view.rules, card) for card in cards_of(hand)))


def _keeping(card: Card, left: Hand) -> float:
    """Returns what playing a card too early costs."""
    if rank_of(card) == QUEEN:
        return QUEEN_KEPT
    if rank_of(card) == SIX and not _covers(card, left):
        return AVERAGE_CARD
    return 0.0


def _covers(card: Card, left: Hand) -> bool:
    return bool(fitting_on(card) & left)


def _hit(view: View, card: Card) -> float:
    """Returns what a card does to the next seat: more when that seat is about to go out."""
    cards = {SEVEN: 4 if card == SEVEN_OF_SPADES else 2, ACE: 1}.get(rank_of(card), 0)
    if card == KING_OF_SPADES:
        cards = 4
    nearest = view.hand_sizes[(view.seat + view.step) % len(view.hand_sizes)]
    return cards * (2.0 if nearest <= NEAR_END else 0.5)


def _reach(move: Play, left: Hand) -> float:
    """Returns what the cards that could follow the own card are worth: a turn that can be answered."""
    suit = suit_of(move.card) if move.suit is None else move.suit
    return 0.5 * (left & SUITED[suit]).bit_count() + 0.25 * (left & ranked(QUEEN)).bit_count()
