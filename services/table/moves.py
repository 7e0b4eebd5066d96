"""A player's move: one question to the rules, one change in the store."""

from typing import Final

import grpc
from game101.store.v1 import table_pb2 as store_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb

from services.runtime import clients
from services.table import metrics, play, show
from services.table.book import Book, Entry
from services.table.change import Change
from services.table.checks import require_seat
from services.table.parts import Parts
from services.table.worker import Worker
from services.wire import status
from services.wire.status import CallError, Malformed

_PATIENCE_SECONDS: Final = 1.0
"""How long the rules may think about a move before the table takes them for away."""
_SILENCES: Final = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED})


class Moves:
    """Decides on players' moves."""

    def __init__(self, parts: Parts, book: Book, worker: Worker) -> None:
        self._parts = parts
        self._book = book
        self._worker = worker

    async def decide(
        self, request: pb.SubmitMoveRequest, entry: Entry
    ) -> tuple[Change, pb.SubmitMoveResponse]:
        """Returns the change that a move makes, and the answer to its player.

        Raises:
            Malformed: The expected ply or the move is missing.
            CallError: TABLE_DENIED, STALE_PLY and so on, or RULES_UNAVAILABLE.
            AioRpcError: The rules refuse the move.
        """
        table = entry.table
        require_seat(table, request.seat, request.seat_token)
        if not request.HasField("expected_ply"):
            raise Malformed("expected_ply", "is required; zero is the first move")
        _require_turn(table, request)
        update = await self._applied(entry, request)
        change = play.moved(table, self._book.clock.now_ms(), request.seat, update, pb.MOVE_SOURCE_PLAYER)
        told = change.events[-1]
        answer = pb.SubmitMoveResponse(
            header=update.header,
            hand=table.hand.number,
            notation=update.notation,
            event=show.event_for(told, request.seat).move_made.event,
            sequence=told.event.sequence,
        )
        return change, answer

    async def _applied(self, entry: Entry, request: pb.SubmitMoveRequest) -> rules_pb.PositionUpdate:
        position = game_pb2.GamePosition.FromString(entry.table.hand.position)
        question = rules_pb.ApplyMoveRequest(position=position, seat=request.seat, move=request.move)
        # Where the caller's own time is shorter, its end says nothing of the rules.
        is_own = clients.time_allowed(_PATIENCE_SECONDS, _PATIENCE_SECONDS) == _PATIENCE_SECONDS
        silences = _SILENCES if is_own else _SILENCES - {grpc.StatusCode.DEADLINE_EXCEEDED}
        try:
            answer: rules_pb.ApplyMoveResponse = await self._parts.rules.ApplyMove(
                question, timeout=_PATIENCE_SECONDS
            )
        except grpc.aio.AioRpcError as error:
            # An answer with details comes from rules that are there; it goes to the player as it is.
            if error.code() not in silences or status.details_of(error) is not None:
                raise
            await self._worker.wait_for(entry, "RULES_UNAVAILABLE")
            message = "the rules do not answer; the clock pauses, try again"
            raise status.unavailable("RULES_UNAVAILABLE", message, retry_after=0.5) from None
        return answer.update


def _require_turn(table: store_pb.StoredTable, request: pb.SubmitMoveRequest) -> None:
    try:
        play.require_turn(table, request.expected_hand, request.expected_ply, request.seat)
    except CallError as error:
        if (told := status.error_info(error)) is not None:
            metrics.REFUSALS[told.reason].inc()
        raise
