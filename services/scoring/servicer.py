"""The scorer's desk: decode, ask the engine, encode."""

from typing import Any, Final

import grpc
from game101.v1 import game_pb2
from game101.v1 import scoring_service_pb2 as pb
from game101.v1.scoring_service_pb2_grpc import ScoringServiceServicer

from engine.header import HandState
from engine.score import Match
from services.wire import game as wire
from services.wire import status
from services.wire.game import Rulebook
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]

MOST_HANDS: Final = 21
MOST_POINTS: Final = 100_000
"""The greatest score of a hand, of either sign, that is booked."""


class ScoringServicer(ScoringServiceServicer):
    """Answers the calls of ``ScoringService``."""

    async def ScoreHand(self, request: pb.ScoreHandRequest, context: Context) -> pb.ScoreHandResponse:
        """Returns the result of an ended hand."""
        book, state = wire.position_from_pb(request.position, "position")
        if book.game.header(state).state is HandState.PLAYING:
            raise status.failed_precondition("HAND_NOT_ENDED", "the hand is still being played")
        return pb.ScoreHandResponse(score=wire.score_to_pb(book.game.score(state)))

    async def SettleHand(self, request: pb.SettleHandRequest, context: Context) -> pb.SettleHandResponse:
        """Returns the match after a hand."""
        book, rules = wire.rules_from_pb(request.rules, "rules")
        match = wire.match_from_pb(request.match, book.game.seats(rules), "match")
        if match.over:
            raise status.failed_precondition("MATCH_OVER", "the match has ended")
        if request.hands > MOST_HANDS:
            raise Malformed("hands", f"not in [0, {MOST_HANDS}]")
        points, winner = _outcome(request, len(match.totals))
        after = book.game.settle(rules, match, request.hands, points, winner)
        return pb.SettleHandResponse(match=wire.match_to_pb(after), standing=_standing(book, rules, after))

    async def GetStanding(self, request: pb.GetStandingRequest, context: Context) -> pb.GetStandingResponse:
        """Returns the order of the sides."""
        book, rules = wire.rules_from_pb(request.rules, "rules")
        match = wire.match_from_pb(request.match, book.game.seats(rules), "match")
        return pb.GetStandingResponse(standing=_standing(book, rules, match))


def _standing(book: Rulebook, rules: Any, match: Match) -> game_pb2.Standing:
    return wire.standing_to_pb(book.game.standing(rules, match))


def _outcome(request: pb.SettleHandRequest, seats: int) -> tuple[tuple[int, ...] | None, int | None]:
    """Returns the points by seat and the winner; no points for a void hand."""
    match request.WhichOneof("outcome"):
        case "points":
            return _points(request.points, seats)
        case "void" if request.void:
            return None, None
        case "void":
            raise Malformed("void", "only true is accepted")
        case _:
            raise Malformed("outcome", "is required")


def _points(message: pb.HandPoints, seats: int) -> tuple[tuple[int, ...], int | None]:
    if len(message.points) != seats:
        raise Malformed("points.points", f"must be {seats}, one a seat")
    if any(abs(each) > MOST_POINTS for each in message.points):
        raise Malformed("points.points", f"not in [-{MOST_POINTS}, {MOST_POINTS}]")
    if message.winner > seats:
        raise Malformed("points.winner", f"not in [0, {seats}]")
    return tuple(message.points), message.winner - 1 if message.winner else None
