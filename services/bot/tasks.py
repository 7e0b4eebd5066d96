"""What a worker is asked and answers: engine values in, a message of the contract out."""

import time
from dataclasses import dataclass
from typing import Any, Final

from game101.v1 import bot_service_pb2 as pb

from services.bot.decision import MOST_ALTERNATIVES, Decision, Estimate, Level, decide
from services.bot.policies import POLICIES
from services.wire import game as wire
from services.wire.game import RULEBOOKS, Rulebook

HINT: Final = "hint"
"""The label of advice, which has no level."""


@dataclass(frozen=True, slots=True)
class Task:
    """One decision to make."""

    game: str
    view: Any
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


@dataclass(frozen=True, slots=True)
class Answer:
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
    decision = decide(
        POLICIES[task.game],
        task.view,
        task.level,
        task.seed,
        task.budget,
        lambda: end is not None and time.monotonic() >= end,
    )
    message = message_of(RULEBOOKS[task.game], decision, task.suggestions).SerializeToString()
    ranking = decision.ranking
    return Answer(
        message,
        decision.deviated,
        ranking.evaluations,
        ranking.cut_short,
        time.thread_time() - began,
    )


def message_of(
    book: Rulebook, decision: Decision, suggestions: int
) -> pb.ChooseMoveResponse | pb.SuggestMovesResponse:
    """Returns the message of a decision."""
    ranking = decision.ranking
    if suggestions:
        return pb.SuggestMovesResponse(
            suggestions=_estimates(book, ranking.estimates[:suggestions]),
            evaluations=ranking.evaluations,
            cut_short=ranking.cut_short,
        )
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
