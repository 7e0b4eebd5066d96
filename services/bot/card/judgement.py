"""What a move of the card game 101 is worth at a glance: shed what counts, hit who is near the end."""

from typing import Final

from engine.card.cards import (
    ACE,
    KING_OF_SPADES,
    ONLY,
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
    size,
    suit_of,
)
from engine.card.legal import fitting_on
from engine.card.moves import Draw, Move, Play
from engine.card.score import value
from engine.card.state import HIT
from engine.card.view import View
from services.bot.decision import Estimate

AVERAGE_CARD: Final = 6.5
"""What a card drawn unseen counts on average, in points."""
QUEEN_KEPT: Final = 8.0
"""What a queen in the hand is worth while the round is young."""
NEAR_END: Final = 2
"""A rival with so many cards or fewer is about to go out."""
GOES_OUT: Final = "GOES_OUT"
"""The reason of a move that ends the round for the others."""
REACH: Final = 0.6
"""What each card is worth that fits on the own card, in points."""


def judge(view: View, move: Move) -> Estimate:
    """Returns what a seat is taken to score after a move."""
    if isinstance(move, Draw):
        drawn = max(view.pending, 1)
        points = _points(view, view.hand) + drawn * AVERAGE_CARD
        return Estimate(move, points, ("DRAWS",), admissible=drawn <= NEAR_END)
    left = view.hand & ~ONLY[move.card]
    if not left and (rank_of(move.card) != SIX or view.phase is HIT):
        return Estimate(move, -AVERAGE_CARD, (GOES_OUT,))
    hit = _hit(view, move.card)
    reasons = ("HITS_NEXT", "SHEDS_POINTS") if hit > 0 else ("SHEDS_POINTS",)
    points = _points(view, left) + _early(view, move.card, left) - hit - _reach(move, left)
    if move.suit is not None:
        reasons = ("NAMES_OWN_SUIT" if left & SUITED[move.suit] else "NAMES_SUIT", *reasons)
    return Estimate(move, points, reasons)


def _points(view: View, hand: Hand) -> float:
    return float(sum(value(view.rules, card) for card in cards_of(hand)))


def _early(view: View, card: Card, left: Hand) -> float:
    """Returns what playing a card too early costs."""
    if rank_of(card) == QUEEN:
        return QUEEN_KEPT if size(left) > 1 else 0.0
    if rank_of(card) == SIX and view.phase is not HIT and not fitting_on(card) & left:
        return AVERAGE_CARD
    return 0.0


def _hit(view: View, card: Card) -> float:
    """Returns what a card does to the next seat: more when that seat is about to go out."""
    drawn = {SEVEN: 4 if card == SEVEN_OF_SPADES else 2, ACE: 1}.get(rank_of(card), 0)
    if card == KING_OF_SPADES:
        drawn = 4
    drawn += view.pending
    nearest = view.hand_sizes[(view.seat + view.step) % len(view.hand_sizes)]
    return drawn * (2.0 if nearest <= NEAR_END else 0.6)


def _reach(move: Play, left: Hand) -> float:
    """Returns what the cards are worth that could follow the own card."""
    suit = suit_of(move.card) if move.suit is None else move.suit
    return REACH * (left & SUITED[suit]).bit_count() + 0.3 * (left & ranked(QUEEN)).bit_count()
