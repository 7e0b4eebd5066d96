"""How a round begins. Rules C1, C2, C2a."""

from collections.abc import Sequence
from typing import Final

from engine.card import ruleset
from engine.card.cards import CARDS, EMPTY, ONLY, Card, Hand
from engine.card.places import Places
from engine.card.ruleset import RuleSet
from engine.card.state import LEAD, Deal, State, step_of
from engine.header import Deck
from engine.refusal import BadPosition
from engine.shuffle import CHANCE_BYTES

_DECK: Final = frozenset(range(CARDS))


def deck(rules: RuleSet) -> Deck:  # noqa: ARG001  (other games' decks depend on the rules)
    """Returns what the dealer must shuffle: 36 cards, any of which may come first."""
    return Deck(size=CARDS, first_below=CARDS)


def start(rules: RuleSet, seats: int, starter: int, order: Sequence[int], chance: bytes) -> State:
    """Returns the first position of a round. Rules C1, C2.

    Args:
        rules: The table's configuration.
        seats: How many play: 2 to 6 with four cards each, 2 to 5 with five.
        starter: The seat that moves first, from 0; under five cards the dealer.
        order: Every card once: one at a time to each seat from the starter on, then the stock.
        chance: 32 secret bytes for renewals of the stock.

    Raises:
        BadPosition: The order is not the deck, or seats, starter or chance are out of range.
    """
    deal = Deal(rules, seats, starter, tuple(map(Card, order)), bytes(chance))
    check_deal(deal)
    places = Places(hands=dealt_hands(deal), stock=deal.order[seats * rules.hand_size :], pile=())
    return State(deal, places, LEAD, starter, step_of(rules.direction))


def dealt_hands(deal: Deal) -> tuple[Hand, ...]:
    """Returns the hands by seat as they are dealt, one card at a time in the direction of play."""
    hands = [EMPTY] * deal.seats
    seat, step = deal.starter, step_of(deal.rules.direction)
    for card in deal.order[: deal.seats * deal.rules.hand_size]:
        hands[seat] |= ONLY[card]
        seat = (seat + step) % deal.seats
    return tuple(hands)


def check_deal(deal: Deal) -> None:
    """Raises ``BadPosition`` for the first part of a deal that is out of range."""
    allowed = ruleset.seats(deal.rules)
    if deal.seats not in allowed:
        raise BadPosition("seats", f"not in [{allowed.start}, {allowed.stop - 1}]")
    if deal.starter not in range(deal.seats):
        raise BadPosition("starter", "no such seat")
    if len(deal.order) != CARDS or set(deal.order) != _DECK:
        raise BadPosition("order", "not each of the 36 cards once")
    if len(deal.chance) != CHANCE_BYTES:
        raise BadPosition("chance", f"not {CHANCE_BYTES} bytes")
