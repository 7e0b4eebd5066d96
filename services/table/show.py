"""What everybody may see of a table, and what one viewer may see of an event."""

from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2
from game101.v1 import table_service_pb2 as pb
from google.protobuf.timestamp_pb2 import Timestamp

from services.table import clocks, stored

_STATES: Final = {
    store_pb.PHASE_LOBBY: pb.TABLE_STATE_WAITING,
    store_pb.PHASE_COMMITTING: pb.TABLE_STATE_DEALING,
    store_pb.PHASE_GATHERING: pb.TABLE_STATE_DEALING,
    store_pb.PHASE_PLAYING: pb.TABLE_STATE_PLAYING,
    store_pb.PHASE_SCORING: pb.TABLE_STATE_SCORING,
    store_pb.PHASE_CONFIRMING: pb.TABLE_STATE_SCORING,
    store_pb.PHASE_SETTLING: pb.TABLE_STATE_SCORING,
    store_pb.PHASE_REVEALING: pb.TABLE_STATE_SCORING,
    store_pb.PHASE_FINISHED: pb.TABLE_STATE_FINISHED,
    store_pb.PHASE_CLOSING: pb.TABLE_STATE_CLOSED,
    store_pb.PHASE_CLOSED: pb.TABLE_STATE_CLOSED,
}


def state_of(table: store_pb.StoredTable) -> "pb.TableState":
    """Returns where a table stands, as everybody sees it."""
    return _STATES[table.phase]


def shown(table: store_pb.StoredTable) -> pb.Table:
    """Returns the open part of a table."""
    return pb.Table(
        table_id=table.table_id,
        config=table.config,
        state=state_of(table),
        seats=[seat.open for seat in table.seats],
        hand=stored.begun_hand(table),
        header=table.hand.header if table.hand.HasField("header") else None,
        deadline=clocks.deadline_of(table),
        match=table.match,
        last_sequence=table.last_sequence,
        pending_scores=table.pending if table.HasField("pending") else None,
        create_time=timestamp(table.create_ms),
        waiting_for=table.wait.reason,
    )


def timestamp(moment_ms: int) -> Timestamp:
    """Returns a time of the store's clock as a message."""
    moment = Timestamp()
    moment.FromMilliseconds(moment_ms)
    return moment


def event_for(told: store_pb.StoredEvent, seat: int) -> pb.TableEvent:
    """Returns an event as a seat may see it; seat 0 is a spectator. The answer is not to be changed."""
    for private in told.private_events:
        if private.seat == seat:
            return _with_game_event(told.event, private.event)
    return told.event


def _with_game_event(event: pb.TableEvent, game_event: game_pb2.GameEvent) -> pb.TableEvent:
    seen = pb.TableEvent()
    seen.CopyFrom(event)
    kind = getattr(seen, seen.WhichOneof("kind"))
    kind.event.CopyFrom(game_event)
    return seen
