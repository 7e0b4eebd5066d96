"""Which positions of the deal a seat has seen, so that it can ask for their proofs."""

from engine.card.cards import cards_of
from engine.card.state import State


def seen(state: State) -> tuple[tuple[int, ...], ...]:
    """Returns by seat the positions of the order whose cards it has seen so far, ascending.

    They are its own cards and every card that was played; a card that it drew is one or the other.
    """
    places = {card: at for at, card in enumerate(state.deal.order)}
    return tuple(
        tuple(sorted([places[card] for card in cards_of(hand | state.shown)])) for hand in state.hands
    )
