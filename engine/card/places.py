"""Where each of the 36 cards is, and the three ways in which cards move.

A card is dealt, put on the pile, taken from the stock, and comes back to the stock when the pile is
shuffled under its top card.
"""

from typing import NamedTuple

from engine.card.cards import EMPTY, ONLY, Card, Hand, hand_of
from engine.shuffle import renewed


class Places(NamedTuple):
    """Every card is in exactly one hand, the stock or the pile."""

    hands: tuple[Hand, ...]
    """By seat."""
    stock: tuple[Card, ...]
    """Face down, top first."""
    pile: tuple[Card, ...]
    """The played cards, oldest first; the last is the top card. Everybody sees it in order. Rule C16."""
    shown: Hand = EMPTY
    """Every card that has been on the pile in this round, wherever it is now."""
    renewals: int = 0
    """How often the stock has been renewed."""


def put(places: Places, seat: int, card: Card) -> Places:
    """Returns the places after a seat has played a card from its hand."""
    hands, stock, pile, shown, renewals = places
    played, after = ONLY[card], list(hands)
    after[seat] ^= played
    longer = pile + (card,)  # noqa: RUF005  (half the time of unpacking, at every play)
    return Places._make((tuple(after), stock, longer, shown | played, renewals))


def take(places: Places, seat: int, amount: int) -> Places:
    """Returns the places after a seat has taken cards from the stock, at most what is there."""
    return _taken(places, seat, amount, hand_of(places.stock[:amount]))


def take_until(places: Places, seat: int, wanted: Hand) -> Places:
    """Returns the places after a seat has taken cards until it took a wanted one, or the whole stock."""
    amount, cards = 0, EMPTY
    for card in places.stock:
        amount += 1
        cards |= ONLY[card]
        if cards & wanted:
            break
    return _taken(places, seat, amount, cards)


def _taken(places: Places, seat: int, amount: int, cards: Hand) -> Places:
    hands, stock, pile, shown, renewals = places
    after = list(hands)
    after[seat] |= cards
    return Places._make((tuple(after), stock[amount:], pile, shown, renewals))


def renew(places: Places, chance: bytes) -> Places:
    """Returns the places after an empty stock was renewed from the pile except its top card.

    With nothing under the top card nothing happens. The new order depends on the chance, the number
    of the renewal and the pile alone. Rules C4, C12.
    """
    if len(places.pile) < 2:
        return places
    number = places.renewals + 1
    stock = tuple(Card(card) for card in renewed(chance, number, places.pile[:-1]))
    return Places(places.hands, stock, places.pile[-1:], places.shown, number)


def collect(places: Places, seat: int, amount: int, chance: bytes) -> Places:
    """Returns the places after a seat has taken cards, renewing the stock where it is too small.

    If even the renewed stock is too small, that was all. A draw that just empties the stock renews
    nothing. Rule C12.
    """
    missing = amount - len(places.stock)
    if missing <= 0:
        return take(places, seat, amount)
    return take(renew(take(places, seat, amount), chance), seat, missing)
