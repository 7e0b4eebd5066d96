"""Which positions of the deal a seat has seen, so that it can ask for their proofs."""

from engine.card.cards import holds
from engine.card.state import State


def seen(state: State, seat: int) -> frozenset[int]:
    """Returns the positions of the order whose cards a seat has seen so far.

    They are its own cards and every card that was played; a card that it drew is one or the other.
    """
    known = state.hands[seat] | state.places.shown
    return frozenset(at for at, card in enumerate(state.deal.order) if holds(known, card))
