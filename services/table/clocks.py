"""The clock of a turn: when it runs out, when to warn, how it pauses while a part of the cluster is away."""

from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from google.protobuf.timestamp_pb2 import Timestamp

from services.table import stored

_LONGEST_WARNING_MS: Final = 10_000
_LEAST_AFTER_PAUSE_MS: Final = 3_000
"""What a turn has at least left when its clock goes on: its player has to notice."""


def begin_turn(table: store_pb.StoredTable, now_ms: int) -> None:
    """Starts the clock of a new turn."""
    table.hand.turn.Clear()
    table.hand.turn.start_ms = now_ms
    if not table.config.no_clock:
        table.hand.turn.deadline_ms = now_ms + stored.milliseconds(table.config.turn_time)


def warning_ms(table: store_pb.StoredTable) -> int:
    """Returns when the warning of the present turn is due: 10 s before the end, or a third of it."""
    before = min(_LONGEST_WARNING_MS, stored.milliseconds(table.config.turn_time) // 3)
    return table.hand.turn.deadline_ms - before


def stop(table: store_pb.StoredTable) -> None:
    """Takes the clock away: nobody is to move."""
    table.hand.turn.deadline_ms = 0


def pause(table: store_pb.StoredTable, now_ms: int) -> None:
    """Stops a running clock and keeps what is left."""
    turn = table.hand.turn
    if turn.deadline_ms:
        turn.remaining_ms = max(0, turn.deadline_ms - now_ms)
        turn.deadline_ms = 0


def go_on(table: store_pb.StoredTable, now_ms: int) -> None:
    """Lets a paused clock go on with what was left, but at least 3 s."""
    turn = table.hand.turn
    paused = not (turn.deadline_ms or table.config.no_clock)
    if paused and table.phase == store_pb.PHASE_PLAYING:
        turn.deadline_ms = now_ms + max(turn.remaining_ms, _LEAST_AFTER_PAUSE_MS)
        turn.remaining_ms = 0
    turn.start_ms = now_ms


def hand_to_bot(table: store_pb.StoredTable, seat: int, now_ms: int) -> None:
    """Notes that a bot takes over, if it is that seat's turn: its patience counts from here."""
    if table.phase == store_pb.PHASE_PLAYING and table.hand.header.seat == seat:
        table.hand.turn.start_ms = now_ms


def deadline_of(table: store_pb.StoredTable) -> Timestamp | None:
    """Returns when the time of the present turn runs out; ``None`` without a clock, and while it pauses."""
    if not table.hand.turn.deadline_ms:
        return None
    moment = Timestamp()
    moment.FromMilliseconds(table.hand.turn.deadline_ms)
    return moment
