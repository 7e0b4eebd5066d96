"""The table's desk: checks who asks, decides through the pure functions, answers."""

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import grpc
from game101.v1 import dealer_service_pb2 as dealer_pb
from game101.v1 import game_pb2
from game101.v1 import rules_service_pb2 as rules_pb
from game101.v1 import table_service_pb2 as pb
from game101.v1.table_service_pb2_grpc import TableServiceServicer

from services.runtime import calls
from services.table import agreement, checks, handover, lobby, play, requests, show, stored, tokens
from services.table.book import Entry
from services.table.change import Change
from services.table.desk import Desk
from services.table.requests import Response
from services.wire import status
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]

_MOST_POINTS: Final = 100_000


class TableServicer(TableServiceServicer):
    """Answers the calls of ``TableService``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:
        """Returns a new table and the right to it."""
        response = await self._desk.founding.create(request)
        calls.note(table_id=response.table.table_id)
        return response

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        """Returns a table."""
        entry, _ = await self._desk.load(request.table_id)
        return pb.GetTableResponse(table=show.shown(entry.table))

    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:
        """Returns a page of the public tables."""
        return await self._desk.page(request)

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:
        """Returns a seat and the right to it."""
        checks.require_text("player", request.player, checks.LONGEST_PLAYER)
        half = tokens.new_half()

        def decide(entry: Entry, now_ms: int) -> tuple[Change, pb.TakeSeatResponse]:
            if request.seat:
                checks.require_seat_number("seat", request.seat, entry.table)
            token = tokens.whole(half, request.request_id)
            change = lobby.seat_taken(entry.table, now_ms, request.seat, request.player, token)
            seat = change.events[0].event.seat_changed.seat.seat
            kept = pb.TakeSeatResponse(seat=seat, seat_token=half, table=show.shown(change.table))
            return change, kept

        answer = await self._carry_out(request, pb.TakeSeatResponse, decide)
        answer.seat_token = tokens.whole(answer.seat_token, request.request_id)
        return answer

    async def LeaveSeat(self, request: pb.LeaveSeatRequest, context: Context) -> pb.LeaveSeatResponse:
        """Gives a seat up."""

        def decide(entry: Entry, now_ms: int) -> Change:
            checks.require_seat_or_owner(entry.table, request.seat, request.token)
            return lobby.seat_left(entry.table, now_ms, request.seat)

        return await self._change_table(request, pb.LeaveSeatResponse, decide)

    async def AddBots(self, request: pb.AddBotsRequest, context: Context) -> pb.AddBotsResponse:
        """Puts bots on free seats."""
        level = agreement.level_of("level", request.level)

        def decide(entry: Entry, now_ms: int) -> Change:
            checks.require_owner(entry.table, request.owner_token)
            for seat in request.seats:
                checks.require_seat_number("seats", seat, entry.table)
            if len(set(request.seats)) != len(request.seats):
                raise Malformed("seats", "names a seat twice")
            return lobby.bots_added(entry.table, now_ms, request.seats, level)

        return await self._change_table(request, pb.AddBotsResponse, decide)

    async def PressStart(self, request: pb.PressStartRequest, context: Context) -> pb.PressStartResponse:
        """Presses start, or contributes to a deal."""
        if len(request.contribution) > checks.LONGEST_CONTRIBUTION:
            raise Malformed("contribution", f"has more than {checks.LONGEST_CONTRIBUTION} bytes")

        def decide(entry: Entry, now_ms: int) -> Change:
            checks.require_seat(entry.table, request.seat, request.seat_token)
            return lobby.start_pressed(entry.table, now_ms, request.seat, request.contribution)

        return await self._change_table(request, pb.PressStartResponse, decide)

    async def SubmitMove(self, request: pb.SubmitMoveRequest, context: Context) -> pb.SubmitMoveResponse:
        """Makes a move."""

        async def decide(entry: Entry, _now_ms: int) -> tuple[Change, pb.SubmitMoveResponse]:
            return await self._desk.moves.decide(request, entry)

        calls.note(table_id=request.table_id)
        return await requests.carry_out(self._desk.book, request, pb.SubmitMoveResponse, decide)

    async def EditDraft(
        self, request: pb.TableServiceEditDraftRequest, context: Context
    ) -> pb.TableServiceEditDraftResponse:
        """Changes the draft of a seat by one step."""
        calls.note(table_id=request.table_id)
        return await self._desk.drafts.edit(request)

    async def SetAutopilot(
        self, request: pb.SetAutopilotRequest, context: Context
    ) -> pb.SetAutopilotResponse:
        """Lets a bot play a seat, or gives it back."""
        if not request.HasField("autopilot"):
            raise Malformed("autopilot", "is required")

        def decide(entry: Entry, now_ms: int) -> Change:
            checks.require_seat(entry.table, request.seat, request.seat_token)
            lobby.require_open(entry.table)
            return play.autopilot_set(entry.table, now_ms, request.seat, request.autopilot)

        return await self._change_table(request, pb.SetAutopilotResponse, decide)

    async def GetView(
        self, request: pb.TableServiceGetViewRequest, context: Context
    ) -> pb.TableServiceGetViewResponse:
        """Returns what a seat, or a spectator, may see now."""
        field = stored.draft_field(request.seat) if request.seat else ""
        entry, draft = await self._desk.load(request.table_id, field)
        self._desk.require_viewer(entry.table, request.seat, request.seat_token)
        answer = pb.TableServiceGetViewResponse(table=show.shown(entry.table))
        if entry.table.hand.position:
            position = game_pb2.GamePosition.FromString(entry.table.hand.position)
            rules = self._desk.parts.rules
            seen = await rules.GetView(rules_pb.GetViewRequest(position=position, seat=request.seat))
            answer.view.CopyFrom(seen.view)
            if draft.version:
                asked = rules_pb.EditDraftRequest(position=position, seat=request.seat, draft=draft.draft)
                checked = await rules.EditDraft(asked)
                answer.check.CopyFrom(checked.check)
        if draft.version:
            answer.draft_version = draft.version
            answer.draft.CopyFrom(draft.draft)
        return answer

    async def WatchEvents(
        self, request: pb.WatchEventsRequest, context: Context
    ) -> AsyncIterator[pb.WatchEventsResponse]:
        """Yields a table's events from a number on, and signs of life."""
        calls.note(table_id=request.table_id)
        async for answer in self._desk.watch(request):
            yield answer

    async def EnterScores(self, request: pb.EnterScoresRequest, context: Context) -> pb.EnterScoresResponse:
        """Enters the scores of a hand."""

        def decide(entry: Entry, now_ms: int) -> tuple[Change, pb.EnterScoresResponse]:
            checks.require_owner(entry.table, request.owner_token)
            if len(request.points) != len(entry.table.seats):
                raise Malformed("points", f"must have {len(entry.table.seats)} entries, one a seat")
            if any(abs(points) > _MOST_POINTS for points in request.points):
                raise Malformed("points", f"must each be in [-{_MOST_POINTS}, {_MOST_POINTS}]")
            change = handover.scores_entered(entry.table, now_ms, request.points)
            return change, pb.EnterScoresResponse(pending=change.table.pending)

        return await self._carry_out(request, pb.EnterScoresResponse, decide)

    async def ConfirmScores(
        self, request: pb.ConfirmScoresRequest, context: Context
    ) -> pb.ConfirmScoresResponse:
        """Confirms the entered scores."""

        def decide(entry: Entry, now_ms: int) -> Change:
            checks.require_owner(entry.table, request.owner_token)
            return handover.scores_confirmed(entry.table, now_ms, request.hand)

        return await self._change_table(request, pb.ConfirmScoresResponse, decide)

    async def CloseTable(self, request: pb.CloseTableRequest, context: Context) -> pb.CloseTableResponse:
        """Ends a table before its match does."""
        checks.require_text("reason", request.reason, checks.LONGEST_REASON)

        def decide(entry: Entry, now_ms: int) -> Change:
            checks.require_owner(entry.table, request.owner_token)
            return handover.closed(entry.table, now_ms, request.reason)

        return await self._change_table(request, pb.CloseTableResponse, decide)

    async def GetProofs(self, request: pb.GetProofsRequest, context: Context) -> pb.GetProofsResponse:
        """Returns proofs of the positions that a seat has seen."""
        entry, _ = await self._desk.load(request.table_id)
        checks.require_seat(entry.table, request.seat, request.seat_token)
        hand = await self._desk.hand(entry.table, request.hand)
        if not hand.root:
            raise status.failed_precondition("HAND_NOT_DEALT", "the hand has not been dealt")
        question = dealer_pb.OpenPositionsRequest(
            token=hand.token,
            table_id=request.table_id,
            hand_id=hand.hand_id,
            positions=hand.seen[request.seat - 1].positions,
        )
        opened = await self._desk.parts.dealer.OpenPositions(question)
        return pb.GetProofsResponse(
            commitment=hand.commitment, root=hand.root, proofs=opened.proofs, hand_id=hand.hand_id
        )

    async def GetHandRecord(
        self, request: pb.GetHandRecordRequest, context: Context
    ) -> pb.GetHandRecordResponse:
        """Returns the record of an ended hand."""
        calls.note(table_id=request.table_id)
        return pb.GetHandRecordResponse(record=await self._desk.hand_record(request))

    async def ListMatches(self, request: pb.ListMatchesRequest, context: Context) -> pb.ListMatchesResponse:
        """Returns a page of the ended matches."""
        return await self._desk.archivist.page(request)

    async def _change_table(
        self, request: Any, answer_type: type[Response], decide: Callable[[Entry, int], Change]
    ) -> Response:
        """Carries out a change that is answered with the table."""

        def decided(entry: Entry, now_ms: int) -> tuple[Change, Response]:
            change = decide(entry, now_ms)
            return change, answer_type(table=show.shown(change.table))

        return await self._carry_out(request, answer_type, decided)

    async def _carry_out(
        self,
        request: Any,
        answer_type: type[Response],
        decide: Callable[[Entry, int], tuple[Change, Response]],
    ) -> Response:
        async def decided(entry: Entry, now_ms: int) -> tuple[Change, Response]:
            return decide(entry, now_ms)

        calls.note(table_id=request.table_id)
        return await requests.carry_out(self._desk.book, request, answer_type, decided)
