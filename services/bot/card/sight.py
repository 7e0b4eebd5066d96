"""Positions that a seat's view allows: the hidden cards are dealt out anew."""

import random

from engine.card.cards import ALL, Card, Hand, cards_of, hand_of, holds
from engine.card.places import Places
from engine.card.state import Deal, State
from engine.card.view import View
from engine.shuffle import CHANCE_BYTES


def hidden(view: View) -> Hand:
    """Returns the cards of which the viewer does not know where they are."""
    return ALL & ~view.hand & ~hand_of(view.pile)


def imagined(view: View, cards: list[Card], chance: random.Random) -> State:
    """Returns a position that looks to the viewer like the view.

    Args:
        view: What the seat sees.
        cards: The hidden cards; they are shuffled.
        chance: Decides who holds what, and how the stock is renewed.
    """
    chance.shuffle(cards)
    if view.renewals:
        _set_stock_aside(view, cards)
    hands: list[Hand] = []
    at = 0
    for seat, count in enumerate(view.hand_sizes):
        if seat == view.viewer:
            hands.append(view.hand)
        else:
            hands.append(hand_of(cards[at : at + count]))
            at += count
    deal = Deal(view.rules, len(hands), view.starter, (), chance.randbytes(CHANCE_BYTES))
    places = Places(tuple(hands), tuple(cards[at:]), view.pile, view.shown, view.renewals)
    return State(
        deal=deal,
        places=places,
        phase=view.phase,
        seat=view.seat,
        step=view.step,
        suit=view.suit,
        pending=view.pending,
        drew=view.drew,
        ply=view.ply,
        turn=view.turn,
    )


def _set_stock_aside(view: View, cards: list[Card]) -> None:
    """Puts cards last that can be in a renewed stock: it was a pile, so all of them have been shown."""
    stock = set([card for card in cards if holds(view.shown, card)][: view.stock_size])
    cards.sort(key=stock.__contains__)


def hidden_cards(view: View) -> list[Card]:
    """Returns the hidden cards, lowest first."""
    return cards_of(hidden(view))
