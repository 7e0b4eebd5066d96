"""What a table owes next: a pure function of its state. Nothing is owed that the state does not show."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import table_service_pb2 as pb

from services.table import clocks, stored


class Kind(StrEnum):
    """What is owed."""

    COMMIT = "commit"
    """A commitment of the dealer."""
    FILL = "fill"
    """Bots on the seats that are still free."""
    DEAL = "deal"
    """The deal of the committed hand."""
    BOT_MOVE = "bot_move"
    """A move by a bot: on its own seat, on autopilot, or after a time-out."""
    WARNING = "warning"
    """A warning that the time of a turn is running out."""
    TIME_OUT = "time_out"
    """The end of a turn's time."""
    PROBE = "probe"
    """A look whether the rules are there again."""
    SCORE = "score"
    """The score of an ended hand."""
    SETTLE = "settle"
    """The booking of scores that the owner has confirmed."""
    REVEAL = "reveal"
    """The reveal of the deal."""
    ARCHIVE = "archive"
    """The way of an ended match into the archive."""
    ABANDON = "abandon"
    """The end of a table that nobody goes on with."""


@dataclass(frozen=True, slots=True)
class Debt:
    """What is owed, and from when on, in ms of the store's clock; 0 is at once."""

    kind: Kind
    at_ms: int = 0


IDLE_MS: Final = 24 * 60 * 60 * 1000
"""After this time a table that waits for people is given up."""


def owed(table: store_pb.StoredTable) -> Debt | None:
    """Returns what a table owes first; ``None`` when it owes nothing any more."""
    match table.phase:
        case store_pb.PHASE_LOBBY:
            return _owed_in_lobby(table)
        case store_pb.PHASE_COMMITTING:
            first = table.hand.number == 1
            pause = 0 if first else stored.milliseconds(table.config.pause_between_hands)
            return Debt(Kind.COMMIT, table.phase_ms + pause if pause else 0)
        case store_pb.PHASE_GATHERING:
            return Debt(Kind.DEAL, _gathered_ms(table))
        case store_pb.PHASE_PLAYING:
            return _owed_in_play(table)
        case store_pb.PHASE_SCORING:
            return Debt(Kind.SCORE)
        case store_pb.PHASE_CONFIRMING:
            return Debt(Kind.ABANDON, table.phase_ms + IDLE_MS)
        case store_pb.PHASE_SETTLING:
            return Debt(Kind.SETTLE)
        case store_pb.PHASE_REVEALING | store_pb.PHASE_CLOSING:
            return Debt(Kind.REVEAL)
        case _:
            return None if table.archived else Debt(Kind.ARCHIVE)


def mover(table: store_pb.StoredTable) -> "pb.MoveSource":
    """Returns who is to make the next move of a hand that is being played."""
    seat = table.seats[table.hand.header.seat - 1]
    if stored.is_bot(seat):
        return pb.MOVE_SOURCE_BOT
    if table.hand.turn.timed_out:
        return pb.MOVE_SOURCE_TIMEOUT
    return pb.MOVE_SOURCE_AUTOPILOT if seat.open.autopilot else pb.MOVE_SOURCE_PLAYER


def _owed_in_lobby(table: store_pb.StoredTable) -> Debt:
    if not table.hand.commitment:
        return Debt(Kind.COMMIT)
    has_free = any(seat.open.kind == pb.SEAT_KIND_FREE for seat in table.seats)
    if has_free and table.config.bots.fill == pb.BOT_FILL_AFTER_WAIT:
        return Debt(Kind.FILL, table.create_ms + stored.milliseconds(table.config.bots.wait))
    return Debt(Kind.ABANDON, table.phase_ms + IDLE_MS)


def _owed_in_play(table: store_pb.StoredTable) -> Debt | None:
    if mover(table) != pb.MOVE_SOURCE_PLAYER:
        return Debt(Kind.BOT_MOVE)
    if table.HasField("wait"):
        return Debt(Kind.PROBE)
    turn = table.hand.turn
    if not turn.deadline_ms:
        return Debt(Kind.ABANDON, turn.start_ms + IDLE_MS)
    if not turn.warned:
        return Debt(Kind.WARNING, clocks.warning_ms(table))
    return Debt(Kind.TIME_OUT, turn.deadline_ms)


def _gathered_ms(table: store_pb.StoredTable) -> int:
    """Returns when contributions are waited for no longer; 0 when every player has contributed."""
    wait_ms = stored.milliseconds(table.config.contribution_time)
    given = {contribution.seat for contribution in table.hand.contributions}
    awaited = any(
        seat.open.kind == pb.SEAT_KIND_PLAYER and not seat.open.autopilot and number not in given
        for number, seat in stored.seats_of(table)
    )
    return table.phase_ms + wait_ms if wait_ms and awaited else 0
