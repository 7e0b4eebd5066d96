"""The 36 cards as small integers, and sets of them as bitmasks.

====== ============ ============================================
Card   0 .. 35      ``suit * 9 + rank``
Rank   0 .. 8       6, 7, 8, 9, 10, jack, queen, king, ace
Suit   0 .. 3       spades, hearts, diamonds, clubs
Hand   36-bit mask  bit ``c`` is set when card ``c`` is in it
====== ============ ============================================

Sets are joined, met and cut with ``|``, ``&`` and ``& ~``; nothing outside this file shifts bits.
"""

from collections.abc import Iterable
from typing import Final, NewType, TypeAlias

Card = NewType("Card", int)
Rank = NewType("Rank", int)
Suit = NewType("Suit", int)
Hand: TypeAlias = int

CARDS: Final = 36
RANKS: Final = 9
SUITS: Final = tuple(Suit(suit) for suit in range(4))
SPADES, HEARTS, DIAMONDS, CLUBS = SUITS
SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = (Rank(rank) for rank in range(RANKS))
EMPTY: Final[Hand] = 0
ALL: Final[Hand] = (1 << CARDS) - 1


_RANK_OF: Final = tuple(Rank(card % RANKS) for card in range(CARDS))
_SUIT_OF: Final = tuple(Suit(card // RANKS) for card in range(CARDS))


def rank_of(card: Card) -> Rank:
    """Returns a card's rank."""
    return _RANK_OF[card]


def suit_of(card: Card) -> Suit:
    """Returns a card's suit."""
    return _SUIT_OF[card]


def card_of(rank: Rank, suit: Suit) -> Card:
    """Returns the card of a rank and a suit."""
    return Card(suit * RANKS + rank)


def hand_of(cards: Iterable[Card]) -> Hand:
    """Returns a set of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(hand: Hand) -> list[Card]:
    """Returns the cards of a set, lowest first."""
    mask, cards = hand, []
    while mask:
        low = mask & -mask
        cards.append(Card(low.bit_length() - 1))
        mask ^= low
    return cards


def holds(hand: Hand, card: Card) -> bool:
    """Tells whether a card is in a set; a number that is no card never is."""
    return card >= 0 and bool(hand >> card & 1)


def size(hand: Hand) -> int:
    """Returns how many cards are in a set."""
    return hand.bit_count()


def ranked(*ranks: Rank) -> Hand:
    """Returns all cards of some ranks."""
    return hand_of(card_of(rank, suit) for rank in ranks for suit in SUITS)


ONLY: Final = tuple(1 << card for card in range(CARDS))
"""By card: the set of it alone."""
SUITED: Final = tuple(hand_of(card_of(Rank(rank), suit) for rank in range(RANKS)) for suit in SUITS)
"""By suit: its nine cards."""
MATCHING: Final = tuple(SUITED[suit_of(Card(card))] | ranked(rank_of(Card(card))) for card in range(CARDS))
"""By card: the cards that match it in suit or rank, itself included. Rule C3."""
SEVEN_OF_SPADES: Final = card_of(SEVEN, SPADES)
QUEEN_OF_SPADES: Final = card_of(QUEEN, SPADES)
KING_OF_SPADES: Final = card_of(KING, SPADES)
