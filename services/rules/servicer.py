"""The referee's desk: decode, ask the engine, encode."""

from typing import Any

import grpc
from game101.v1 import rules_service_pb2 as pb
from game101.v1.rules_service_pb2_grpc import RulesServiceServicer

from engine.header import Events
from engine.refusal import IllegalMove
from services.rules import metrics
from services.wire import game as wire
from services.wire.game import Rulebook
from services.wire.numbers import one_based, seat_from_pb, seat_to_pb
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]

MOST_MOVES = 10_000


class RulesServicer(RulesServiceServicer):
    """Answers the calls of ``RulesService``."""

    async def DescribeRules(
        self, request: pb.DescribeRulesRequest, context: Context
    ) -> pb.DescribeRulesResponse:
        """Returns every switch, the seats allowed, and the deck to be shuffled."""
        book, rules = wire.rules_from_pb(request.rules, "rules")
        seats, deck = book.game.seats(rules), book.game.deck(rules)
        return pb.DescribeRulesResponse(
            rule_set=wire.ruleset_to_pb(book, rules),
            min_seats=seats.start,
            max_seats=seats.stop - 1,
            deck_size=deck.size,
            first_below=deck.first_below,
        )

    async def StartHand(self, request: pb.StartHandRequest, context: Context) -> pb.StartHandResponse:
        """Returns the first position of a hand."""
        book, rules = wire.rules_from_pb(request.rules, "rules")
        if request.seats not in (allowed := book.game.seats(rules)):
            raise Malformed("seats", f"not in [{allowed.start}, {allowed.stop - 1}]")
        starter = seat_from_pb(request.starter, request.seats, "starter")
        size = book.game.deck(rules).size
        order = [one_based(piece, size, "order") for piece in request.order]
        state = book.game.start(rules, request.seats, starter, order, request.chance)
        response = pb.StartHandResponse()
        _write(response.update, book, state, book.game.dealt(state))
        return response

    async def ApplyMove(self, request: pb.ApplyMoveRequest, context: Context) -> pb.ApplyMoveResponse:
        """Returns the position after a move."""
        book, before = wire.position_from_pb(request.position, "position")
        seat = seat_from_pb(request.seat, book.game.header(before).seats, "seat")
        move = wire.move_from_pb(book, request.move, "move")
        try:
            after = book.game.apply(before, seat, move)
        except IllegalMove as error:
            metrics.count(error.refusal)
            raise
        events = book.game.events(before, seat, move, after)
        response = pb.ApplyMoveResponse()
        _write(response.update, book, after, events)
        response.update.notation = book.game.write_move(move)
        return response

    async def ExplainMove(self, request: pb.ExplainMoveRequest, context: Context) -> pb.ExplainMoveResponse:
        """Returns the rule that a move breaks, or none."""
        book, state = wire.position_from_pb(request.position, "position")
        seat = seat_from_pb(request.seat, book.game.header(state).seats, "seat")
        move = wire.move_from_pb(book, request.move, "move")
        response = pb.ExplainMoveResponse(notation=book.game.write_move(move))
        if refusal := book.game.why_not(state, seat, move):
            response.refusal.reason = refusal.reason
            response.refusal.rule = refusal.rule
            response.refusal.facts.update(refusal.facts)
            response.refusal.message = str(refusal)
        return response

    async def ListMoves(self, request: pb.ListMovesRequest, context: Context) -> pb.ListMovesResponse:
        """Returns the moves of the seat to move, the plainest first."""
        if request.limit > MOST_MOVES:
            raise Malformed("limit", f"not in [0, {MOST_MOVES}]")
        book, state = wire.position_from_pb(request.position, "position")
        moves = book.game.legal_moves(state)[: request.limit or None]
        return pb.ListMovesResponse(
            seat=book.game.header(state).seat + 1,
            moves=[
                pb.ListedMove(move=wire.move_to_pb(book, move), notation=book.game.write_move(move))
                for move in moves
            ],
        )

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        """Returns what a seat, or a spectator, may know."""
        book, state = wire.position_from_pb(request.position, "position")
        header = book.game.header(state)
        seat = seat_from_pb(request.seat, header.seats, "seat") if request.seat else None
        return pb.GetViewResponse(
            view=wire.view_to_pb(book, book.game.view(state, seat)), header=wire.header_to_pb(header)
        )

    async def EditDraft(self, request: pb.EditDraftRequest, context: Context) -> pb.EditDraftResponse:
        """Returns a draft after one step, or as it is, and what it comes to."""
        book, state = wire.position_from_pb(request.position, "position")
        seat = seat_from_pb(request.seat, book.game.header(state).seats, "seat")
        view = book.game.view(state, seat)
        step = request.step if request.HasField("step") else None
        draft, check = wire.edit_draft(book, view, request.draft, step)
        return pb.EditDraftResponse(draft=draft, check=check)

    async def TranslatePosition(
        self, request: pb.TranslatePositionRequest, context: Context
    ) -> pb.TranslatePositionResponse:
        """Returns a position as a message and in notation."""
        book, state = wire.position_from_pb(request.position, "position")
        return pb.TranslatePositionResponse(
            position=wire.position_to_pb(book, state),
            notation=book.game.write_position(state),
            header=wire.header_to_pb(book.game.header(state)),
        )


def _write(update: pb.PositionUpdate, book: Rulebook, state: Any, events: Events) -> None:
    """Writes a position with all that a table needs to know of it."""
    header = book.game.header(state)
    wire.put_position(update.position, book, state)
    update.header.CopyFrom(wire.header_to_pb(header))
    wire.put_event(update.event, book, events.public)
    for seat, event in sorted(events.private.items()):
        private = update.private_events.add(seat=seat_to_pb(seat))
        wire.put_event(private.event, book, event)
    for positions in book.game.seen(state):
        update.seen.add(positions=[position + 1 for position in positions])
    wire.put_view(update.view, book, book.game.view(state, header.seat))
