"""Whole positions of the card game 101 on the wire."""

from game101.v1 import card_pb2 as pb

from engine.card.check import check
from engine.card.places import Places
from engine.card.ruleset import seats
from engine.card.state import Deal, State
from services.wire.card_cards import (
    cards_from_pb,
    cards_to_pb,
    hand_from_pb,
    hand_to_pb,
    phase_from_pb,
    phase_to_pb,
    step_from_pb,
    step_to_pb,
    suit_from_pb,
    suit_to_pb,
)
from services.wire.card_rules import ruleset_from_pb, ruleset_to_pb
from services.wire.numbers import seat_from_pb
from services.wire.status import Malformed


def position_from_pb(message: pb.CardPosition, field: str) -> State:
    """Returns a position.

    Raises:
        Malformed: A field is unset or out of range.
        BadPosition: No play can reach the position.
    """
    rules = ruleset_from_pb(message.rules, f"{field}.rules")
    count = len(message.hands)
    if count not in (allowed := seats(rules)):
        raise Malformed(f"{field}.hands", f"must be from {allowed.start} to {allowed.stop - 1}, one a seat")
    starter = seat_from_pb(message.starter, count, f"{field}.starter")
    deal = Deal(rules, count, starter, cards_from_pb(message.order, f"{field}.order"), message.chance)
    state = State(
        deal=deal,
        places=_places(message, field),
        phase=phase_from_pb(message.phase, f"{field}.phase"),
        seat=seat_from_pb(message.seat, count, f"{field}.seat"),
        step=step_from_pb(message.direction, f"{field}.direction"),
        suit=suit_from_pb(message.suit, f"{field}.suit"),
        pending=message.pending,
        drew=message.drew,
        ply=message.ply,
        turn=message.turn,
    )
    check(state)
    return state


def _places(message: pb.CardPosition, field: str) -> Places:
    return Places(
        hands=tuple(hand_from_pb(hand, f"{field}.hands") for hand in message.hands),
        stock=cards_from_pb(message.stock, f"{field}.stock"),
        pile=cards_from_pb(message.pile, f"{field}.pile"),
        shown=hand_from_pb(message.shown, f"{field}.shown"),
        renewals=message.renewals,
    )


def position_to_pb(state: State) -> pb.CardPosition:
    """Returns a position's message."""
    deal, places = state.deal, state.places
    return pb.CardPosition(
        rules=ruleset_to_pb(deal.rules),
        starter=deal.starter + 1,
        order=bytes(cards_to_pb(deal.order)),
        chance=deal.chance,
        hands=[bytes(hand_to_pb(hand)) for hand in places.hands],
        stock=bytes(cards_to_pb(places.stock)),
        pile=bytes(cards_to_pb(places.pile)),
        shown=bytes(hand_to_pb(places.shown)),
        renewals=places.renewals,
        phase=phase_to_pb(state.phase),
        seat=state.seat + 1,
        direction=step_to_pb(state.step),
        suit=suit_to_pb(state.suit),
        pending=state.pending,
        drew=state.drew,
        ply=state.ply,
        turn=state.turn,
    )
