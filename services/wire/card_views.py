"""Views and events of the card game 101 on the wire."""

from typing import assert_never

from game101.v1 import card_pb2 as pb

from engine.card.check import check_view
from engine.card.events import Dealt, Drawn, Event, Played
from engine.card.ruleset import seats
from engine.card.view import View
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
from services.wire.numbers import seat_from_pb, seat_to_pb
from services.wire.status import Malformed


def view_from_pb(message: pb.CardView, field: str) -> View:
    """Returns a view.

    Raises:
        Malformed: A field is unset or out of range.
        BadPosition: The parts contradict each other.
    """
    view = unchecked_view_from_pb(message, field)
    check_view(view)
    return view


def unchecked_view_from_pb(message: pb.CardView, field: str) -> View:
    """Returns a view of which nobody asks whether its parts agree.

    Raises:
        Malformed: A field is unset or out of range.
    """
    rules = ruleset_from_pb(message.rules, f"{field}.rules")
    count = len(message.hand_sizes)
    if count not in (allowed := seats(rules)):
        raise Malformed(f"{field}.hand_sizes", f"must be {allowed.start} to {allowed.stop - 1}, one a seat")
    return View(
        rules=rules,
        viewer=seat_from_pb(message.viewer, count, f"{field}.viewer") if message.viewer else None,
        hand=hand_from_pb(message.hand, f"{field}.hand"),
        hand_sizes=tuple(message.hand_sizes),
        stock_size=message.stock,
        pile=cards_from_pb(message.pile, f"{field}.pile"),
        shown=hand_from_pb(message.shown, f"{field}.shown"),
        renewals=message.renewals,
        phase=phase_from_pb(message.phase, f"{field}.phase"),
        seat=seat_from_pb(message.seat, count, f"{field}.seat"),
        starter=seat_from_pb(message.starter, count, f"{field}.starter"),
        step=step_from_pb(message.direction, f"{field}.direction"),
        suit=suit_from_pb(message.suit, f"{field}.suit"),
        pending=message.pending,
        drew=message.drew,
        ply=message.ply,
        turn=message.turn,
    )


def view_to_pb(view: View) -> pb.CardView:
    """Returns a view's message."""
    return pb.CardView(
        viewer=0 if view.viewer is None else seat_to_pb(view.viewer),
        rules=ruleset_to_pb(view.rules),
        hand=hand_to_pb(view.hand),
        hand_sizes=view.hand_sizes,
        stock=view.stock_size,
        pile=cards_to_pb(view.pile),
        shown=hand_to_pb(view.shown),
        renewals=view.renewals,
        phase=phase_to_pb(view.phase),
        seat=seat_to_pb(view.seat),
        starter=seat_to_pb(view.starter),
        direction=step_to_pb(view.step),
        suit=suit_to_pb(view.suit),
        pending=view.pending,
        drew=view.drew,
        ply=view.ply,
        turn=view.turn,
    )


def event_to_pb(event: Event) -> pb.CardEvent:
    """Returns an event's message."""
    match event:
        case Dealt():
            return pb.CardEvent(dealt=_dealt(event))
        case Drawn():
            return pb.CardEvent(drawn=_drawn(event))
        case Played():
            return pb.CardEvent(played=_played(event))
        case _:
            assert_never(event)


def _dealt(event: Dealt) -> pb.CardDealt:
    return pb.CardDealt(
        starter=seat_to_pb(event.starter),
        hand_sizes=event.hand_sizes,
        stock=event.stock_size,
        hand=cards_to_pb(event.hand),
    )


def _drawn(event: Drawn) -> pb.CardDrawn:
    return pb.CardDrawn(
        seat=seat_to_pb(event.seat),
        amount=event.amount,
        owed=event.owed,
        passed=event.passed,
        renewal=event.renewal,
        renewed=event.renewed,
        stalemate=event.stalemate,
        cards=cards_to_pb(event.cards),
    )


def _played(event: Played) -> pb.CardPlayed:
    return pb.CardPlayed(
        seat=seat_to_pb(event.seat),
        card=event.card + 1,
        suit=suit_to_pb(event.suit),
        answered=event.answered,
        pending=event.pending,
        reversed=event.reversed,
        skipped=0 if event.skipped is None else seat_to_pb(event.skipped),
        passed=event.passed,
        over=event.over,
        stalemate=event.stalemate,
        penalty=None if event.penalty is None else _drawn(event.penalty),
    )
