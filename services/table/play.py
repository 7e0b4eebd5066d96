"""A hand while it is played: moves, warnings, time-outs, bots that take over and give back."""

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2, rules_service_pb2
from game101.v1 import table_service_pb2 as pb

from services.table import clocks, stored, waiting
from services.table.change import Change
from services.wire import status

_PLAYING = game_pb2.HAND_STATE_PLAYING


def require_turn(table: store_pb.StoredTable, expected_hand: int, expected_ply: int, seat: int) -> None:
    """Tells a player whose picture of the hand is old, or who is not the one to decide.

    Raises:
        CallError: ABORTED with reason STALE_PLY, or FAILED_PRECONDITION with reason HAND_NOT_PLAYED,
            TURN_TIMED_OUT or AUTOPILOT_ON. That another seat is to move is for the rules to say.
    """
    hand = table.hand
    number = stored.begun_hand(table)
    if number and (expected_hand not in (0, number) or expected_ply != hand.header.ply):
        message = f"hand {number} is at ply {hand.header.ply}"
        raise status.aborted("STALE_PLY", message, hand=number, ply=hand.header.ply)
    if table.phase != store_pb.PHASE_PLAYING:
        raise status.failed_precondition("HAND_NOT_PLAYED", "no hand is being played")
    if seat != hand.header.seat:
        return
    if hand.turn.timed_out:
        raise status.failed_precondition("TURN_TIMED_OUT", "the time is up; a bot completes the turn")
    if table.seats[seat - 1].open.autopilot:
        raise status.failed_precondition("AUTOPILOT_ON", "a bot plays the seat; take it back first")


def moved(
    table: store_pb.StoredTable,
    now_ms: int,
    seat: int,
    update: rules_service_pb2.PositionUpdate,
    source: "pb.MoveSource",
) -> Change:
    """Returns the change that a move makes."""
    change = Change(table, now_ms)
    waiting.go_on(change)
    hand = change.table.hand
    turn_before = hand.header.turn
    change.take_position(update)
    if source == pb.MOVE_SOURCE_PLAYER:
        change.table.seats[seat - 1].timeouts = 0
    if hand.header.state != _PLAYING:
        clocks.stop(change.table)
        change.dropped_drafts.update(range(1, len(table.seats) + 1))
    elif hand.header.turn != turn_before:
        clocks.begin_turn(change.table, now_ms)
        change.dropped_drafts.add(seat)
    made = pb.MoveMade(
        header=hand.header,
        event=update.event,
        source=source,
        deadline=clocks.deadline_of(change.table),
        seat=seat,
    )
    change.tell(move_made=made, private_events=update.private_events, notation=update.notation)
    if hand.header.state != _PLAYING:
        change.enter(store_pb.PHASE_SCORING)
    return change


def warned(table: store_pb.StoredTable, now_ms: int) -> Change:
    """Returns the change that tells a player that the time is running out."""
    change = Change(table, now_ms)
    change.table.hand.turn.warned = True
    warning = pb.ClockWarning(seat=table.hand.header.seat, deadline=clocks.deadline_of(table))
    change.tell(clock_warning=warning)
    return change


def timed_out(table: store_pb.StoredTable, now_ms: int) -> Change:
    """Returns the change that the end of a turn's time makes: a bot makes the moves that are left."""
    change = Change(table, now_ms)
    seat = table.hand.header.seat
    change.table.hand.turn.timed_out = True
    change.dropped_drafts.add(seat)
    change.tell(turn_timed_out=pb.TurnTimedOut(seat=seat))
    late = change.table.seats[seat - 1]
    late.timeouts += 1
    if late.timeouts >= table.config.timeouts_to_autopilot:
        late.open.autopilot = True
        change.tell_seat(seat)
    return change


def autopilot_set(table: store_pb.StoredTable, now_ms: int, seat: int, autopilot: bool) -> Change:
    """Returns the change with which a bot takes a seat over, or its player takes it back."""
    change = Change(table, now_ms)
    chosen = change.table.seats[seat - 1]
    chosen.timeouts = 0
    if chosen.open.autopilot != autopilot:
        chosen.open.autopilot = autopilot
        change.tell_seat(seat)
    if autopilot:
        change.dropped_drafts.add(seat)
        clocks.hand_to_bot(change.table, seat, now_ms)
    return change
