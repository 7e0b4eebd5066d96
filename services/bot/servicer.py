"""The bot's desk: decode the view, have it decided, count, answer."""

import asyncio
import time
from typing import Any, Final

import grpc
from game101.v1 import bot_service_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceServicer

from services.bot import metrics
from services.bot.decision import BUDGET, Level, only_choice
from services.bot.policies import POLICIES
from services.bot.pool import Pool
from services.bot.tasks import Answer, Task, choice_of
from services.runtime import calls
from services.wire import game as wire
from services.wire import status
from services.wire.game import Rulebook
from services.wire.status import Malformed

Context = grpc.aio.ServicerContext[Any, Any]

MOST_BUDGET: Final = 1_000_000
MOST_REQUESTS: Final = 256
MOST_SUGGESTIONS: Final = 10
SUGGESTIONS: Final = 3
RESERVE_SECONDS: Final = 0.05
"""What a decision leaves of its caller's time for the way back, at least."""
RESERVE_SHARE: Final = 0.1
"""The same as a share of that time."""
_LEVELS: Final = frozenset(int(level) for level in Level)


class BotServicer(BotServiceServicer):
    """Answers the calls of ``BotService``."""

    def __init__(self, pool: Pool, batch_width: int) -> None:
        """Takes who decides, and how many decisions of one batch are under way at once."""
        self._pool = pool
        self._batch_width = batch_width

    async def ChooseMove(self, request: pb.ChooseMoveRequest, context: Context) -> pb.ChooseMoveResponse:
        """Returns the move that a bot of the level makes."""
        return await self._chosen(*_choice(request, "", _end()))

    async def SuggestMoves(
        self, request: pb.SuggestMovesRequest, context: Context
    ) -> pb.SuggestMovesResponse:
        """Returns the best moves with reasons."""
        if request.limit > MOST_SUGGESTIONS:
            raise Malformed("limit", f"not in [0, {MOST_SUGGESTIONS}]")
        _view(request.view, "view")
        budget = _budget(request.budget, "budget", Level.HIGH)
        limit = request.limit or SUGGESTIONS
        raw = request.view.SerializeToString()
        task = Task(raw, Level.HIGH, request.decision_seed, budget, _end(), limit)
        return pb.SuggestMovesResponse.FromString((await self._answered(task)).message)

    async def BatchChooseMoves(
        self, request: pb.BatchChooseMovesRequest, context: Context
    ) -> pb.BatchChooseMovesResponse:
        """Returns a move for each of many views."""
        if not 1 <= len(request.requests) <= MOST_REQUESTS:
            raise Malformed("requests", f"must be from 1 to {MOST_REQUESTS}")
        end = _end()
        choices = [_choice(each, f"requests[{at}].", end) for at, each in enumerate(request.requests)]
        turnstile = asyncio.Semaphore(self._batch_width)

        async def chosen(task: Task, forced: pb.ChooseMoveResponse | None) -> pb.ChooseMoveResponse:
            async with turnstile:
                return await self._chosen(task, forced)

        asked = [asyncio.create_task(chosen(*each)) for each in choices]
        try:
            return pb.BatchChooseMovesResponse(responses=await asyncio.gather(*asked))
        finally:
            for each in asked:
                each.cancel()

    async def _chosen(self, task: Task, forced: pb.ChooseMoveResponse | None) -> pb.ChooseMoveResponse:
        if forced is not None:
            metrics.BY_LABEL[task.label].decisions.inc()
            return forced
        return pb.ChooseMoveResponse.FromString((await self._answered(task)).message)

    async def _answered(self, task: Task) -> Answer:
        began = time.perf_counter()
        answer = await self._pool.run(task)
        _count(task, answer, time.perf_counter() - began)
        return answer


def _count(task: Task, answer: Answer, seconds: float) -> None:
    counted = metrics.BY_LABEL[task.label]
    counted.decisions.inc()
    counted.evaluations.inc(answer.evaluations)
    counted.cpu_seconds.inc(answer.cpu_seconds)
    counted.seconds.observe(seconds)
    if answer.deviated:
        counted.deviations.inc()
    if answer.cut_short:
        counted.cut_short.inc()


def _choice(
    request: pb.ChooseMoveRequest, path: str, end: float | None
) -> tuple[Task, pb.ChooseMoveResponse | None]:
    """Returns what is asked, and the answer where one move is legal: no worker is needed to find it."""
    book, view = _view(request.view, f"{path}view")
    if request.level not in _LEVELS:
        raise Malformed(f"{path}level", "is required" if request.level == 0 else "is no level")
    level = Level(request.level)
    budget = _budget(request.budget, f"{path}budget", level)
    task = Task(request.view.SerializeToString(), level, request.decision_seed, budget, end)
    forced = only_choice(POLICIES[book.name], view)
    return task, None if forced is None else choice_of(book, forced)


def _view(message: Any, field: str) -> tuple[Rulebook, Any]:
    book, view = wire.view_from_pb(message, field)
    if not POLICIES[book.name].to_move(view):
        raise status.failed_precondition("NOT_TO_MOVE", "the seat whose view it is is not to move")
    return book, view


def _budget(budget: int, field: str, level: Level) -> int:
    if budget > MOST_BUDGET:
        raise Malformed(field, f"not in [0, {MOST_BUDGET}]")
    return budget or BUDGET[level]


def _end() -> float | None:
    """Returns when the answer must be on its way, on the clock of ``time.monotonic``."""
    remaining = calls.current().remaining()
    if remaining is None:
        return None
    return time.monotonic() + remaining - max(RESERVE_SECONDS, RESERVE_SHARE * remaining)
