"""Cards, suits and moves of the card game 101 on the wire: each number travels plus one."""

from collections.abc import Iterable
from typing import Final

from game101.v1 import card_pb2 as pb

from engine.card.cards import CARDS, SUITS, Card, Hand, Suit, cards_of, hand_of
from engine.card.moves import DRAW, Draw, Move, Play
from services.wire.numbers import one_based
from services.wire.status import Malformed

MOST_SEATS: Final = 6
_SUITS: Final = (
    pb.CARD_SUIT_SPADES,
    pb.CARD_SUIT_HEARTS,
    pb.CARD_SUIT_DIAMONDS,
    pb.CARD_SUIT_CLUBS,
)


def cards_from_pb(numbers: Iterable[int], field: str) -> tuple[Card, ...]:
    """Returns cards in their order, each at most once, from a repeated field or from bytes."""
    cards = tuple(numbers)
    if cards and not (min(cards) >= 1 and max(cards) <= CARDS):
        raise Malformed(field, f"has a card not in [1, {CARDS}]")
    if len(set(cards)) != len(cards):
        raise Malformed(field, "has a card twice")
    return tuple([Card(number - 1) for number in cards])


def hand_from_pb(numbers: Iterable[int], field: str) -> Hand:
    """Returns a set of cards."""
    return hand_of(cards_from_pb(numbers, field))


def cards_to_pb(cards: Iterable[Card]) -> list[int]:
    """Returns cards in their order."""
    return [card + 1 for card in cards]


def hand_to_pb(hand: Hand) -> list[int]:
    """Returns a set of cards, ascending."""
    return cards_to_pb(cards_of(hand))


def suit_from_pb(number: int, field: str) -> Suit | None:
    """Returns a suit, or ``None`` where none is named."""
    return Suit(one_based(number, len(SUITS), field)) if number else None


def suit_to_pb(suit: Suit | None) -> pb.CardSuit:
    """Returns a suit that may be absent."""
    return pb.CARD_SUIT_UNSPECIFIED if suit is None else _SUITS[suit]


def move_from_pb(message: pb.CardMove, field: str) -> Move:
    """Returns a move.

    Raises:
        Malformed: A field is unset or out of range. Whether the move is legal is for the rules.
    """
    match message.WhichOneof("kind"):
        case "play":
            play = message.play
            card = Card(one_based(play.card, CARDS, f"{field}.play.card"))
            return Play(card, suit_from_pb(play.suit, f"{field}.play.suit"))
        case "draw":
            return DRAW
        case _:
            raise Malformed(f"{field}.kind", "is required")


def move_to_pb(move: Move) -> pb.CardMove:
    """Returns a move's message."""
    if isinstance(move, Draw):
        return pb.CardMove(draw=pb.CardDraw())
    return pb.CardMove(play=pb.CardPlay(card=move.card + 1, suit=suit_to_pb(move.suit)))
