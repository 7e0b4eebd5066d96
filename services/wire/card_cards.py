"""Cards, suits and directions of the card game 101 on the wire: cards travel plus one."""

from collections.abc import Iterable, Mapping
from typing import Final

from game101.v1 import card_pb2 as pb

from engine.card.cards import CARDS, CLUBS, DIAMONDS, HEARTS, SPADES, Card, Hand, Suit, cards_of, hand_of
from engine.card.state import Phase, direction_of, step_of
from services.wire.card_rules import DIRECTION_NUMBERS, DIRECTIONS
from services.wire.numbers import one_based
from services.wire.status import Malformed

_SUITS: Final = {
    SPADES: pb.CARD_SUIT_SPADES,
    HEARTS: pb.CARD_SUIT_HEARTS,
    DIAMONDS: pb.CARD_SUIT_DIAMONDS,
    CLUBS: pb.CARD_SUIT_CLUBS,
}
_SUIT_OF: Final[Mapping[int, Suit]] = {number: suit for suit, number in _SUITS.items()}
_PHASES: Final = {
    Phase.LEAD: pb.CARD_PHASE_LEAD,
    Phase.TURN: pb.CARD_PHASE_TURN,
    Phase.COVER: pb.CARD_PHASE_COVER,
    Phase.HIT: pb.CARD_PHASE_HIT,
    Phase.BOUND: pb.CARD_PHASE_BOUND,
    Phase.OVER: pb.CARD_PHASE_OVER,
    Phase.STALEMATE: pb.CARD_PHASE_STALEMATE,
}
_PHASE_OF: Final[Mapping[int, Phase]] = {number: phase for phase, number in _PHASES.items()}


def card_from_pb(number: int, field: str) -> Card:
    """Returns a card."""
    return Card(one_based(number, CARDS, field))


def cards_from_pb(numbers: Iterable[int], field: str) -> tuple[Card, ...]:
    """Returns cards in their order, from a repeated field or from bytes."""
    cards = tuple(numbers)
    if cards and not (min(cards) >= 1 and max(cards) <= CARDS):
        raise Malformed(field, f"has a card not in [1, {CARDS}]")
    return tuple([Card(number - 1) for number in cards])


def hand_from_pb(numbers: Iterable[int], field: str) -> Hand:
    """Returns a set of cards; each may come once."""
    cards = cards_from_pb(numbers, field)
    hand = hand_of(cards)
    if hand.bit_count() != len(cards):
        raise Malformed(field, "has a card twice")
    return hand


def cards_to_pb(cards: Iterable[int]) -> list[int]:
    """Returns cards in their order."""
    return [card + 1 for card in cards]


def hand_to_pb(hand: Hand) -> list[int]:
    """Returns a set of cards, ascending."""
    return cards_to_pb(cards_of(hand))


def suit_from_pb(number: int, field: str) -> Suit | None:
    """Returns a suit; ``None`` when none is named."""
    if number == pb.CARD_SUIT_UNSPECIFIED:
        return None
    if number not in _SUIT_OF:
        raise Malformed(field, "is no suit")
    return _SUIT_OF[number]


def suit_to_pb(suit: Suit | None) -> pb.CardSuit:
    """Returns a suit that may be absent."""
    return pb.CARD_SUIT_UNSPECIFIED if suit is None else _SUITS[suit]


def step_from_pb(number: int, field: str) -> int:
    """Returns the step of a direction of play."""
    if number not in DIRECTIONS:
        raise Malformed(field, "is unspecified or unknown")
    return step_of(DIRECTIONS[number])


def step_to_pb(step: int) -> pb.CardDirection:
    """Returns the direction of a step."""
    return DIRECTION_NUMBERS[direction_of(step)]


def phase_from_pb(number: int, field: str) -> Phase:
    """Returns a phase."""
    if number not in _PHASE_OF:
        raise Malformed(field, "is unspecified or unknown")
    return _PHASE_OF[number]


def phase_to_pb(phase: Phase) -> pb.CardPhase:
    """Returns a phase's number."""
    return _PHASES[phase]
