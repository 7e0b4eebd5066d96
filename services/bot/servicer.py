"""The bot's desk: decode the view, have it decided, count, answer."""

import asyncio
import time
from typing import Any, Final

import grpc
from game101.v1 import bot_service_pb2 as pb
from game101.v1.bot_service_pb2_grpc import BotServiceServicer

from services.bot import metrics
from services.bot.decision import BUDGET, Decision, Level, only_choice
from services.bot.policies import POLICIES
from services.bot.pool import Pool
from services.bot.tasks import Answer, Task, message_of
from services.runtime import calls
from services.wire import game as wire
from services.wire import status
from services.wire.game import RULEBOOKS
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
        return await self._chosen(_choice(request, "", _end()))

    async def SuggestMoves(
        self, request: pb.SuggestMovesRequest, context: Context
    ) -> pb.SuggestMovesResponse:
        """Returns the best moves with reasons."""
        if request.limit > MOST_SUGGESTIONS:
            raise Malformed("limit", f"not in [0, {MOST_SUGGESTIONS}]")
        name, view = _view(request.view, "view")
        budget = _budget(request.budget, "budget", Level.HIGH)
        limit = request.limit or SUGGESTIONS
        task = Task(name, view, Level.HIGH, request.decision_seed, budget, _end(), limit)
        return pb.SuggestMovesResponse.FromString((await self._answered(task)).message)

    async def BatchChooseMoves(
        self, request: pb.BatchChooseMovesRequest, context: Context
    ) -> pb.BatchChooseMovesResponse:
        """Returns a move for each of many views."""
        if not 1 <= len(request.requests) <= MOST_REQUESTS:
            raise Malformed("requests", f"must be from 1 to {MOST_REQUESTS}")
        end = _end()
        tasks = [_choice(each, f"requests[{at}].", end) for at, each in enumerate(request.requests)]
        turnstile = asyncio.Semaphore(self._batch_width)

        async def chosen(task: Task) -> pb.ChooseMoveResponse:
            async with turnstile:
                return await self._chosen(task)

        async with asyncio.TaskGroup() as group:
            answers = [group.create_task(chosen(task)) for task in tasks]
        return pb.BatchChooseMovesResponse(responses=[each.result() for each in answers])

    async def _chosen(self, task: Task) -> pb.ChooseMoveResponse:
        forced = only_choice(POLICIES[task.game], task.view)
        if forced is not None:
            return _forced(task, forced)
        return pb.ChooseMoveResponse.FromString((await self._answered(task)).message)

    async def _answered(self, task: Task) -> Answer:
        began = time.perf_counter()
        answer = await self._pool.run(task)
        _count(task, answer, time.perf_counter() - began)
        return answer


def _forced(task: Task, decision: Decision) -> pb.ChooseMoveResponse:
    """Returns the answer where one move is legal: no worker is needed to find it."""
    metrics.DECISIONS.labels(task.label).inc()
    message = message_of(RULEBOOKS[task.game], decision, 0)
    assert isinstance(message, pb.ChooseMoveResponse), "no suggestions were asked for"  # noqa: S101
    return message


def _count(task: Task, answer: Answer, seconds: float) -> None:
    label = task.label
    metrics.DECISIONS.labels(label).inc()
    metrics.EVALUATIONS.labels(label).inc(answer.evaluations)
    metrics.CPU_SECONDS.labels(label).inc(answer.cpu_seconds)
    metrics.SECONDS.labels(label).observe(seconds)
    if answer.deviated:
        metrics.DEVIATIONS.labels(label).inc()
    if answer.cut_short:
        metrics.CUT_SHORT.labels(label).inc()


def _choice(request: pb.ChooseMoveRequest, path: str, end: float | None) -> Task:
    name, view = _view(request.view, f"{path}view")
    if request.level not in _LEVELS:
        raise Malformed(f"{path}level", "is required" if request.level == 0 else "is no level")
    level = Level(request.level)
    budget = _budget(request.budget, f"{path}budget", level)
    return Task(name, view, level, request.decision_seed, budget, end)


def _view(message: Any, field: str) -> tuple[str, Any]:
    book, view = wire.view_from_pb(message, field)
    if not POLICIES[book.name].to_move(view):
        raise status.failed_precondition("NOT_TO_MOVE", "the seat whose view it is is not to move")
    return book.name, view


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
