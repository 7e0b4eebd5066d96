"""What a worker is asked and answers: a message of the contract in, another one out."""

import time
from typing import Final, NamedTuple

from game101.v1 import bot_service_pb2 as pb

from services.bot.decision import MOST_ALTERNATIVES, Decision, Estimate, Level, decide
from services.bot.policies import POLICIES
from services.wire import game as wire
from services.wire.game import Rulebook

HINT: Final = "hint"
"""The label of advice, which has no level."""


class Task(NamedTuple):
    """One decision to make."""

    view: bytes
    """A ``GameView`` whose seat is to move; that it is right was found before, and is not asked again."""
    level: Level
    seed: int
    budget: int
    """Evaluations, at least 1."""
    end: float | None = None
    """When the answer must be on its way, on the clock of ``time.monotonic``, which processes share."""
    suggestions: int = 0
    """How many moves to suggest; 0 chooses one."""

    @property
    def label(self) -> str:
        """Returns what metrics call the decision."""
        return HINT if self.suggestions else self.level.name.lower()


class Answer(NamedTuple):
    """A decision made."""

    message: bytes
    """A ``ChooseMoveResponse``, or a ``SuggestMovesResponse``."""
    deviated: bool
    evaluations: int
    cut_short: bool
    cpu_seconds: float = 0.0


def answer(task: Task) -> Answer:
    """Returns the answer to a task: the same for the same task, unless its time is up."""
    began = time.thread_time()
    end = task.end
    book, view = wire.known_view(task.view)
    decision = decide(
        POLICIES[book.name],
        view,
        task.level,
        task.seed,
        task.budget,
        lambda: end is not None and time.monotonic() >= end,
    )
    count = task.suggestions
    message = suggestions_of(book, decision, count) if count else choice_of(book, decision)
    ranking = decision.ranking
    return Answer(
        message.SerializeToString(),
        decision.deviated,
        ranking.evaluations,
        ranking.cut_short,
        time.thread_time() - began,
    )


def suggestions_of(book: Rulebook, decision: Decision, count: int) -> pb.SuggestMovesResponse:
    """Returns the message of advice: so many moves at most, the best first."""
    ranking = decision.ranking
    return pb.SuggestMovesResponse(
        suggestions=_estimates(book, ranking.estimates[:count]),
        evaluations=ranking.evaluations,
        cut_short=ranking.cut_short,
    )


def choice_of(book: Rulebook, decision: Decision) -> pb.ChooseMoveResponse:
    """Returns the message of a move chosen."""
    ranking = decision.ranking
    return pb.ChooseMoveResponse(
        move=wire.move_to_pb(book, decision.move),
        notation=book.game.write_move(decision.move),
        deviated=decision.deviated,
        alternatives=_estimates(book, ranking.estimates[:MOST_ALTERNATIVES]),
        evaluations=ranking.evaluations,
        cut_short=ranking.cut_short,
    )


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
