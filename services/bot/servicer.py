"""The bot's desk: decode the view, decide, encode."""

import time
from typing import Any, Final

import grpc
from game101.v1 import bot_service_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceServicer

from services.bot.decision import MOST_ALTERNATIVES, Decision, Estimate, Level, decide
from services.bot.effort import Expired
from services.bot.policies import POLICIES
from services.wire import game as wire
from services.wire import status
from services.wire.game import Rulebook
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]

MOST_BUDGET: Final = 1_000_000
MOST_REQUESTS: Final = 256
MOST_SUGGESTIONS: Final = 10
SUGGESTIONS: Final = 3
_LEVELS: Final = frozenset(int(level) for level in Level)
RESERVE_SECONDS: Final = 0.05
"""What a decision leaves of its caller's time for the way back."""


class BotServicer(BotServiceServicer):
    """Answers the calls of ``BotService``."""

    async def ChooseMove(self, request: pb.ChooseMoveRequest, context: Context) -> pb.ChooseMoveResponse:
        """Returns the move that a bot of the level makes."""
        return _choose(request, _clock(context), "")

    async def SuggestMoves(
        self, request: pb.SuggestMovesRequest, context: Context
    ) -> pb.SuggestMovesResponse:
        """Returns the best moves with reasons."""
        if request.limit > MOST_SUGGESTIONS:
            raise Malformed("limit", f"not in [0, {MOST_SUGGESTIONS}]")
        book, view = _view(request.view, "view")
        budget = _budget(request.budget, "budget")
        decision = decide(
            POLICIES[book.name], view, Level.HIGH, request.decision_seed, budget, _clock(context)
        )
        ranking = decision.ranking
        return pb.SuggestMovesResponse(
            suggestions=_estimates(book, ranking.estimates[: request.limit or SUGGESTIONS]),
            evaluations=ranking.evaluations,
            cut_short=ranking.cut_short,
        )

    async def BatchChooseMoves(
        self, request: pb.BatchChooseMovesRequest, context: Context
    ) -> pb.BatchChooseMovesResponse:
        """Returns a move for each of many views."""
        if not 1 <= len(request.requests) <= MOST_REQUESTS:
            raise Malformed("requests", f"must be from 1 to {MOST_REQUESTS}")
        clock = _clock(context)
        return pb.BatchChooseMovesResponse(
            responses=[_choose(each, clock, f"requests[{at}].") for at, each in enumerate(request.requests)]
        )


def _choose(request: pb.ChooseMoveRequest, clock: Expired, path: str) -> pb.ChooseMoveResponse:
    book, view = _view(request.view, f"{path}view")
    if request.level not in _LEVELS:
        raise Malformed(f"{path}level", "is required" if request.level == 0 else "is no level")
    budget = _budget(request.budget, f"{path}budget")
    level = Level(request.level)
    decision = decide(POLICIES[book.name], view, level, request.decision_seed, budget, clock)
    return _response(book, decision)


def _response(book: Rulebook, decision: Decision) -> pb.ChooseMoveResponse:
    ranking = decision.ranking
    return pb.ChooseMoveResponse(
        move=wire.move_to_pb(book, decision.move),
        notation=book.game.write_move(decision.move),
        deviated=decision.deviated,
        alternatives=_estimates(book, ranking.estimates[:MOST_ALTERNATIVES]),
        evaluations=ranking.evaluations,
        cut_short=ranking.cut_short,
    )


def _view(message: Any, field: str) -> tuple[Rulebook, Any]:
    book, view = wire.view_from_pb(message, field)
    if not POLICIES[book.name].to_move(view):
        raise status.failed_precondition("NOT_TO_MOVE", "the seat whose view it is is not to move")
    return book, view


def _budget(budget: int, field: str) -> int:
    if budget > MOST_BUDGET:
        raise Malformed(field, f"not in [0, {MOST_BUDGET}]")
    return budget


def _clock(context: Context) -> Expired:
    """Returns what tells whether the caller's time is up."""
    remaining = context.time_remaining()
    if remaining is None:
        return lambda: False
    end = time.monotonic() + remaining - RESERVE_SECONDS
    return lambda: time.monotonic() >= end


def _estimates(book: Rulebook, estimates: tuple[Estimate, ...]) -> list[pb.MoveEstimate]:
    return [
        pb.MoveEstimate(
            move=wire.move_to_pb(book, each.move),
            notation=book.game.write_move(each.move),
            expected_points=each.expected_points,
            reasons=each.reasons,
        )
        for each in estimates
    ]
