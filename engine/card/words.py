"""How cards, suits, ranks and seats are written: ``10S``, ``QH``, seat ``A``."""

from typing import Final

from engine.card.cards import CARDS, Card, Rank, Suit, card_of, rank_of, suit_of
from engine.card.state import Phase

RANK_WORDS: Final = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_WORDS: Final = ("S", "H", "D", "C")
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
SEAT_WORDS: Final = ("A", "B", "C", "D", "E", "F")
CARD_WORDS: Final = tuple(
    RANK_WORDS[rank_of(Card(card))] + SUIT_WORDS[suit_of(Card(card))] for card in range(CARDS)
)
CARD_NAMED: Final = {
    RANK_WORDS[rank] + SUIT_WORDS[suit]: card_of(Rank(rank), Suit(suit))
    for suit in range(len(SUIT_WORDS))
    for rank in range(len(RANK_WORDS))
}


def card_word(card: Card) -> str:
    """Returns a card's word, such as ``10S``; a number that is no card is written in figures."""
    return CARD_WORDS[card] if 0 <= card < CARDS else str(card)


def suit_word(suit: Suit) -> str:
    """Returns a suit's letter."""
    return SUIT_WORDS[suit]


def phase_word(phase: Phase) -> str:
    """Returns a phase's word."""
    return phase.value.lower()
