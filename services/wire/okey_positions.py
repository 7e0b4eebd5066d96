"""Whole positions of 101 Okey on the wire."""

from collections.abc import Mapping
from typing import Final, cast

from game101.v1 import okey_pb2 as pb

from engine.okey.check import check
from engine.okey.state import SEATS, Phase, State
from engine.okey.tiles import TILES, Tile, bits_of
from services.wire.numbers import seat_from_pb
from services.wire.okey_rules import ruleset_from_pb, ruleset_to_pb
from services.wire.okey_tiles import (
    melds_from_pb,
    melds_to_pb,
    opening_from_pb,
    opening_to_pb,
    optional_tile_from_pb,
    optional_to_pb,
    packed_from_pb,
    packed_to_pb,
    set_from_pb,
)
from services.wire.status import Malformed

PHASES: Final = {
    Phase.DRAW: pb.OKEY_PHASE_DRAW,
    Phase.DRAW_STOCK: pb.OKEY_PHASE_DRAW_STOCK,
    Phase.PLAY: pb.OKEY_PHASE_PLAY,
    Phase.ENDED: pb.OKEY_PHASE_ENDED,
    Phase.VOID: pb.OKEY_PHASE_VOID,
}
_PHASE_OF: Final[Mapping[int, Phase]] = {number: phase for phase, number in PHASES.items()}


def phase_from_pb(number: int, field: str) -> Phase:
    """Returns a phase."""
    if number not in _PHASE_OF:
        raise Malformed(field, "is unspecified or unknown")
    return _PHASE_OF[number]


def position_from_pb(message: pb.OkeyPosition, field: str) -> State:
    """Returns a position.

    Raises:
        Malformed: A field is unset or out of range.
        BadPosition: No play can reach the position.
    """
    for name in ("hands", "discards", "seats"):
        if len(getattr(message, name)) != SEATS:
            raise Malformed(f"{field}.{name}", f"must be {SEATS}, one a seat")
    if len(message.order) != TILES:
        raise Malformed(f"{field}.order", f"must be {TILES} bytes, one a tile")
    melds, owners = melds_from_pb(message.melds, f"{field}.melds")
    state = State(
        rules=ruleset_from_pb(message.rules, f"{field}.rules"),
        order=packed_from_pb(message.order, f"{field}.order"),
        starter=seat_from_pb(message.starter, SEATS, f"{field}.starter"),
        hands=tuple([set_from_pb(hand, f"{field}.hands") for hand in message.hands]),
        stock=message.stock,
        discards=tuple(_pile(pile, f"{field}.discards") for pile in message.discards),
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
        known=tuple([set_from_pb(each.known, f"{field}.seats.known") for each in message.seats]),
        finish=optional_tile_from_pb(message.finish, f"{field}.finish"),
    )
    check(state)
    return state


def _pile(numbers: bytes, field: str) -> tuple[Tile, ...]:
    return cast("tuple[Tile, ...]", tuple(packed_from_pb(numbers, field)))


def position_to_pb(state: State) -> pb.OkeyPosition:
    """Returns a position's message."""
    return pb.OkeyPosition(
        rules=ruleset_to_pb(state.rules),
        order=packed_to_pb(state.order),
        starter=state.starter + 1,
        hands=[bits_of(hand) for hand in state.hands],
        stock=state.stock,
        discards=[packed_to_pb(pile) for pile in state.discards],
        melds=melds_to_pb(state.melds, state.owners),
        seats=[
            pb.OkeySeatState(
                opening=opening_to_pb(state.openings[seat]),
                penalties=state.penalties[seat],
                known=bits_of(state.known[seat]) if state.known[seat] else b"",
            )
            for seat in range(SEATS)
        ],
        seat=state.seat + 1,
        phase=PHASES[state.phase],
        turn=state.turn,
        taken=optional_to_pb(state.taken),
        layoffs=state.layoffs,
        ply=state.ply,
        finish=optional_to_pb(state.finish),
    )
