"""The two moves of the card game 101, as frozen values. Rule C3."""

from dataclasses import dataclass
from typing import Final

from engine.card.cards import CARDS, SUITS, Card, Suit


@dataclass(frozen=True, slots=True)
class Play:
    """Puts a card on the pile. Rule C3."""

    card: Card
    suit: Suit | None = None
    """What a queen names; nothing else names a suit. Rule C9."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws: a pending draw whole, otherwise as C4 says."""


Move = Play | Draw

PLAIN: Final = tuple(Play(Card(card)) for card in range(CARDS))
"""By card: playing it without naming a suit."""
NAMING: Final = tuple(tuple(Play(Card(card), suit) for suit in SUITS) for card in range(CARDS))
"""By card, then by suit: playing it and naming that suit."""
DRAW: Final = Draw()
