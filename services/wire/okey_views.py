"""Views and events of 101 Okey on the wire."""

from typing import assert_never

from game101.v1 import okey_pb2 as pb

from engine.okey.check import check_view
from engine.okey.events import (
    Claimed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Laid,
    LaidOff,
    ReturnedTile,
    Took,
)
from engine.okey.state import SEATS
from engine.okey.tiles import NUMBERED, Tile, okey_face
from engine.okey.view import View
from services.wire.numbers import one_based, seat_from_pb
from services.wire.okey_positions import PHASES, phase_from_pb
from services.wire.okey_rules import ruleset_from_pb, ruleset_to_pb
from services.wire.okey_tiles import (
    hand_from_pb,
    hand_to_pb,
    meld_to_pb,
    melds_from_pb,
    melds_to_pb,
    opening_from_pb,
    opening_to_pb,
    optional_tile_from_pb,
    optional_to_pb,
    tiles_from_pb,
    tiles_to_pb,
)
from services.wire.status import Malformed


def view_to_pb(view: View) -> pb.OkeyView:
    """Returns a view's message."""
    return pb.OkeyView(
        viewer=optional_to_pb(view.viewer),
        rules=ruleset_to_pb(view.rules),
        indicator=view.indicator + 1,
        okey_face=view.okey + 1,
        starter=view.starter + 1,
        hand=hand_to_pb(view.hand),
        seats=[
            pb.OkeySeatView(
                hand_size=view.hand_sizes[seat],
                discards=tiles_to_pb(view.discards[seat]),
                known=hand_to_pb(view.known[seat]),
                opening=opening_to_pb(view.openings[seat]),
                penalties=view.penalties[seat],
            )
            for seat in range(SEATS)
        ],
        stock=view.stock,
        melds=melds_to_pb(view.melds, view.owners),
        seat=view.seat + 1,
        phase=PHASES[view.phase],
        turn=view.turn,
        taken=optional_to_pb(view.taken),
        layoffs=view.layoffs,
        ply=view.ply,
        finish=optional_to_pb(view.finish),
    )


def view_from_pb(message: pb.OkeyView, field: str) -> View:
    """Returns a view.

    Raises:
        Malformed: A field is unset or out of range.
        BadPosition: No play can reach what the view shows.
    """
    view = unchecked_view_from_pb(message, field)
    check_view(view)
    return view


def unchecked_view_from_pb(message: pb.OkeyView, field: str) -> View:
    """Returns a view of which nobody asks whether play can reach it.

    Raises:
        Malformed: A field is unset or out of range.
    """
    if len(message.seats) != SEATS:
        raise Malformed(f"{field}.seats", f"must be {SEATS}, one a seat")
    melds, owners = melds_from_pb(message.melds, f"{field}.melds")
    viewer = seat_from_pb(message.viewer, SEATS, f"{field}.viewer") if message.viewer else None
    return View(
        viewer=viewer,
        rules=ruleset_from_pb(message.rules, f"{field}.rules"),
        indicator=Tile(one_based(message.indicator, NUMBERED, f"{field}.indicator")),
        starter=seat_from_pb(message.starter, SEATS, f"{field}.starter"),
        hand=hand_from_pb(message.hand, f"{field}.hand"),
        hand_sizes=tuple(each.hand_size for each in message.seats),
        known=tuple(hand_from_pb(each.known, f"{field}.seats.known") for each in message.seats),
        stock=message.stock,
        discards=tuple(tiles_from_pb(each.discards, f"{field}.seats.discards") for each in message.seats),
        melds=melds,
        owners=owners,
        openings=tuple(opening_from_pb(each) for each in message.seats),
        penalties=tuple(each.penalties for each in message.seats),
        seat=seat_from_pb(message.seat, SEATS, f"{field}.seat"),
        phase=phase_from_pb(message.phase, f"{field}.phase"),
        turn=message.turn,
        taken=optional_tile_from_pb(message.taken, f"{field}.taken"),
        layoffs=message.layoffs,
        ply=message.ply,
        finish=optional_tile_from_pb(message.finish, f"{field}.finish"),
    )


def event_to_pb(event: Event) -> pb.OkeyEvent:
    """Returns an event's message."""
    match event:
        case Dealt():
            return pb.OkeyEvent(dealt=_dealt(event))
        case Drew():
            drew = pb.OkeyDrew(seat=event.seat + 1, stock=event.stock, tile=optional_to_pb(event.tile))
            return pb.OkeyEvent(drew=drew)
        case Took():
            return pb.OkeyEvent(took=pb.OkeyTook(seat=event.seat + 1, tile=event.tile + 1))
        case ReturnedTile():
            return pb.OkeyEvent(returned=pb.OkeyReturned(seat=event.seat + 1, tile=event.tile + 1))
        case Laid():
            return pb.OkeyEvent(laid=_laid(event))
        case LaidOff():
            return pb.OkeyEvent(laid_off=_laid_off(event))
        case Claimed():
            return pb.OkeyEvent(claimed=_claimed(event))
        case Discarded():
            return pb.OkeyEvent(discarded=_discarded(event))
        case _:
            assert_never(event)


def _dealt(event: Dealt) -> pb.OkeyDealt:
    return pb.OkeyDealt(
        starter=event.starter + 1,
        indicator=event.indicator + 1,
        hand=[] if event.hand is None else hand_to_pb(event.hand),
        okey_face=okey_face(event.indicator) + 1,
    )


def _laid(event: Laid) -> pb.OkeyLaid:
    melds = [meld_to_pb(meld, event.seat) for meld in event.melds]
    return pb.OkeyLaid(seat=event.seat + 1, opening=event.opening, melds=melds)


def _laid_off(event: LaidOff) -> pb.OkeyLaidOff:
    return pb.OkeyLaidOff(
        seat=event.seat + 1, meld=event.meld + 1, tile=event.tile + 1, after=meld_to_pb(event.after)
    )


def _claimed(event: Claimed) -> pb.OkeyClaimed:
    return pb.OkeyClaimed(
        seat=event.seat + 1,
        meld=event.meld + 1,
        tile=event.tile + 1,
        okey=event.okey + 1,
        after=meld_to_pb(event.after),
    )


def _discarded(event: Discarded) -> pb.OkeyDiscarded:
    return pb.OkeyDiscarded(
        seat=event.seat + 1,
        tile=event.tile + 1,
        on_indicator=event.on_indicator,
        penalty=event.penalty,
        ended=event.ended,
        finished=event.finished,
    )
